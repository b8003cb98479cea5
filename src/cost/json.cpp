// SPDX-License-Identifier: Apache-2.0
#include "cost/json.hpp"

#include <cmath>
#include <utility>

#include <tali/error.hpp>

#include "core/read_number.hpp"

namespace tali::cost {

namespace {

class parser {
 public:
  explicit parser(std::string_view text) : text_(text) {}

  json all() {
    json out = value(0);
    skip();
    if (at_ != text_.size()) fail("the end");
    return out;
  }

 private:
  static constexpr int max_depth = 16;

  [[noreturn]] void fail(const char* expected) const {
    throw error("byte " + std::to_string(at_) + ": expected " + expected);
  }
  void skip() {
    while (at_ < text_.size() &&
           (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\r' || text_[at_] == '\t')) {
      ++at_;
    }
  }
  bool take(char c) {
    skip();
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  bool take(std::string_view word) {
    if (text_.substr(at_, word.size()) != word) return false;
    at_ += word.size();
    return true;
  }

  json value(int depth) {
    if (depth > max_depth) fail("fewer levels");
    skip();
    if (take('{')) return members(depth);
    if (take('[')) return elements(depth);
    if (take('"')) return json(rest_of_string());
    if (take("true")) return json(true);
    if (take("false")) return json(false);
    if (take("null")) return json(nullptr);
    return number();
  }

  json members(int depth) {
    json::object out;
    if (take('}')) return json(std::move(out));
    do {
      if (!take('"')) fail("a key");
      std::string key = rest_of_string();
      if (!take(':')) fail("':'");
      if (!out.emplace(std::move(key), value(depth + 1)).second) fail("each key once");
    } while (take(','));
    if (!take('}')) fail("',' or '}'");
    return json(std::move(out));
  }

  json elements(int depth) {
    json::array out;
    if (take(']')) return json(std::move(out));
    do {
      out.push_back(value(depth + 1));
    } while (take(','));
    if (!take(']')) fail("',' or ']'");
    return json(std::move(out));
  }

  std::string rest_of_string() {
    constexpr std::string_view escapes = "\"\\/bfnrt", means = "\"\\/\b\f\n\r\t";
    std::string out;
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '"') {
        ++at_;
        return out;
      }
      if (static_cast<unsigned char>(c) < 32) fail("no control character");
      if (c != '\\') {
        out += c;
        continue;
      }
      ++at_;
      const std::size_t index = at_ < text_.size() ? escapes.find(text_[at_]) : std::string_view::npos;
      if (index == std::string_view::npos) fail("an escape");
      out += means[index];
    }
    fail("'\"'");
  }

  json number() {
    double x = 0;
    const char* const begin = text_.data() + at_;
    const auto [rest, failure] = detail::read_number(begin, text_.data() + text_.size(), x);
    if (failure != std::errc{} || !std::isfinite(x)) fail("a value");
    at_ += static_cast<std::size_t>(rest - begin);
    return json(x);
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

json json::parse(std::string_view text) { return parser(text).all(); }

bool json::has(std::string_view key) const {
  const auto* const members = std::get_if<object>(&value_);
  return members != nullptr && members->find(key) != members->end();
}

void json::complain(std::string_view key, const char* problem) {
  throw error(key.empty() ? problem : "'" + std::string(key) + "' " + problem);
}

const json& json::at(std::string_view key) const {
  if (!has(key)) complain(key, "is missing");
  return std::get<object>(value_).find(key)->second;
}

std::string in_quotes(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += static_cast<unsigned char>(c) < 32 ? ' ' : c;
  }
  return out + '"';
}

}  // namespace tali::cost
