/* SPDX-License-Identifier: Apache-2.0 */
/* testu01-run BATTERY TEST [--reverse]: one test of TestU01 (P. L'Ecuyer and R. Simard, ACM TOMS 33(4), 2007) on the 32-bit
 * words of standard input; --reverse reverses the order of bits in each word. Prints one line per p-value, with the
 * statistic's name. TestU01's own output is discarded. tali-testu01 (scripts/testu01.py) starts one process per test. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <bbattery.h>
#include <swrite.h>
#include <unif01.h>

static int reversed;

static unsigned int next_word(void) {
  static uint32_t words[1 << 16];
  static size_t at, n;
  if (at == n) {
    n = fread(words, sizeof *words, sizeof words / sizeof *words, stdin);
    at = 0;
    if (n == 0) {
      fputs("the words ended; expected words without an end\n", stderr);
      exit(1);
    }
  }
  uint32_t x = words[at++];
  for (int d = 1; reversed && d < 32; d *= 2) {
    const uint32_t low = 0xffffffffu / ((1u << d) + 1);
    x = (x >> d & low) | (x & low) << d;
  }
  return x;
}

int main(int argc, char** argv) {
  const int test = argc > 2 ? atoi(argv[2]) : 0;
  FILE* const out = fdopen(dup(STDOUT_FILENO), "w");
  if (test < 1 || test > 200 || !out || !freopen("/dev/null", "w", stdout)) return 2;
  reversed = argc > 3 && strcmp(argv[3], "--reverse") == 0;
  swrite_Basic = FALSE;
  char name[] = "tali";
  unif01_Gen* const generator = unif01_CreateExternGenBits(name, next_word);
  int repetitions[201] = {0}; /* the length that TestU01 expects */
  repetitions[test] = 1;
  (strcmp(argv[1], "SmallCrush") == 0 ? bbattery_RepeatSmallCrush
   : strcmp(argv[1], "Crush") == 0    ? bbattery_RepeatCrush
                                      : bbattery_RepeatBigCrush)(generator, repetitions);
  for (int k = 0; k < bbattery_NTests; ++k) {
    if (bbattery_pVal[k] >= 0) fprintf(out, "%.17g %s\n", bbattery_pVal[k], bbattery_TestNames[k]); /* negative: not run */
  }
  return fclose(out) == 0 ? 0 : 1;
}
