// SPDX-License-Identifier: Apache-2.0
#include "gpu/runtime/kernel_images.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <tali/error.hpp>

#include "gpu/runtime/kernel_headers.hpp"

namespace tali::runtime {

namespace {

namespace files = std::filesystem;

std::uint64_t hash_of(const char* bytes, std::size_t n) {  // FNV-1a
  std::uint64_t h = 0xcbf29ce484222325u;
  for (std::size_t i = 0; i < n; ++i) h = (h ^ static_cast<unsigned char>(bytes[i])) * 0x100000001b3u;
  return h;
}

std::string hexadecimal(std::uint64_t x) {
  std::string digits(16, '0');
  for (std::size_t i = 16; i-- != 0; x >>= 4) digits[i] = "0123456789abcdef"[x & 15u];
  return digits;
}

/// An open file, closed with this object.
class descriptor {
 public:
  explicit descriptor(int it) : it_{it} {}
  ~descriptor() {
    if (it_ >= 0) (void)close(it_);
  }
  descriptor(const descriptor&) = delete;
  descriptor& operator=(const descriptor&) = delete;
  [[nodiscard]] int at() const { return it_; }

 private:
  int it_;
};

/// A file's bytes; empty if it cannot be read.
std::string contents(const std::string& file) {
  const descriptor in(open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
  std::string all;
  std::array<char, 1 << 16> part;
  for (ssize_t n; in.at() >= 0 && (n = read(in.at(), part.data(), part.size())) != 0;) {
    if (n > 0) {
      all.append(part.data(), static_cast<std::size_t>(n));
    } else if (errno != EINTR) {
      return {};
    }
  }
  return all;
}

/// Writes a file under another name, and renames it: readers see all of it or nothing.
/// @returns 0, or the errno of what failed; then nothing is left
int write_whole(const std::string& file, const std::string& text) {
  static std::atomic<unsigned> number{0};
  const std::string draft = file + "." + std::to_string(getpid()) + "." + std::to_string(number++) + ".part";
  const descriptor out(open(draft.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (out.at() < 0) return errno;
  const auto failed = [&](int code) {
    (void)unlink(draft.c_str());
    return code;
  };
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t n = write(out.at(), text.data() + done, text.size() - done);
    if (n < 0 && errno != EINTR) return failed(errno);
    if (n > 0) done += static_cast<std::size_t>(n);
  }
  return rename(draft.c_str(), file.c_str()) == 0 ? 0 : failed(errno);
}

// The user's cache.

constexpr const char* suffix = ".kernel";

std::string cache_folder() {
  const auto variable = [](const char* name) -> std::string {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
  };
  if (variable("TALI_CACHE") == "off") return {};
  if (const std::string chosen = variable("TALI_CACHE_DIR"); !chosen.empty()) return chosen;
  // The XDG rule: a relative path is ignored.
  if (const std::string caches = variable("XDG_CACHE_HOME"); caches.starts_with("/")) return caches + "/tali";
  if (const std::string home = variable("HOME"); home.starts_with("/")) return home + "/.cache/tali";
  return {};
}

/// Whether only this user and root can write to the folder: another user's code would run in this process.
bool is_private(const struct stat& folder) {
  return S_ISDIR(folder.st_mode) && (folder.st_uid == geteuid() || folder.st_uid == 0) &&
         (folder.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

/// The cache's folder, if it exists or can be made; empty if there is none.
/// @throws argument_error if others may write to it
std::string usable_cache() {
  const std::string folder = cache_folder();
  if (folder.empty()) return {};
  std::error_code ignored;
  files::create_directories(files::path(folder).parent_path(), ignored);
  (void)mkdir(folder.c_str(), 0700);
  struct stat state {};
  if (stat(folder.c_str(), &state) != 0 || !S_ISDIR(state.st_mode)) return {};
  if (!is_private(state)) {
    throw argument_error("TALI_CACHE_DIR", quoted(folder),
                         "a folder to which no other user can write, or TALI_CACHE=off");
  }
  return folder;
}

// Keys.

/// All that the code depends on, except the compiler's version and the form of the code.
std::string key_of(const std::string& expression, int capability) {
  std::string key = "headers " + std::string(kernel_headers_hash()) + "\nkernel " + expression + "\noptions";
  for (const std::string& o : compile_options()) key += " " + o;
  return key + "\nGPU " + std::to_string(capability) + "\n";
}

std::string key_of(const std::string& common, const kernel_compiler& compiler,
                   const std::string& architecture) {
  return common + "compiler " + compiler.version() + " " + architecture + "\n";
}

std::string file_of(const std::string& folder, const std::string& key) {
  return folder + "/" + hexadecimal(hash_of(key.data(), key.size())) + suffix;
}

// The packed cache.

/// A file's bytes in the address space, for as long as the process runs: only pages that are read take
/// memory.
std::string_view mapped(const std::string& file) {
  const descriptor in(open(file.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat state {};
  if (in.at() < 0 || fstat(in.at(), &state) != 0 || state.st_size <= 0) return {};
  const auto bytes = static_cast<std::size_t>(state.st_size);
  void* const at = mmap(nullptr, bytes, PROT_READ, MAP_PRIVATE, in.at(), 0);
  return at == MAP_FAILED ? std::string_view() : std::string_view(static_cast<const char*>(at), bytes);
}

/// Its records by common key. A file that is cut off has those before.
std::map<std::string_view, record> packed_records() {
  std::map<std::string_view, record> all;
  const std::string_view text = mapped(packed_cache());
  for (std::size_t at = 0; at < text.size();) {
    const std::optional<record> r = record_at(text, at);
    if (!r) break;
    at += r->all.size();
    all.emplace(r->key.substr(0, r->key.rfind("compiler ")), *r);
  }
  return all;
}

std::optional<kernel_image> packed_image(const std::string& common) {
  static const std::map<std::string_view, record> all = packed_records();
  const auto it = all.find(common);
  if (it == all.end() || !it->second.is_whole()) return {};
  return it->second.image();
}

// The compiler.

/// The compiler for a driver; opened once.
const kernel_compiler& compiler_for(int driver) {
  static auto& known = *new std::map<int, std::unique_ptr<kernel_compiler>>;
  std::unique_ptr<kernel_compiler>& it = known[driver];
  if (!it) it = std::make_unique<kernel_compiler>(driver);
  return *it;
}

/// One thread at a time looks for code, which happens once per kernel.
std::mutex& guard() {
  static auto& one = *new std::mutex;
  return one;
}

}  // namespace

kernel_image image_of(const std::string& expression, const kernel_target& target, bool refused) {
  const std::lock_guard lock(guard());
  const std::string common = key_of(expression, target.capability);
  if (!refused) {
    if (std::optional<kernel_image> packed = packed_image(common)) return *std::move(packed);
  }
  const std::string folder = usable_cache();
  const kernel_compiler& compiler = compiler_for(target.driver);
  const std::string architecture = compiler.architecture_for(target.capability);
  const std::string key = key_of(common, compiler, architecture);
  const std::string file = folder.empty() ? std::string() : file_of(folder, key);
  if (!folder.empty() && !refused) {
    const std::string text = contents(file);
    if (const std::optional<record> r = record_at(text);
        r && r->all.size() == text.size() && r->key == key && r->is_whole())
      return r->image();
  }
  kernel_image image = compiler.compile(expression, architecture);
  // A cache that cannot be written costs time later, and nothing else.
  if (!folder.empty()) (void)write_whole(file, record_of(key, image));
  return image;
}

std::string packed_images(std::span<const std::string> expressions, std::span<const int> capabilities) {
  const std::lock_guard lock(guard());
  const kernel_compiler& compiler = compiler_for(0);
  std::string text;
  for (const int capability : capabilities) {
    const std::string architecture = compiler.architecture_for(capability);
    for (const std::string& expression : expressions) {
      text += record_of(key_of(key_of(expression, capability), compiler, architecture),
                        compiler.compile(expression, architecture));
    }
  }
  return text;
}

std::string packed_cache() {
  const std::string folder = folder_of_library();
  return folder.empty() ? std::string() : folder + "/tali-kernels.cache";
}

cache_state look_at_cache() {
  cache_state s;
  s.folder = cache_folder();
  if (s.folder.empty()) {
    s.why_not = "TALI_CACHE is off, or no folder is known";
    return s;
  }
  struct stat state {};
  if (stat(s.folder.c_str(), &state) != 0) return s;  // made by the first kernel
  if (!is_private(state)) {
    s.why_not = "another user can write to it";
    return s;
  }
  std::error_code ignored;
  for (const auto& entry : files::directory_iterator(s.folder, ignored)) {
    if (entry.path().extension() != suffix) continue;
    ++s.kernels;
    s.bytes += entry.file_size(ignored);
  }
  return s;
}

std::size_t clear_cache() {
  std::size_t removed = 0;
  std::error_code ignored;
  const std::string folder = cache_folder();
  if (folder.empty()) return 0;
  for (const auto& entry : files::directory_iterator(folder, ignored)) {
    const files::path kind = entry.path().extension();
    if ((kind == suffix || kind == ".part") && files::remove(entry.path(), ignored)) ++removed;
  }
  return removed;
}

// Records.

namespace {

/// The beginning of a record. Files are read on the machine that wrote them, or on one of its kind.
struct record_head {
  char magic[8];
  std::uint64_t checksum;  ///< of all that follows
  std::uint64_t key, symbol, code;
};
constexpr char magic[8] = {'t', 'a', 'l', 'i', 'k', 'r', 'n', '1'};
constexpr std::size_t unchecked = offsetof(record_head, key);

}  // namespace

std::string record_of(const std::string& key, const kernel_image& image) {
  record_head head{};
  std::memcpy(head.magic, magic, sizeof magic);
  head.key = key.size();
  head.symbol = image.symbol.size();
  head.code = image.code.size();
  std::string text(sizeof head, '\0');
  std::memcpy(text.data(), &head, sizeof head);
  text += key + image.symbol + image.code;
  head.checksum = hash_of(text.data() + unchecked, text.size() - unchecked);
  std::memcpy(text.data(), &head, sizeof head);
  return text;
}

std::optional<record> record_at(std::string_view text, std::size_t at) {
  text.remove_prefix(std::min(at, text.size()));
  record_head head{};
  if (text.size() < sizeof head) return {};
  std::memcpy(&head, text.data(), sizeof head);
  if (std::memcmp(head.magic, magic, sizeof magic) != 0) return {};
  std::size_t end = sizeof head;
  const auto next = [&](std::uint64_t n) {
    if (n > text.size() - end) return std::string_view();
    end += n;
    return text.substr(end - n, n);
  };
  record r{.all = {}, .key = next(head.key), .symbol = next(head.symbol), .code = next(head.code)};
  if (r.key.empty() || r.symbol.empty() || r.code.empty()) return {};
  r.all = text.substr(0, end);
  return r;
}

bool record::is_whole() const {
  record_head head{};
  std::memcpy(&head, all.data(), sizeof head);
  return hash_of(all.data() + unchecked, all.size() - unchecked) == head.checksum;
}

}  // namespace tali::runtime
