// SPDX-License-Identifier: Apache-2.0
// Names with options and parameters: "ENGINE\nDISTRIBUTION TYPE\nNAME=VALUE,...".
#include <string>

#include <tali/any.hpp>

#include "fuzz.hpp"

namespace {

using namespace tali;

/// Files of the machine's are not read here, and a million generators would take the time.
bool is_cheap(const engine_text& text) {
  return text.get("file", "").empty() && text.get("threads", "").size() < 5 &&
         text.get("dims", "").size() < 5;
}

}  // namespace

extern "C" int TALI_FUZZ_TARGET(const std::uint8_t* data, std::size_t size) {
  const std::string_view all = fuzz::text_of(data, size);
  const std::size_t first = all.find('\n'), second = all.find('\n', first + 1);
  const std::string_view engine = all.substr(0, first);
  fuzz::accepts([&] {
    const engine_text text(engine);
    const std::string again = text.text();
    fuzz::require(engine_text(again).text() == again, "the text of an engine is read as what it is");
    if (is_cheap(text)) (void)any_engine(engine, 1, 2);
  });
  if (second == std::string_view::npos) return 0;
  const std::string_view distribution = all.substr(first + 1, second - first - 1);
  const std::size_t space = distribution.find(' ');
  if (space == std::string_view::npos) return 0;
  fuzz::accepts([&] {
    const engine_text given("x:" + std::string(all.substr(second + 1)));
    arguments parameters;
    for (const auto& o : given.options) parameters.set(o.key, o.text);
    (void)any_distribution(distribution.substr(0, space), distribution.substr(space + 1), parameters);
  });
  return 0;
}
