#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What CI, which has no GPU, cannot run: test programs on a machine that has one, kernels under compute-sanitizer,
# and the benchmark beside an older one. The programs may have been built elsewhere: nothing is compiled
# here, and neither CMake nor the sources are needed.
#
#   scripts/gpu-acceptance.sh [options] FOLDER OUT [tests] [sanitize] [bench]
#   scripts/gpu-acceptance.sh unseen              in a checkout: tests that no recorded run has seen since they, the headers or the
#                                                 CUDA library changed
#   scripts/gpu-acceptance.sh seen OUT COMMIT     notes in evidence/gpu-tests.txt that those of programs that passed in OUT were of
#                                                 COMMIT
#
# FOLDER holds test programs (*_test, *_tests) and `tali`, at any depth: a build folder will do. Beside `tali` lies
# tali-bench, which its `bench` runs. Without a step's name: all three. OUT gets tests.txt, sanitize.txt, bench.txt, the benchmarks' JSON and machine.txt.
#
#   --limit SECONDS    for everything (default 3600): tests may take up to two fifths of what is left at their start,
#                      sanitize a half, and bench runs rounds until a further one would not fit
#   --baseline TALI    an older tali, run alternately with the new one: rows that lost more than 2 % are printed
#   --filter GROUP     a group of the benchmark (repeatable; default: cuda-bulk, registers and sampling)
#   --rounds N         of the benchmark, at most (default 5)
#   --jobs N           test programs at a time (default 4; they share the GPU)
#
# Exit code 0 if all went well, 1 if a test failed, a tool found an error or a row lost more than 2 %, 3 if something
# was not run or not finished in the time, 2 if the arguments are wrong.
set -u

fail() { echo "gpu-acceptance.sh: $*" >&2; exit 2; }

here=$(cd "$(dirname "$0")" && pwd)

# A line a source of the test programs that are labelled cuda: the source and its program.
sources() {
  local list call program
  git ls-files 'tests/*CMakeLists.txt' | while read -r list; do
    tr '\n' ' ' < "$list" | grep -oE 'tali_test\([^)]*\)' | grep -E ' LABELS( [a-z]+)* cuda( |\))' | while read -r call; do
      program=$(echo "$call" | sed -E 's/tali_test\(([^ ]*).*/\1/')
      echo "$call" | grep -oE '[a-z_0-9/]+\.(cpp|cu)\b' | sed "s:.*:$(dirname "$list")/& $program:" | sort -u
    done
  done | sort -u -k 1,1
}

# Prints one line per source that no run has seen in its present state.
unseen() {
  local source program commit changed all=0 new=0
  while read -r source program; do
    all=$((all + 1))
    commit=$(awk -v s="$source" '$1 == s { print $2 }' evidence/gpu-tests.txt)
    if [ -z "$commit" ]; then
      changed="no recorded run"
    elif ! git cat-file -e "$commit^{commit}" 2> /dev/null; then
      changed="last seen at $commit, which this history has not"
    else
      changed=$(git diff --name-only "$commit" -- include/tali src/core src/gpu src/mtgp src/quasi tests/support "$source" | wc -l)
      [ "$changed" != 0 ] || continue
      changed="$changed files changed since $commit"
    fi
    new=$((new + 1))
    echo "$source ($program): $changed"
  done < <(sources)
  echo "$new of $all sources of tests on GPUs are not in a recorded run as they are"
}

# The lines of evidence/gpu-tests.txt, with those of programs that passed replaced, and those of sources that are gone left out.
seen() {
  awk -v commit="$2" '
    FILENAME == ARGV[1] { if ($2 == "exit" && $3 == "0;") passed[substr($1, 1, length($1) - 1)] = 1; next }
    FILENAME == ARGV[2] { at[$1] = $2 in passed ? commit : ""; next }
    /^#/ { print; next }
    $1 in at && at[$1] == "" { at[$1] = $2 }
    END { for (s in at) if (at[s] != "") print s, at[s] | "sort" }' "$1/tests.txt" <(sources) evidence/gpu-tests.txt
}

