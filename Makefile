# The everyday commands. Everything else is CMake: see docs/building.md.
#
#   make run     install what is missing, build tali, and show what it does
#   make build   install what is missing, and build tali with its programs: tali, tali-bench, tali-lab
#   make test    install what is missing, build, and run the tests of the product
#   make test-all   the same of every test: docs/building.md, "Tests"
#   make docs    install what is missing, build what the documentation shows, and build its site
#   make dist    packages for others: docs/installing.md

BUILD ?= build
CMAKE_FLAGS ?=
GENERATOR := $(shell command -v ninja > /dev/null 2>&1 && echo "-G Ninja")
JOBS ?= $(shell nproc)

.PHONY: run test test-rest test-all test-machines test-systems fuzz python wheels docs dist test-packages web build deps sanitize sanitize-threads format check-format bench install clean

PURPOSES = build lab
TARGET = programs

run: PURPOSES = run
run: TARGET = tali
run: build
	$(BUILD)/tali demo

test: PURPOSES = run test python
test: TARGET = tests-product
test: build
	cd $(BUILD) && ctest --output-on-failure -j $(JOBS) -L '^product$$'

# What `make test` leaves out: what measures, trains, certifies, renders documentation, emulates a machine or packages. REST_FLAGS are for ctest.
test-rest: PURPOSES = build test lab mpi python r
test-rest: TARGET = all
test-rest: build
	cd $(BUILD) && ctest --output-on-failure -j $(JOBS) -LE '^product$$' $(REST_FLAGS)

test-all:
	@$(MAKE) --no-print-directory test
	@$(MAKE) --no-print-directory test-rest

# Pinned digests, known answers and random cuts on other processors: docs/building.md, "Machines".
test-machines: PURPOSES = run test machines
test-machines: TARGET = machine_test machine_gen
test-machines: MORE_FLAGS = -DTALI_SIMD=avx512
test-machines: build
	tests/machines/run.py --build $(BUILD) --cross build-machines --jobs $(JOBS) $(MACHINES_FLAGS)

# README's first command and tests by the compilers of other releases: docs/building.md, "Systems".
test-systems:
	@scripts/install-deps.sh systems
	tests/systems/run.py --folder build-systems --jobs $(JOBS) $(SYSTEMS_FLAGS)

# A wheel of the Python package in $(BUILD)/wheels: docs/python.md.
python: PURPOSES = python
python: deps
	python3 python/package.py wheel --build $(BUILD) --jobs $(JOBS)

# Wheels for other machines in $(BUILD)/wheels, one for each interface of the Pythons that are found. WHEEL_FLAGS are for packaging/wheels.py.
wheels: PURPOSES = python
wheels: deps
	python3 packaging/wheels.py --build $(BUILD) --jobs $(JOBS) $(WHEEL_FLAGS)

# The documentation as a site in $(BUILD)/site. Its Python reference is that of the package, which is built if no venv has it.
docs: PURPOSES = build lab python docs
docs: build
	python3 docs/site/make.py --build $(BUILD) --jobs $(JOBS)

# Packages in $(BUILD)/dist: the source with its bill of materials, Python's, Debian's, and recipes for package managers.
dist: PURPOSES = run python packages
dist: TARGET = all-packages
dist: MORE_FLAGS = -DTALI_SIMD=avx512 -DTALI_CUDA=ON
dist: build
	packaging/dist.py --build $(BUILD) --jobs $(JOBS)

# Tries all of them as their users would; takes long. docs/installing.md.
test-packages: dist
	packaging/try.py --build $(BUILD) --jobs $(JOBS)

# The page that runs tali in the browser, in $(BUILD)/web.
web:
	@scripts/install-deps.sh web
	web/build.py --to $(BUILD)/web --jobs $(JOBS)

# The generator is looked up in a second make, after ninja may have been installed.
build: deps
	@$(MAKE) --no-print-directory compile TARGET="$(TARGET)" PURPOSES="$(PURPOSES)" MORE_FLAGS="$(MORE_FLAGS)"

.PHONY: compile
compile:
	@set --; \
	if [ "$(filter python,$(PURPOSES))" ]; then \
	  if python=$$(python3 python/package.py venv --build $(BUILD)); then set -- -DTALI_PYTHON=ON "-DPython_EXECUTABLE=$$python"; \
	  else echo "tali: the Python module is left out: $$python"; fi; fi; \
	if [ -f $(BUILD)/CMakeCache.txt ]; then cmake $(CMAKE_FLAGS) $(MORE_FLAGS) "$$@" $(BUILD) > /dev/null; \
	else cmake -S . -B $(BUILD) $(GENERATOR) $(CMAKE_FLAGS) $(MORE_FLAGS) "$$@"; fi
	cmake --build $(BUILD) -j $(JOBS) --target $(TARGET)

deps:
	@scripts/install-deps.sh $(PURPOSES)

# The CPU tests under AddressSanitizer and UndefinedBehaviorSanitizer, without the widest kernels, which neither watches.
# SANITIZE_TARGET is what is built; SANITIZE_FLAGS are for ctest.
SANITIZE_TARGET ?= all
sanitize: PURPOSES = build test lab
sanitize: deps
	cmake -S . -B build-sanitize $(GENERATOR) -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG='-O1 -g1' -DTALI_CUDA=OFF -DTALI_SIMD=avx2 -DTALI_SANITIZE=address,undefined $(CMAKE_FLAGS)
	cmake --build build-sanitize -j $(JOBS) --target $(SANITIZE_TARGET)
	cd build-sanitize && ctest --output-on-failure -j $(JOBS) $(SANITIZE_FLAGS)

# The tests of what several threads share under ThreadSanitizer, without suppressions.
sanitize-threads: PURPOSES = build test
sanitize-threads: deps
	cmake --preset tsan $(CMAKE_FLAGS)
	cmake --build build-tsan -j $(JOBS) --target tests-threads
	ctest --preset tsan -j $(JOBS)

# libFuzzer on every parser, SECONDS in all: docs/reliability.md. What it finds is written to $(BUILD)/fuzz.
SECONDS ?= 60
fuzz: PURPOSES = build test lab fuzz
fuzz: TARGET = fuzzers
fuzz: build
	tests/fuzz/run.py --build $(BUILD) --seconds $(SECONDS) --jobs $(JOBS) $(FUZZ_FLAGS)

SOURCES = $(shell git ls-files '*.hpp' '*.cpp' '*.cu' '*.cuh')

format:
	clang-format -i $(SOURCES)

check-format:
	@scripts/install-deps.sh format
	clang-format --dry-run --Werror $(SOURCES)

bench: PURPOSES = build
bench: TARGET = tali tali-bench
bench: build
	$(BUILD)/tali bench

install: TARGET = all
install: build
	cmake --install $(BUILD)

clean:
	rm -rf $(BUILD) build-sanitize build-tsan build-machines build-python build-python-test
