// SPDX-License-Identifier: Apache-2.0
// Parses names with options.
#include <algorithm>

#include <tali/any.hpp>
#include <tali/error.hpp>

namespace tali {

engine_text::engine_text(std::string_view text, const char* kind) : name(text.substr(0, text.find(':'))) {
  std::string_view rest = text.size() > name.size() ? text.substr(name.size() + 1) : std::string_view();
  if (rest.empty() && text.size() > name.size())
    throw argument_error(kind, quoted(std::string(text)), name + " alone or with options after the colon");
  for (bool more = !rest.empty(); more;) {
    const std::string_view one = rest.substr(0, rest.find(','));
    more = one.size() != rest.size();  // another option follows a comma
    rest.remove_prefix(more ? one.size() + 1 : one.size());
    const std::size_t equals = one.find('=');
    const std::string_view key = one.substr(0, equals);
    const bool again = std::ranges::any_of(options, [&](const option& o) { return o.key == key; });
    // An engine may have words without a value, such as mtgp32's "curand".
    const bool is_word = std::string_view(kind) == "engine" && key.find_first_of("0123456789.") == key.npos;
    if ((equals == std::string_view::npos && !is_word) || key.empty() || again) {
      throw argument_error(kind, quoted(std::string(text)),
                           name + ":key=value, with commas between options and each key once");
    }
    options.push_back({std::string(key), std::string(one.substr(std::min(one.size(), key.size() + 1)))});
  }
}

std::string engine_text::get(std::string_view key, std::string_view otherwise) const {
  for (const option& o : options) {
    if (o.key == key) return o.text;
  }
  return std::string(otherwise);
}

void engine_text::set(std::string_view key, std::string text) {
  for (option& o : options) {
    if (o.key == key) {
      o.text = std::move(text);
      return;
    }
  }
  options.push_back({std::string(key), std::move(text)});
}

std::string engine_text::text() const {
  std::string all = name;
  for (const option& o : options) {
    all += (&o == options.data() ? ':' : ',') + o.key;
    if (!o.text.empty()) all += "=" + o.text;
  }
  return all;
}

}  // namespace tali
