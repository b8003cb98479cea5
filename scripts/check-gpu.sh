#!/bin/sh
# What CI, which has no GPU, cannot run: every test binary on a machine that has one, kernels under compute-sanitizer,
# and the benchmarks' figures. The binaries may have been built elsewhere.
#
#   scripts/check-gpu.sh BUILD OUT [tests] [sanitize] [bench] [certify]     # all four where none is named
#
# OUT gets tests.txt, sanitize.txt, *.json, certificates and machine.txt. Exit code 1 if anything has failed.
set -u

[ $# -ge 2 ] || { sed -n '5,7s/^# \{0,1\}//p' "$0" >&2; exit 2; }
build=$1 out=$2
shift 2
[ $# -gt 0 ] || set -- tests sanitize bench certify
command -v nvidia-smi > /dev/null 2>&1 || { echo "check-gpu.sh: there is no nvidia-smi here, so no GPU" >&2; exit 2; }
mkdir -p "$out"
failed=0

nvidia-smi --query-gpu=name,driver_version,clocks.current.sm,clocks.current.memory --format=csv > "$out/machine.txt"
nproc >> "$out/machine.txt"

# Each binary's closing line; of one that failed, all that it printed is kept.
tests() {
  mkdir -p "$out/logs"
  find "$build/tests" -type f -perm -u+x -name '*_test*' | sort |
    xargs -P 8 -I{} sh -c 'log=$1/logs/$(basename "$2").txt; timeout 900 "$2" > "$log" 2>&1; echo $? > "$log.code"' _ "$out" {}
  for log in "$out"/logs/*.txt; do
    code=$(cat "$log.code")
    line=$(grep -E '^\[  (PASSED|FAILED)  \]' "$log" | tail -n 1)
    skipped=$(grep -c '^\[  SKIPPED \]' "$log")
    echo "$(basename "$log" .txt): exit $code; ${line:-no closing line}; $skipped skipped"
    [ "$code" = 0 ] && rm "$log"
    rm "$log.code"
  done > "$out/tests.txt"
  grep -v ': exit 0;' "$out/tests.txt" && failed=1
}

# The kernels that share a table or stage their stores; long ranges would take hours under the tools.
sanitize() {
  : > "$out/sanitize.txt"
  while read -r tool binary filter; do
    echo "$tool $binary $filter: $(compute-sanitizer --tool "$tool" "$build/tests/$binary" --gtest_filter="$filter" 2>&1 |
      grep 'ERROR SUMMARY\|RACECHECK SUMMARY' | tail -n 1)" >> "$out/sanitize.txt"
  done << 'LIST'
memcheck walsh_normal_test *Place*:*Spans*:*Rounded*
racecheck walsh_normal_test *IsTheFloatRounded*
memcheck cuda_kernels_test *
memcheck cuda_half_test *
memcheck cuda_structures_test *
LIST
  grep -v ' 0 errors\| 0 hazards' "$out/sanitize.txt" && failed=1
}

bench() {
  for group in cuda-bulk registers; do
    "$build/tali" bench --device cuda --filter "$group" --repeats 7 --json > "$out/$group.json" || failed=1
  done
}

# The stages that take a share of a certificate's numbers, at their full 2^42.
certify() {
  for type in f32 f64; do
    name=$out/normal-walsh-$type
    "$build/tali" certify --device cuda --dist normal-walsh --dtype $type -n 2^45 --only correlations --only products \
      --only 'pairs of places' --checkpoint "$name-eighths.ck" -o "$name-eighths.html" || failed=1
    "$build/tali" certify --device cuda --dist normal-walsh --dtype $type -n 2^44 --only characteristic --only 'lags of' \
      --checkpoint "$name-quarters.ck" -o "$name-quarters.html" || failed=1
  done
}

for step in "$@"; do
  case "$step" in
    tests | sanitize | bench | certify) $step ;;
    *) echo "check-gpu.sh: there is no step '$step'; allowed: tests, sanitize, bench, certify" >&2; exit 2 ;;
  esac
done
exit $failed
