// SPDX-License-Identifier: Apache-2.0
// What the page calls: the catalogue as JSON, and a range of a sequence with its digest. A value is
// value(engine, distribution, index), the definition, one by one; a page has one thread and no other level.
//
// Text comes in through input(), which has room for input_size() bytes and a zero byte; text goes out as the
// address of text that ends with a zero byte and is valid until the next call.
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <tali/any.hpp>
#include <tali/arguments.hpp>
#include <tali/catalogue.hpp>
#include <tali/digest.hpp>
#include <tali/error.hpp>
#include <tali/rejection/attempts.hpp>
#include <tali/sequence.hpp>

#include "support/examples.hpp"

#define TALI_WEB_EXPORT(name) extern "C" __attribute__((export_name(#name)))

namespace tali::web {
namespace {

/// Engines that reach any index and are headers alone: the jumps of those in segments are compiled sources.
struct is_headers_alone {
  template <class E>
  static constexpr bool of = !detail::is_in_segments::of<E>;
};
using page_engines = decltype(detail::operator+(
    catalogue::engines{}, detail::filtered_list<is_headers_alone, catalogue::cuda_word_engines>{}));

/// Scalar distributions whose parameters are numbers.
template <class D>
inline constexpr bool is_offered =
    detail::kind_of<D> == distribution_kind::fixed || detail::kind_of<D> == distribution_kind::rejection;

/// A text of JSON as it grows.
class json {
 public:
  json& raw(std::string_view text) {
    text_ += text;
    return *this;
  }
  json& quoted(std::string_view text) {
    text_ += '"';
    for (const char c : text) {
      if (c == '"' || c == '\\') text_ += '\\';
      text_ += c;
    }
    text_ += '"';
    return *this;
  }
  /// A comma, unless it would follow an opening bracket.
  json& next() {
    if (!text_.empty() && text_.back() != '[' && text_.back() != '{') text_ += ',';
    return *this;
  }
  json& key(std::string_view name) { return next().quoted(name).raw(":"); }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
};

template <class D>
void write_parameters(json& out) {
  out.key("parameters").raw("[");
  if constexpr (requires { D::parameter_list; }) {
    for (const parameter_info& p : D::parameter_list) {
      out.next().raw("{").key("name").quoted(p.name).key("allowed").quoted(p.allowed);
      out.key("default").quoted(detail::text_of(p.default_value)).raw("}");
    }
  } else {
    for (const char* name : D::parameters) out.next().raw("{").key("name").quoted(name).raw("}");
  }
  out.raw("]");
}

/// A number's text. Whole ones have all their digits: "1e+12" is not an integer's text.
std::string number_text(double x) {
  return x == std::trunc(x) && std::abs(x) < 0x1p62 ? std::to_string(static_cast<std::int64_t>(x))
                                                    : detail::text_of(x);
}

/// The parameters of each pinned set, as text by name; those that are infinite are their defaults.
template <class D>
void write_examples(json& out) {
  out.key("examples").raw("[");
  if constexpr (detail::kind_of<D> == distribution_kind::rejection) {
    for (const auto& given : test::example_parameters<D>()) {
      out.next().raw("{");
      for (std::size_t k = 0; k < given.size(); ++k) {
        if (detail::is_finite(given[k])) out.key(D::parameter_list[k].name).quoted(number_text(given[k]));
      }
      out.raw("}");
    }
  } else {
    const arguments given =
        test::example_arguments(D::name, D::parameters, type_name<typename D::result_type>());
    out.next().raw("{");
    for (const char* name : D::parameters) {
      if (given.has(name)) out.key(name).quoted(detail::text_of(given.get<double>(name, 0)));
    }
    out.raw("}");
  }
  out.raw("]");
}

/// Pairs of the page. Samples have one function per engine and distribution here: those of engines without
/// counters would make the page several times as large.
template <class E, class D>
constexpr bool is_offered_pair = detail::can_make(E::kind, detail::kind_of<D>, false) &&
                                 (detail::kind_of<D> == distribution_kind::fixed || counter_engine<E>);

/// Not inlined: all of them in one function would take clang five minutes.
template <class D>
[[gnu::noinline]] void write_distribution(json& out) {
  out.next().raw("{").key("name").quoted(D::name).key("type").quoted(type_name<typename D::result_type>());
  out.key("summary").quoted(D::summary).key("engines").raw("[");
  page_engines::for_each([&]<class E>(int, detail::type_list<E>) {
    if (is_offered_pair<E, D>) out.next().quoted(E::name);
  });
  out.raw("]");
  write_parameters<D>(out);
  write_examples<D>(out);
  out.raw("}");
}

std::string catalogue_text() {
  json out;
  out.raw("{").key("engines").raw("[");
  page_engines::for_each([&]<class E>(int, detail::type_list<E>) {
    std::uint64_t max_stream = std::numeric_limits<std::uint64_t>::max();
    if constexpr (requires { E::max_stream; }) max_stream = E::max_stream;
    out.next().raw("{").key("name").quoted(E::name).key("summary").quoted(E::summary);
    out.key("maxStream").quoted(std::to_string(max_stream)).raw("}");
  });
  out.raw("]").key("distributions").raw("[");
  catalogue::catalogue_distributions::for_each([&]<class D>(int, detail::type_list<D>) {
    if constexpr (is_offered<D>) write_distribution<D>(out);
  });
  return out.raw("]}").text();
}

/// Takes n words of an engine from index `first` on.
using take_words = void (*)(void* engine, std::uint64_t first, int n, std::uint32_t* words);

/// An engine that moves along with what is asked of it, so that values in order need no jumps.
template <class E>
struct moving {
  moving(std::uint64_t seed, std::uint64_t stream) : origin(seed, stream), there(origin) {}

