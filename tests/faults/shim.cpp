// SPDX-License-Identifier: Apache-2.0
// A library for LD_PRELOAD that lets one call of a program fail, or the machine under it crash. Calls count
// from the beginning of main. The environment says which:
//   FAULTS_CALL    malloc, open, write, short, fsync, close, rename, thread: the call that fails;
//                  crash: the program is gone before its N-th write, fsync, truncation or rename, and so is
//                  what was not synced; pause: the N-th rename waits four seconds
//   FAULTS_N       the N-th call fails, from 1 on; 0 or absent: none
//   FAULTS_ALL     if set, so do all after it
//   FAULTS_ERRNO   with this number; without it ENOSPC for writing, EIO for the others, ENOMEM, EAGAIN
//   FAULTS_DROP    what a crash leaves of bytes that were not synced: nothing (cut), zeros where they stood
//                  (zero), or the older half of the writes (half)
//   FAULTS_REPORT  a file that receives "CALLS HIT": how many such calls there were, and whether one failed
// Linux with glibc.
#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);
}

namespace {

enum class call { none, malloc, open, write, short_write, fsync, close, rename, thread, crash, pause };

std::atomic<bool> counting{false};
std::atomic<long> calls{0};
std::atomic<bool> hit{false};
call which = call::none;
long nth = 0;
bool all_after = false;
int error_number = 0;
char drop = 'c';

template <class F>
F next(const char* name) {
  return reinterpret_cast<F>(dlsym(RTLD_NEXT, name));
}

/// Whether this call of the kind is the one that is to fail.
bool is_due(call kind) {
  if (kind != which || !counting.load(std::memory_order_relaxed)) return false;
  const long now = ++calls;
  const bool due = nth > 0 && (now == nth || (all_after && now > nth));
  if (due) hit = true;
  return due;
}

bool fails(call kind, int with) {
  if (!is_due(kind)) return false;
  errno = error_number != 0 ? error_number : with;
  return true;
}

// What a crash takes back. Only system calls from here on: the program's own are replaced.

struct written {
  int descriptor;  // a duplicate, of the same file under whatever name
  ino_t file;
  std::int64_t at, size;          // where it was written, and the file's length before
  std::int64_t bytes, old_bytes;  // how many were written, and how many of those or of a cut end stood there
  char* old;
};
constexpr int max_written = 1 << 14;
written log_[max_written];
int logged = 0;
pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;

/// Notes that `bytes` bytes are about to be written at `at`, or that the file is about to end there.
void remember(int descriptor, std::int64_t at, std::int64_t bytes, bool is_cut) {
  struct stat there {};
  if (fstat(descriptor, &there) != 0 || !S_ISREG(there.st_mode) || logged == max_written) return;
  written w{};
  w.descriptor = static_cast<int>(syscall(SYS_fcntl, descriptor, F_DUPFD_CLOEXEC, 100));
  w.file = there.st_ino;
  w.at = at;
  w.size = there.st_size;
  w.bytes = bytes;
  const std::int64_t end = is_cut ? there.st_size : at + bytes < there.st_size ? at + bytes : there.st_size;
  w.old_bytes = end > at ? end - at : 0;
  if (w.old_bytes > 0) {
    w.old = static_cast<char*>(mmap(nullptr, static_cast<std::size_t>(w.old_bytes), PROT_READ | PROT_WRITE,
                                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    // A file that was opened for writing alone is read through its name in /proc.
    char name[64];
    std::snprintf(name, sizeof name, "/proc/self/fd/%d", descriptor);
    const int reader = static_cast<int>(syscall(SYS_openat, AT_FDCWD, name, O_RDONLY | O_CLOEXEC, 0));
    if (syscall(SYS_pread64, reader, w.old, w.old_bytes, w.at) != w.old_bytes) std::abort();
    syscall(SYS_close, reader);
  }
  log_[logged++] = w;
}

void forget(int descriptor) {
  struct stat there {};
  if (fstat(descriptor, &there) != 0) return;
  int kept = 0;
  for (int k = 0; k < logged; ++k) {
    if (log_[k].file == there.st_ino) {
      syscall(SYS_close, log_[k].descriptor);
    } else {
      log_[kept++] = log_[k];
    }
  }
  logged = kept;
}

[[noreturn]] void crash() {
  const int begin = drop == 'h' ? logged / 2 : 0;
  for (int k = logged; k-- > begin;) {
    const written& w = log_[k];
    if (drop == 'z' && w.bytes > 0) {
      static const char zeros[1 << 16] = {};
      for (std::int64_t done = 0; done < w.bytes;) {
        const std::int64_t left = w.bytes - done;
        const std::int64_t n = left < std::int64_t{sizeof zeros} ? left : std::int64_t{sizeof zeros};
        syscall(SYS_pwrite64, w.descriptor, zeros, n, w.at + done);
        done += n;
      }
      continue;
    }
    if (w.old_bytes > 0) syscall(SYS_pwrite64, w.descriptor, w.old, w.old_bytes, w.at);
    syscall(SYS_ftruncate, w.descriptor, w.size);
  }
  syscall(SYS_exit_group, 99);
  __builtin_unreachable();
}

/// Before a write, fsync, truncation or rename.
class event {
 public:
  event() {
    if (which != call::crash) return;
    pthread_mutex_lock(&log_lock);
    if (is_due(call::crash)) crash();
  }
  event(const event&) = delete;
  event& operator=(const event&) = delete;
  ~event() {
    if (which == call::crash) pthread_mutex_unlock(&log_lock);
  }
  [[nodiscard]] static bool is_logged() { return which == call::crash && counting; }
};

void report() {
  counting = false;
  const char* const name = std::getenv("FAULTS_REPORT");
  if (name == nullptr) return;
  char text[64];
  const int n = std::snprintf(text, sizeof text, "%ld %d\n", calls.load(), hit ? 1 : 0);
  const auto file = syscall(SYS_openat, AT_FDCWD, name, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  syscall(SYS_write, file, text, n);
  syscall(SYS_close, file);
}

void read_settings() {
  static const struct {
    const char* name;
    call kind;
  } kinds[] = {{"malloc", call::malloc},     {"open", call::open},     {"write", call::write},
               {"short", call::short_write}, {"fsync", call::fsync},   {"close", call::close},
               {"rename", call::rename},     {"thread", call::thread}, {"crash", call::crash},
               {"pause", call::pause}};
  const auto setting = [](const char* name) {
    const char* const text = std::getenv(name);
    return text == nullptr ? "" : text;
  };
  for (const auto& k : kinds) {
    if (std::strcmp(k.name, setting("FAULTS_CALL")) == 0) which = k.kind;
  }
  nth = std::atol(setting("FAULTS_N"));
  all_after = *setting("FAULTS_ALL") != '\0';
  error_number = std::atoi(setting("FAULTS_ERRNO"));
  drop = *setting("FAULTS_DROP");
}

using main_function = int (*)(int, char**, char**);
main_function real_main = nullptr;

int counted_main(int argc, char** argv, char** environment) {
  read_settings();
  std::atexit(report);
  counting = true;
  const int code = real_main(argc, argv, environment);
  counting = false;
  return code;
}

}  // namespace

extern "C" {

int __libc_start_main(main_function f, int argc, char** argv, void (*init)(), void (*fini)(),
                      void (*rtld_fini)(), void* stack_end) {
  real_main = f;
  using start = int (*)(main_function, int, char**, void (*)(), void (*)(), void (*)(), void*);
  return next<start>("__libc_start_main")(counted_main, argc, argv, init, fini, rtld_fini, stack_end);
}

void* malloc(std::size_t n) {
  if (fails(call::malloc, ENOMEM)) return nullptr;
  return __libc_malloc(n);
}
void* calloc(std::size_t n, std::size_t size) {
  if (fails(call::malloc, ENOMEM)) return nullptr;
  return __libc_calloc(n, size);
}
void* realloc(void* p, std::size_t n) {
  if (fails(call::malloc, ENOMEM)) return nullptr;
  return __libc_realloc(p, n);
}
void* memalign(std::size_t alignment, std::size_t n) {
  if (fails(call::malloc, ENOMEM)) return nullptr;
  return __libc_memalign(alignment, n);
}
void* aligned_alloc(std::size_t alignment, std::size_t n) { return memalign(alignment, n); }
int posix_memalign(void** p, std::size_t alignment, std::size_t n) {
  void* const got = memalign(alignment, n);
  if (got == nullptr) return ENOMEM;
  *p = got;
  return 0;
}

int open(const char* name, int flags, ...) {
  std::va_list rest;
  va_start(rest, flags);
  const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  if (fails(call::open, EIO)) return -1;
  return static_cast<int>(syscall(SYS_openat, AT_FDCWD, name, flags, mode));
}
int open64(const char* name, int flags, ...) {
  std::va_list rest;
  va_start(rest, flags);
  const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return open(name, flags, mode);
}
std::FILE* fopen(const char* name, const char* mode) {
  static const auto real = next<std::FILE* (*)(const char*, const char*)>("fopen");
  if (fails(call::open, EIO)) return nullptr;
  return real(name, mode);
}
std::FILE* fopen64(const char* name, const char* mode) { return fopen(name, mode); }
DIR* opendir(const char* name) {
  static const auto real = next<DIR* (*)(const char*)>("opendir");
  if (fails(call::open, EIO)) return nullptr;
  return real(name);
}

ssize_t write(int file, const void* bytes, std::size_t n) {
  if (fails(call::write, ENOSPC)) return -1;
  if (n > 1 && is_due(call::short_write)) n /= 2;
  const event e;
  if (event::is_logged()) {
    const auto at = (syscall(SYS_fcntl, file, F_GETFL) & O_APPEND) != 0
                        ? syscall(SYS_lseek, file, 0, SEEK_END)
                        : syscall(SYS_lseek, file, 0, SEEK_CUR);
    remember(file, at, static_cast<std::int64_t>(n), false);
  }
  return syscall(SYS_write, file, bytes, n);
}
ssize_t writev(int file, const struct iovec* parts, int count) {
  if (fails(call::write, ENOSPC)) return -1;
  const event e;
  std::size_t n = 0;
  for (int k = 0; k < count; ++k) n += parts[k].iov_len;
  if (event::is_logged()) {
    remember(file, syscall(SYS_lseek, file, 0, SEEK_CUR), static_cast<std::int64_t>(n), false);
  }
  return syscall(SYS_writev, file, parts, count);
}
int ftruncate(int file, off_t size) {
  const event e;
  if (event::is_logged()) remember(file, size, 0, true);
  return static_cast<int>(syscall(SYS_ftruncate, file, size));
}
int ftruncate64(int file, off_t size) { return ftruncate(file, size); }

int fsync(int file) {
  if (fails(call::fsync, EIO)) return -1;
  const event e;
  if (event::is_logged()) forget(file);
  return static_cast<int>(syscall(SYS_fsync, file));
}
int fdatasync(int file) { return fsync(file); }

int close(int file) {
  // As Linux does it: what failed is closed all the same.
  const bool failed = fails(call::close, EIO);
  const int error = errno;
  const int code = static_cast<int>(syscall(SYS_close, file));
  if (failed) errno = error;
  return failed ? -1 : code;
}
int fclose(std::FILE* file) {
  static const auto real = next<int (*)(std::FILE*)>("fclose");
  const bool failed = fails(call::close, EIO);
  const int error = errno;
  const int code = real(file);
  if (failed) errno = error;
  return failed ? EOF : code;
}

int rename(const char* from, const char* to) {
  if (fails(call::rename, EIO)) return -1;
  const event e;
  if (is_due(call::pause)) {
    const timespec pause{4, 0};
    nanosleep(&pause, nullptr);
  }
  return static_cast<int>(syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0));
}

int pthread_create(pthread_t* thread, const pthread_attr_t* how, void* (*f)(void*), void* with) {
  using create = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  static const auto real = next<create>("pthread_create");
  if (is_due(call::thread)) return error_number != 0 ? error_number : EAGAIN;
  return real(thread, how, f, with);
}

}  // extern "C"
