// SPDX-License-Identifier: Apache-2.0
#include "number_file.hpp"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string_view>

#include <fmt/core.h>

#include "errors.hpp"

namespace tali::tool {

namespace {

constexpr std::string_view numpy_begins = "\x93NUMPY";

std::string whole(const std::string& name) {
  const bool standard = name == "-";
  const std::unique_ptr<FILE, int (*)(FILE*)> file(standard ? stdin : std::fopen(name.c_str(), "rb"),
                                                   standard ? [](FILE*) { return 0; } : &std::fclose);
  const auto refuse = [&] { return io_error("read FILE", name, std::strerror(errno)); };
  if (!file) throw refuse();
  constexpr std::size_t max_bytes = std::size_t{64} << 20;
  std::string all;
  char piece[1 << 16];
  while (all.size() < max_bytes) {
    const std::size_t n = std::fread(piece, 1, sizeof piece, file.get());
    all.append(piece, n);
    if (n != sizeof piece) break;
  }
  if (std::ferror(file.get()) != 0) throw refuse();
  return all;
}

/// The quoted text, or the text up to a comma, after a key of the header's dictionary.
std::string entry(std::string_view header, std::string_view key) {
  std::size_t at = header.find(key);
  if (at == std::string_view::npos) return {};
  at = header.find_first_not_of(" :", at + key.size());
  if (at == std::string_view::npos) return {};
  if (header[at] == '\'') return std::string(header.substr(at + 1, header.find('\'', at + 1) - at - 1));
  const char last = header[at] == '(' ? ')' : ',';
  return std::string(header.substr(at, header.find(last, at) - at));
}

number_file of_numpy(const std::string& name, const std::string& all, const std::string& type) {
  const auto refuse = [&](const std::string& problem, const char* expected) {
    return argument_error("FILE", "'" + name + "', " + problem, expected);
  };
  constexpr std::size_t before = 8;
  const bool long_header = all.size() > before && all[6] != 1;
  const std::size_t begin = before + (long_header ? 4 : 2);
  if (all.size() < begin) throw refuse("which ends in its header", "a complete npy file");
  std::size_t length = 0;
  for (std::size_t k = begin; k-- > before;) length = length << 8 | static_cast<unsigned char>(all[k]);
  if (length > all.size() - begin) throw refuse("which ends in its header", "a complete npy file");
  const std::string_view header = std::string_view(all).substr(begin, length);
  const std::string descr = entry(header, "'descr'"), shape = entry(header, "'shape'");
  constexpr std::pair<std::string_view, const char*> types[] = {
      {"<f4", "f32"}, {"<f8", "f64"}, {"<u4", "u32"}, {"<u8", "u64"}, {"<i4", "i32"}, {"<i8", "i64"}};
  const auto found_type = std::ranges::find(types, descr, &std::pair<std::string_view, const char*>::first);
  if (found_type == std::end(types)) {
    throw refuse(fmt::format("of type '{}'", descr), "little-endian numbers of 32 and 64 bits");
  }
  const bool is_matrix = shape.find(',') != std::string::npos && !shape.ends_with(",");
  if (entry(header, "'fortran_order'") == "True" && is_matrix) {
    throw refuse("whose first index runs fastest", "an array in C order, as from np.ascontiguousarray");
  }
  if (!type.empty() && type != found_type->second) {
    throw argument_error("--dtype", type, fmt::format("{}, the type of this file", found_type->second));
  }
  const auto* const values = reinterpret_cast<const std::byte*>(all.data());
  return {false, found_type->second, {}, {values + begin + length, values + all.size()}};
}

}  // namespace

number_file read_number_file(const std::string& name, const std::string& type) {
  std::string all = whole(name);
  if (all.starts_with(numpy_begins)) return of_numpy(name, all, type);
  const bool printable =
      std::ranges::all_of(all, [](unsigned char c) { return std::isprint(c) != 0 || std::isspace(c) != 0; });
  if (printable) return {true, type, std::move(all), {}};
  if (type.empty()) {
    throw argument_error("--dtype", "", fmt::format("the type of the raw file '{}'", name),
                         {"u32", "u64", "i32", "i64", "f32", "f64"});
  }
  const auto* const values = reinterpret_cast<const std::byte*>(all.data());
  return {false, type, {}, {values, values + all.size()}};
}

}  // namespace tali::tool