case "${1-}" in
  unseen | seen)
    cd "$here/.." && git rev-parse HEAD > /dev/null 2>&1 || fail "$1 is for a checkout with its history"
    [ "$1" != unseen ] || { unseen; exit 0; }
    [ $# -eq 3 ] || fail "seen wants OUT, a folder that the step tests wrote, and COMMIT"
    commit=$(git rev-parse --short=7 --verify --quiet "$3^{commit}") || fail "COMMIT is '$3'; allowed: a commit of this history"
    [ -f "$2/tests.txt" ] || fail "OUT is '$2'; allowed: a folder that the step tests wrote"
    lines=$(seen "$2" "$commit") && echo "$lines" > evidence/gpu-tests.txt
    exit ;;
esac

limit=3600 baseline='' rounds=5 jobs=4 filters=()
while [ $# -gt 0 ]; do
  case "$1" in
    --limit | --baseline | --filter | --rounds | --jobs)
      [ $# -ge 2 ] || fail "$1 has no value"
      case "$1" in
        --baseline) baseline=$2 ;;
        --filter) filters+=("$2") ;;
        *) [[ $2 =~ ^[1-9][0-9]{0,6}$ ]] || fail "$1 is '$2'; allowed: a whole number from 1 on"
           printf -v "${1#--}" %s "$2" ;;
      esac
      shift 2 ;;
    --*) fail "there is no option '$1'; allowed: --limit, --baseline, --filter, --rounds, --jobs" ;;
    *) break ;;
  esac
done
[ $# -ge 2 ] || { sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2; exit 2; }
folder=$1 out=$2
shift 2
[ $# -gt 0 ] || set -- tests sanitize bench
for step in "$@"; do
  case "$step" in
    tests | sanitize | bench) ;;
    *) fail "there is no step '$step'; allowed: tests, sanitize, bench" ;;
  esac
