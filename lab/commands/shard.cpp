// SPDX-License-Identifier: Apache-2.0
#include "shard.hpp"

#include <algorithm>
#include <exception>
#include <fstream>
#include <iterator>
#include <optional>

#include <checkpoint.hpp>
#include <fmt/core.h>

#include <tali/error.hpp>
#include <tali/version.hpp>

#include "errors.hpp"
#include "numbers.hpp"

namespace tali::tool {

using nlohmann::ordered_json;

namespace {

/// One part's fields.
struct found_part {
  std::string name, of;
  shard shard_of_part;
  ordered_json body = ordered_json::object();
};

found_part parsed(const named_part& p) {
  const std::optional<std::string> text = tali::lab::verify_checksum(p.text);
  const ordered_json j = text ? ordered_json::parse(*text, nullptr, false) : ordered_json();
  const bool whole = j.is_object() && j.contains("of") && j["of"].is_string() && j.contains("part") &&
                     j["part"].is_string() && j.contains("body");
  if (!whole) {
    throw usage_error(fmt::format(
        "part '{}' is truncated or altered, or is not a part; expected parts as --part wrote them", p.name));
  }
  return {p.name, j["of"].get<std::string>(), shard::parse(j["part"].get<std::string>()), j["body"]};
}

std::string text_of(const shard& s) { return fmt::format("{}/{}", s.index, s.count); }

/// "2/4, 3/4 and 9 more"
std::string list_of(const std::vector<shard>& all) {
  std::string text;
  constexpr std::size_t shown = 5;
  for (std::size_t k = 0; k < std::min(all.size(), shown); ++k)
    text += (k == 0 ? "" : ", ") + text_of(all[k]);
  return all.size() <= shown ? text : fmt::format("{} and {} more", text, all.size() - shown);
}

}  // namespace

shard shard::parse(const std::string& text) {
  constexpr std::uint64_t max_parts = 1'000'000;
  const std::size_t slash = text.find('/');
  shard s{0, 0};
  try {
    if (slash != std::string::npos) {
      s = {parse_whole("--part", text.substr(0, slash)), parse_whole("--part", text.substr(slash + 1))};
    }
  } catch (const std::exception&) {
    s = {0, 0};
  }
  if (s.index < 1 || s.index > s.count || s.count > max_parts) {
    throw argument_error("--part", quoted(text),
                         fmt::format("I/N, with I of 1 to N and N of 1 to {}", max_parts));
  }
  return s;
}

std::uint64_t shard::begin_of(std::uint64_t k, std::uint64_t n, std::uint64_t grain) const {
  __extension__ using wide = unsigned __int128;
  const std::uint64_t grains = n / grain + (n % grain != 0 ? 1 : 0);
  return static_cast<std::uint64_t>(std::min<wide>(static_cast<wide>(grains) * k / count * grain, n));
}

void add_part(const parser& command, std::string& to) {
  command.add("--part", to, "I/N", "Do part I of N of the work, and write -o FILE for 'merge'");
}

std::string part_text(const shard& s, const std::string& of, const ordered_json& body) {
  const ordered_json j = {
      {"of", fmt::format("tali {}: {}", version(), of)}, {"part", text_of(s)}, {"body", body}};
  return tali::lab::append_checksum(j.dump() + "\n");
}

std::vector<named_part> read_parts(const std::vector<std::string>& files) {
  std::vector<named_part> parts;
  for (const std::string& file : files) {
    std::ifstream in(file, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    if (!in.is_open() || in.bad()) {
      throw io_error("read part", file, "");
    }
    parts.push_back({file, text});
  }
  return parts;
}

joined_parts join(const std::vector<named_part>& parts) {
  std::vector<found_part> all;
  for (const named_part& p : parts) {
    all.push_back(parsed(p));
    const found_part &one = all.back(), &first = all.front();
    if (one.of != first.of || one.shard_of_part.count != first.shard_of_part.count) {
      throw usage_error(fmt::format("part '{}' is part {} of '{}'; expected part I/{} of '{}', as '{}' is",
                                    one.name, text_of(one.shard_of_part), one.of, first.shard_of_part.count,
                                    first.of, first.name));
    }
  }
  if (all.empty()) throw usage_error("there are no parts; expected the files of all parts");
  std::ranges::stable_sort(all, {}, [](const found_part& p) { return p.shard_of_part.index; });
  std::vector<shard> missing;
  std::uint64_t next = 1;
  for (std::size_t k = 0; k < all.size(); ++k) {
    const shard& s = all[k].shard_of_part;
    if (k != 0 && s.index == all[k - 1].shard_of_part.index) {
      throw usage_error(fmt::format("part '{}' is part {}, as '{}' is; expected each part once", all[k].name,
                                    text_of(s), all[k - 1].name));
    }
    for (; next < s.index; ++next) missing.push_back({next, s.count});
    ++next;
  }
  for (; next <= all.front().shard_of_part.count; ++next)
    missing.push_back({next, all.front().shard_of_part.count});
  if (!missing.empty()) {
    throw usage_error(fmt::format("parts {} are missing; expected all {} parts of '{}'", list_of(missing),
                                  all.front().shard_of_part.count, all.front().of));
  }
  joined_parts joined{all.front().of, {}};
  for (found_part& p : all) joined.bodies.push_back(std::move(p.body));
  return joined;
}

}  // namespace tali::tool