  static void take(void* self, std::uint64_t first, int n, std::uint32_t* words) {
    moving& m = *static_cast<moving*>(self);
    if (first < m.at) {
      m.there = m.origin;
      m.at = 0;
    }
    if (first != m.at) m.there.discard(first - m.at);
    for (int k = 0; k < n; ++k) words[k] = static_cast<std::uint32_t>(m.there());
    m.at = first + static_cast<std::uint64_t>(n);
  }

  const E origin;
  E there;
  std::uint64_t at = 0;  ///< index of the word that `there` makes next
};

/// An engine behind a function that takes words: distributions of fixed budget are compiled once for it, and
/// not once for each engine.
struct words {
  void* engine;
  take_words take_from;

  [[nodiscard]] std::uint32_t word(std::uint64_t i) const {
    std::uint32_t w = 0;
    take_from(engine, i, 1, &w);
    return w;
  }

  /// Words from one index on, as value() takes them.
  template <class>
  struct cursor {
    cursor(const words& all, std::uint64_t first, int) : from(all), at{first} {}
    template <int N>
    void take(std::uint32_t (&w)[N]) const {
      from.take_from(from.engine, at, N, w);
    }
    const words& from;
    std::uint64_t at;
  };
};

/// What has been asked for: an engine and a distribution, and how a range of them is made.
struct selection {
  std::shared_ptr<void> engine;
  std::shared_ptr<const void> distribution;
  take_words take = nullptr;
  void (*make)(const selection&, std::uint64_t first, std::size_t n) = nullptr;
};

std::vector<double> numbers;  // these values, rounded to double
std::vector<std::string> first_texts;
std::uint64_t last_digest = 0;
selection chosen;
std::string text;

/// The shortest text of a value, which is the value's own.
template <class T>
std::string shown_value(T x) {
  if constexpr (std::is_same_v<T, bfloat16> || std::is_same_v<T, float16>) {
    return detail::text_of(static_cast<float>(x));
  } else if constexpr (std::is_floating_point_v<T>) {
    return detail::text_of(x);
  } else {
    return std::to_string(x);
  }
}

/// @param e  the engine, or words
template <class E, class D>
void make_values(const E& e, const D& d, std::uint64_t first, std::size_t n) {
  using T = typename D::result_type;
  int words_each = 1;
  if constexpr (requires { D::words; }) words_each = D::words;
  tali::detail::check_range(first, n, words_each);
  numbers.resize(n);
  first_texts.clear();
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const T x = value(e, d, first + i);
    sum += digest(first + i, &x, 1);
    if constexpr (std::is_same_v<T, bfloat16> || std::is_same_v<T, float16>) {
      numbers[i] = static_cast<float>(x);
    } else {
      numbers[i] = static_cast<double>(x);
    }
    if (i < 8) first_texts.push_back(shown_value(x));
  }
  last_digest = sum;
}

template <class D>
void make_of_words(const selection& of, std::uint64_t first, std::size_t n) {
  make_values(words{of.engine.get(), of.take}, *static_cast<const D*>(of.distribution.get()), first, n);
}

template <class E>
[[gnu::noinline]] void select_engine(selection& s, std::uint64_t seed, std::uint64_t stream) {
  s.engine = std::make_shared<moving<E>>(seed, stream);
  s.take = &moving<E>::take;
}

/// A distribution of fixed budget, of any engine's words.
template <class D>
[[gnu::noinline]] void select_fixed(selection& s, const arguments& given) {
  s.distribution = std::make_shared<const D>(D::make(given));
  s.make = &make_of_words<D>;
}

template <class E, class D>
[[gnu::noinline]] void select_rejection(selection& s, const arguments& given) {
  s.distribution = std::make_shared<const D>(D::make(given));
  s.make = [](const selection& of, std::uint64_t first, std::size_t n) {
    make_values(static_cast<const moving<E>*>(of.engine.get())->origin,
                *static_cast<const D*>(of.distribution.get()), first, n);
  };
}

/// Lines that input() holds.
std::vector<std::string> lines_of(std::string_view all) {
  std::vector<std::string> lines;
  while (!all.empty()) {
    const std::size_t end = all.find('\n');
    lines.emplace_back(all.substr(0, end));
    all.remove_prefix(end == std::string_view::npos ? all.size() : end + 1);
  }
  return lines;
}

selection select(std::string_view asked, std::uint64_t seed, std::uint64_t stream) {
  const std::vector<std::string> lines = lines_of(asked);
  if (lines.size() < 3) throw argument_error("lines", std::to_string(lines.size()), "3 or more");
  arguments given;
  for (std::size_t k = 3; k < lines.size(); ++k) {
    const std::size_t at = lines[k].find('=');
    if (at == std::string::npos) throw argument_error("parameter", quoted(lines[k]), "name=number");
    given.set(lines[k].substr(0, at), lines[k].substr(at + 1));
  }
  selection found;
  page_engines::for_each([&]<class E>(int, detail::type_list<E>) {
    if (lines[0] == E::name) select_engine<E>(found, seed, stream);
  });
  catalogue::catalogue_distributions::for_each([&]<class D>(int, detail::type_list<D>) {
    if constexpr (is_offered<D>) {
      if (lines[1] != D::name || lines[2] != type_name<typename D::result_type>()) return;
      page_engines::for_each([&]<class E>(int, detail::type_list<E>) {
        if constexpr (is_offered_pair<E, D>) {
          if (lines[0] != E::name) return;
          if constexpr (detail::kind_of<D> == distribution_kind::fixed) {
            select_fixed<D>(found, given);
          } else {
            select_rejection<E, D>(found, given);
          }
        }
      });
    }
  });
  if (found.make == nullptr) {
    throw argument_error("engine, distribution and type", lines[0] + ", " + lines[1] + ", " + lines[2],
                         "a pair of the catalogue with a type that it has");
  }
  return found;
}

constexpr std::size_t max_input = 4096;
char given_text[max_input + 1];

}  // namespace
}  // namespace tali::web

