#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include <tali/arguments.hpp>
#include <tali/error.hpp>

namespace tali {

template <class T>
T arguments::get(const char* name, T otherwise) const {
  const auto found = text_.find(name);
  if (found == text_.end()) return otherwise;
  const std::string& text = found->second;
  T value{};
  const char* end = text.data() + text.size();
  const auto [rest, failure] = std::from_chars(text.data(), end, value);
  bool good = failure == std::errc{} && rest == end;
  if constexpr (std::is_floating_point_v<T>) {
    good = good && std::isfinite(value);
    if (!good) throw argument_error(name, "'" + text + "'", "a finite number");
  } else {
    if (!good) {
      throw argument_error(name, "'" + text + "'",
                           "an integer from " + std::to_string(std::numeric_limits<T>::min()) + " to " +
                               std::to_string(std::numeric_limits<T>::max()));
    }
  }
  return value;
}

template float arguments::get(const char*, float) const;
template double arguments::get(const char*, double) const;
template std::int32_t arguments::get(const char*, std::int32_t) const;
template std::int64_t arguments::get(const char*, std::int64_t) const;
template std::uint32_t arguments::get(const char*, std::uint32_t) const;
template std::uint64_t arguments::get(const char*, std::uint64_t) const;

void arguments::expect(std::initializer_list<const char*> names) const {
  for (const auto& [name, text] : text_) {
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      std::string allowed;
      for (const char* n : names) allowed += (allowed.empty() ? "" : ", ") + std::string(n);
      throw argument_error("parameter " + name, "'" + text + "'",
                           allowed.empty() ? "none, this distribution has no parameters" : allowed);
    }
  }
}

}  // namespace tali