done
[ -d "$folder" ] || fail "FOLDER is '$folder'; allowed: a folder with test programs and tali"
[ -z "$baseline" ] || [ -x "$baseline" ] || fail "--baseline is '$baseline'; allowed: a program"
command -v nvidia-smi > /dev/null 2>&1 || fail "there is no nvidia-smi here, so no GPU"
[ ${#filters[@]} -gt 0 ] || filters=(cuda-bulk registers sampling)
mkdir -p "$out" || exit 2
end=$((SECONDS + limit))
failed=0 unfinished=0

left() { echo $((end - SECONDS)); }
# At least a second, because a limit of 0 is none to `timeout`.
at_most() { echo $(($1 < 1 ? 1 : $1)); }
program() { find "$folder" -type f -perm -u+x -name "$1" | sort | head -n 1; }

nvidia-smi --query-gpu=name,driver_version,clocks.current.sm,clocks.current.memory --format=csv > "$out/machine.txt"
nproc >> "$out/machine.txt"

# Each program's closing line; of one that failed, all that it printed is kept.
run_tests() {
  local log code
  mkdir -p "$out/logs"
  rm -f "$out"/logs/*
  find "$folder" -type f -perm -u+x \( -name '*_test' -o -name '*_tests' \) | sort > "$out/programs.txt"
  [ -s "$out/programs.txt" ] || { echo "tests: no test program in $folder"; unfinished=1; return; }
  until=$(($(date +%s) + $(left) * 2 / 5))
  export until out
  # shellcheck disable=SC2016
  xargs -P "$jobs" -I{} bash -c '
    log=$out/logs/$(basename "$1").txt
    seconds=$((until - $(date +%s)))
    if [ "$seconds" -lt 1 ]; then echo "not run: no time" > "$log"; echo 124 > "$log.code"; exit 0; fi
    timeout -k 5 "$seconds" "$1" > "$log" 2>&1
    echo $? > "$log.code"' _ {} < "$out/programs.txt"
  : > "$out/tests.txt"
  for log in "$out"/logs/*.txt; do
    code=$(cat "$log.code")
    echo "$(basename "$log" .txt): exit $code; $(grep -E '^\[  (PASSED|FAILED)  \]|^not run' "$log" | tail -n 1);" \
      "$(grep -c '^\[  SKIPPED \]' "$log") skipped" >> "$out/tests.txt"
    case "$code" in
      0) rm "$log" ;;
      124 | 137) unfinished=1 ;;
      *) failed=1 ;;
    esac
    rm "$log.code"
  done
  echo "tests: $(grep -c ': exit 0;' "$out/tests.txt") of $(wc -l < "$out/programs.txt") programs passed"
  grep -v ': exit 0;' "$out/tests.txt"
}

# The kernels that share a table or stage their stores; long ranges would take hours under the tools. racecheck reports
# barriers at which some warps arrive and do not wait, right ones too, so that kernel_races_test has MTGP's normals.
run_sanitize() {
  local until=$((SECONDS + $(left) / 2)) tool binary filter path found code
  command -v compute-sanitizer > /dev/null 2>&1 || { echo "sanitize: not run, there is no compute-sanitizer"; unfinished=1; return; }
  : > "$out/sanitize.txt"
  while read -r tool binary filter; do
    path=$(program "$binary")
    if [ -z "$path" ]; then
      found="not run: there is no $binary"; unfinished=1
    elif [ $((until - SECONDS)) -lt 1 ]; then
      found="not run: no time"; unfinished=1
    else
      timeout -k 5 $((until - SECONDS)) compute-sanitizer --tool "$tool" --error-exitcode 9 "$path" \
        --gtest_filter="$filter" > "$out/sanitizer.log" 2>&1 < /dev/null
      code=$?
      found="exit $code; $(grep 'ERROR SUMMARY\|RACECHECK SUMMARY' "$out/sanitizer.log" | tail -n 1)"
      case "$code" in
        0) ;;
        124 | 137) found="not finished: no time"; unfinished=1 ;;
        *) failed=1; mv "$out/sanitizer.log" "$out/sanitizer-$tool-$binary.log" ;;
      esac
    fi
    echo "$tool $binary $filter: $found" | tee -a "$out/sanitize.txt"
  done << 'LIST'
memcheck cuda_kernels_test *
memcheck cuda_structures_test *
memcheck cuda_half_test *
memcheck mtgp_cuda_test *
memcheck law_fuzz_cuda_test *
racecheck cuda_structures_test *RowsInKernels*
racecheck mtgp_cuda_test *Values*
initcheck cuda_structures_test *RowsInKernels*
initcheck mtgp_cuda_test MtgpCudaNormals*
synccheck cuda_structures_test *RowsInKernels*
synccheck mtgp_cuda_test MtgpCudaNormals*
synccheck cuda_half_test *
racecheck distribution_tests HalfNormal*IsTheFloatRounded*
memcheck distribution_tests Normal/*Place*:Normal/*Spans*:HalfNormal*Rounded*
LIST
  rm -f "$out/sanitizer.log"
}

# Alternately, so that clocks and heat are the same for both.
run_bench() {
  local tali filter round start longest=0 which binary
  tali=$(program tali)
  [ -n "$tali" ] || { echo "bench: not run, there is no tali in $folder"; unfinished=1; return; }
  rm -f "$out"/new-*.json "$out"/baseline-*.json
  for ((round = 1; round <= rounds; ++round)); do
    start=$SECONDS
    [ "$(left)" -gt "$longest" ] || break
    for filter in "${filters[@]}"; do
      for which in new baseline; do
        binary=$tali
        [ "$which" = new ] || binary=$baseline
        [ -n "$binary" ] || continue
        if ! timeout -k 5 "$(at_most "$(left)")" "$binary" bench --device cuda --filter "$filter" --json \
          > "$out/part.json" 2> "$out/bench.err" < /dev/null; then
          echo "bench: $binary failed or had no time in round $round, group $filter: $(tail -n 1 "$out/bench.err")"
          unfinished=1
          break 3
        fi
        mv "$out/part.json" "$out/$which-$filter-$round.json"
      done
    done
    [ $((SECONDS - start)) -le "$longest" ] || longest=$((SECONDS - start))
  done
  rm -f "$out/part.json"
  [ -s "$out/bench.err" ] || rm -f "$out/bench.err"
  python3 "$here/compare-bench.py" "$out" > "$out/bench.txt"
  case $? in
    0) ;;
    1) failed=1 ;;
    *) unfinished=1 ;;
  esac
  cat "$out/bench.txt"
}

for step in "$@"; do "run_$step"; done
[ $failed = 0 ] || exit 1
[ $unfinished = 0 ] || exit 3