namespace w = tali::web;

TALI_WEB_EXPORT(input) char* input() { return w::given_text; }
TALI_WEB_EXPORT(input_size) std::size_t input_size() { return w::max_input; }

/// Engines and distributions as JSON.
TALI_WEB_EXPORT(catalogue) const char* catalogue() {
  w::text = w::catalogue_text();
  return w::text.c_str();
}

/// Chooses what input() says: lines of engine, distribution, type, and of each parameter as name=number.
TALI_WEB_EXPORT(choose) void choose(std::uint64_t seed, std::uint64_t stream) {
  w::chosen = w::select(w::given_text, seed, stream);
}

/// Makes elements first ... first + n - 1 of what was chosen, and returns their digest.
TALI_WEB_EXPORT(make) std::uint64_t make(std::uint64_t first, std::size_t n) {
  w::chosen.make(w::chosen, first, n);
  return w::last_digest;
}

/// The values made last, as doubles; valid until the next call.
TALI_WEB_EXPORT(values) const double* values() { return w::numbers.data(); }

/// The first values made last, at most 8, with all their digits, a line each.
TALI_WEB_EXPORT(first_values) const char* first_values() {
  w::text.clear();
  for (const std::string& one : w::first_texts) w::text += one + '\n';
  return w::text.c_str();
}
