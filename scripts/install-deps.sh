#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Installs the Debian packages that are missing for the given purposes: run, build, test, lab, format, compilers, sanitize, fuzz, cache, machines, amd, ports, systems, mpi, python, r, docs, packages, web.
# Says what to do if it cannot; continues if tali can do without.
set -eu

packages=""
for purpose in "$@"; do
  case "$purpose" in
    # compiler and build tools; then what the command line is made with
    run) packages="$packages g++ cmake ninja-build libcli11-dev libfmt-dev nlohmann-json3-dev" ;;
    # and the lab and the benchmark's peers
    build) packages="$packages g++ cmake ninja-build libcli11-dev libfmt-dev nlohmann-json3-dev libssl-dev librandom123-dev" ;;
    test) packages="$packages gfortran libgtest-dev libmpfr-dev libgmp-dev libboost-dev pkg-config python3 python3-numpy" ;;
    lab) packages="$packages libboost-dev libdlib-dev libnanoflann-dev libntl-dev dieharder" ;;
    format) packages="$packages clang-format" ;;
    compilers) packages="$packages clang-16 clang-19 libomp-19-dev libc++-19-dev libc++abi-19-dev" ;;
    # sanitizers by Clang, which has checks that GCC has not; its OpenMP takes the place of that of another version
    sanitize) packages="$packages clang-16 libclang-rt-16-dev libomp-16-dev" ;;
    fuzz) packages="$packages clang-16 libclang-rt-16-dev" ;;  # libFuzzer
    cache) packages="$packages ccache" ;;
    # emulators and cross compilers; GoogleTest's source, which is compiled for each machine
    machines) packages="$packages qemu-user valgrind g++-aarch64-linux-gnu g++-s390x-linux-gnu googletest" ;;
    # kernels for AMD's GPUs, compiled: HIP's headers, and the device functions that they call
    amd) packages="$packages clang-19 lld-19 libamdhip64-dev rocm-device-libs" ;;
    # Windows and macOS, whose compiler, zig, comes from PyPI
    ports) packages="$packages wine wine64 googletest python3-venv ninja-build libcli11-dev libfmt-dev nlohmann-json3-dev" ;;
    # root filesystems of other releases
    systems) packages="$packages mmdebstrap python3" ;;
    # several processes: tali-mpi and its tests
    mpi) packages="$packages libopenmpi-dev openmpi-bin" ;;
    # the Python package; another Python may come from elsewhere
    python) packages="$packages g++ cmake ninja-build python3 python3-venv python3-dev" ;;
    # the R package, with its vignette
    r) packages="$packages gcc make r-base-core r-cran-knitr r-cran-markdown" ;;
    # the documentation's spelling, its site, and the browser of its tests; what PyPI has is in docs/requirements.txt
    docs) packages="$packages codespell doxygen graphviz python3 python3-venv chromium" ;;
    # .debs and their check
    packages) packages="$packages g++ cmake ninja-build dpkg-dev binutils gzip file fakeroot lintian pkg-config python3 python3-venv" ;;
    # the page that runs tali in the browser: WebAssembly by clang 16, and the browser that tests it
    web) packages="$packages clang-16 lld-16 libc++-16-dev-wasm32 libc++abi-16-dev-wasm32 libclang-rt-16-dev-wasm32 wasi-libc python3 chromium" ;;
    *) echo "install-deps.sh: unknown purpose '$purpose'; allowed: run, build, test, lab, format, compilers, sanitize, fuzz, cache, machines, ports, systems, mpi, python, r, docs, packages, web" >&2; exit 2 ;;
  esac
done

if ! command -v dpkg-query > /dev/null 2>&1; then
  if command -v cmake > /dev/null 2>&1 && command -v c++ > /dev/null 2>&1; then
    exit 0  # not Debian: the package names mean nothing here, CMake says what it misses
  fi
  echo "tali: this is no Debian system and cmake or a C++ compiler is missing; install these or their like:$packages" >&2
  exit 1
fi

missing=""
for p in $packages; do
  case "$missing " in *" $p "*) continue ;; esac
  dpkg-query -W -f '${db:Status-Status}' "$p" 2> /dev/null | grep -qx installed || missing="$missing $p"
done
[ -n "$missing" ] || exit 0

as_root="" reason=""
if ! command -v apt-get > /dev/null 2>&1; then
  reason="there is no apt-get"
elif [ "$(id -u)" -ne 0 ]; then
  if command -v sudo > /dev/null 2>&1; then
    as_root="sudo"
  else
    reason="you are not root and there is no sudo"
  fi
fi

log=$(mktemp 2> /dev/null) || log=/dev/null
trap '[ "$log" = /dev/null ] || rm -f "$log"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
apt() { $as_root env DEBIAN_FRONTEND=noninteractive apt-get "$@" >> "$log" 2>&1; }
install() { apt install -y -q --no-install-recommends "$@"; }
can_be_had() { apt-get -s install -q --no-install-recommends --no-remove "$@" >> "$log" 2>&1; }

if [ -z "$reason" ]; then
  echo "tali: installing$missing"
  if install $missing || { apt update -q && install $missing; }; then
    exit 0
  fi
  if [ -n "$as_root" ] && ! $as_root -n true 2> /dev/null; then
    reason="sudo was refused"
  else
    # apt-get installs nothing where one package cannot be had, or keeps another one out.
    can="" left=""
    for p in $missing; do
      if can_be_had $can "$p"; then can="$can $p"; else left="$left $p"; fi
    done
    [ -z "$can" ] || install $can || left=$missing
    missing=$left
    [ -n "$missing" ] || exit 0
    case "$missing" in " "*" "*) reason="apt-get could not install them" ;; *) reason="apt-get could not install it" ;; esac
  fi
fi

if command -v cmake > /dev/null 2>&1 && command -v c++ > /dev/null 2>&1; then
  echo "tali: continuing without$missing ($reason); parts that need them are left out" >&2
  exit 0
fi
echo "tali: cannot build without$missing: $reason. As root: apt-get install$missing" >&2
grep '^E:' "$log" | tail -n 3 >&2
exit 1
