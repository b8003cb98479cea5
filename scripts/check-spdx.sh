#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Lists the source files without the line above; exit status 1 if there are any.
lacking=$(git grep --untracked -L 'SPDX-License-Identifier: Apache-2.0' -- \
  '*.hpp' '*.cpp' '*.cu' '*.cuh' '*.h' '*.c' '*.py' '*.cmake' '*.cmake.in' '*.sh' '*CMakeLists.txt' .ci/run)
[ -z "$lacking" ] || { echo "$lacking" | sed "s/$/ does not say 'SPDX-License-Identifier: Apache-2.0'/" >&2; exit 1; }
