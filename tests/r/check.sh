#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# check.sh SOURCE FOLDER VERSION: R CMD check of the package in SOURCE/r, in FOLDER; a warning fails. Without knitr the vignette
# is left out. Then the R examples of docs/r.md.
set -eu
for line in "r/DESCRIPTION Version: $3" "julia/Project.toml version = \"$3\""; do
  grep -qxF "${line#* }" "$1/${line%% *}" || { echo "${line%% *} has another version than $3" >&2; exit 1; }
done
rm -rf "$2"
mkdir -p "$2"
cd "$2"
export R_REPOSITORIES=NULL LC_ALL=C.UTF-8
build="" check=""
if ! "$R" --vanilla -s -e 'for (p in c("knitr", "markdown")) loadNamespace(p)' > /dev/null 2>&1; then
  build=--no-build-vignettes check=--ignore-vignettes
  export _R_CHECK_FORCE_SUGGESTS_=false
fi
"$R" CMD build $build "$1/r"
"$R" CMD check --no-manual $check tali_*.tar.gz || { cat tali.Rcheck/00install.out tali.Rcheck/tests/*.fail; exit 1; } 2> /dev/null
! grep -E '^Status:.*(WARNING|ERROR)' tali.Rcheck/00check.log
sed -n '/^```r$/,/^```$/{/^```/!p}' "$1/docs/r.md" > page.R
[ "$(wc -l < page.R)" -ge 8 ]
R_LIBS=tali.Rcheck "$R" --vanilla -s -f page.R
element=$(sed -n 's/^| R | `\(.*\)` |$/\1/p' "$1/docs/kernels.md")
value=$(sed -n 's/^Element .* is \(0\.[0-9]*\)\. .*/\1/p' "$1/docs/kernels.md")
R_LIBS=tali.Rcheck "$R" --vanilla -s -e "library(tali); stopifnot($element == $value)"
