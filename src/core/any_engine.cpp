// SPDX-License-Identifier: Apache-2.0
// Constructs engines by name, with one make() per kind of engine.
#include <algorithm>
#include <charconv>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <tali/any.hpp>
#include <tali/engine/mtgp_curand.hpp>
#include <tali/engine/mtgp_jump.hpp>
#include <tali/error.hpp>

#include "core/names.hpp"
#include "mtgp/bank.hpp"
#include "registry/functions.hpp"

namespace tali {

namespace {

/// Takes an engine's options one at a time; any options that remain are unknown.
class option_reader {
 public:
  option_reader(const engine_text& text, const engine_info& info) : info_(info), left_(text.options) {}

  /// The option's value as a whole number, or `otherwise` if the option was not given.
  template <class T>
  T number(std::string_view key, T otherwise, T min, T max, const std::string& expected) {
    const std::string value = take(key);
    if (value.empty()) return otherwise;
    T x{};
    const auto [end, failure] = std::from_chars(value.data(), value.data() + value.size(), x);
    if (failure != std::errc{} || end != value.data() + value.size() || x < min || x > max)
      throw argument_error(std::string(key), quoted(value), expected);
    return x;
  }

  /// The index of the option's value among its allowed words; 0 if the option was not given.
  int word(std::string_view key) {
    const std::string value = take(key);
    if (value.empty()) return 0;
    const std::span<const char* const> words = info_.words_of(key);
    const auto at = std::ranges::find(words, value);
    if (at != words.end()) return static_cast<int>(at - words.begin());
    throw argument_error(std::string(key), quoted(value), "", {words.begin(), words.end()});
  }

  /// The option's text; empty if the option was not given.
  std::string take(std::string_view key) {
    const auto at = std::ranges::find(left_, key, &engine_text::option::key);
    if (at == left_.end()) return {};
    std::string value = at->text;
    left_.erase(at);
    if (value.empty()) throw argument_error(std::string(key), quoted(""), "a value");
    return value;
  }

  /// Whether this option, which takes no value, was given.
  bool flag(std::string_view key) {
    const auto at = std::ranges::find(left_, key, &engine_text::option::key);
    if (at == left_.end()) return false;
    if (!at->text.empty()) throw argument_error(at->key, quoted(at->text), "no value");
    left_.erase(at);
    return true;
  }

  /// @throws argument_error if options remain
  void finish() const {
    if (left_.empty()) return;
    std::vector<std::string> keys;
    for (const detail::engine_option& o : info_.option_list) keys.emplace_back(o.key);
    throw argument_error("engine option", quoted(left_.front().key),
                         keys.empty() ? std::string("none, because ") + info_.name + " has no options" : "",
                         keys);
  }

 private:
  const engine_info& info_;
  std::vector<engine_text::option> left_;
};

const std::string whole_number = "a whole number of at least 1";

/// Sets number `from` (counted from 1) to from + sets - 1 of a list, or to the list's end if `sets` is 0.
template <class Set>
std::span<Set> some_of(std::span<Set> all, std::size_t from, std::size_t sets, const std::string& source) {
  const std::size_t available = from > all.size() ? 0 : all.size() - (from - 1);
  if (available == 0 || sets > available) {
    throw argument_error("sets",
                         std::to_string(from - 1) + " + " + std::to_string(std::max(sets, std::size_t{1})),
                         "at most " + std::to_string(all.size()) + ", the number of sets of " + source);
  }
  return all.subspan(from - 1, sets == 0 ? available : sets);
}

/// An mtgp32 with cuRAND's parameter sets and seeding.
mtgp32 make_of_curand(option_reader& options, std::uint64_t seed, std::uint64_t stream) {
  constexpr std::size_t max = std::numeric_limits<std::size_t>::max();
  (void)options.number("mexp", 11213, 11213, 11213, "11213, the exponent of cuRAND's sets");
  const auto sets = options.number<std::size_t>("sets", 0, 1, max, whole_number);
  const auto from = options.number<std::size_t>("from", 1, 1, max, whole_number);
  const std::string file = options.take("file");
  options.finish();
  auto all = detail::curand_mtgp_sets(file);
  const auto selected = some_of(std::span(all), from, sets, "cuRAND");
  detail::for_each_set(selected.size(), [&](std::size_t k) { detail::check_curand_set(selected[k], file); });
  return curand_mtgp32(selected, seed, stream);
}

template <bank_engine E>
E make(option_reader& options, std::uint64_t seed, std::uint64_t stream) {
  using word = typename E::word_type;
  if constexpr (sizeof(word) == 4) {
    if (options.flag("curand")) return make_of_curand(options, seed, stream);
  }
  constexpr std::size_t max = std::numeric_limits<std::size_t>::max();
  const int mexp =
      options.number("mexp", detail::default_mexp<E>(), 1, std::numeric_limits<int>::max(), whole_number);
  const auto sets = options.number<std::size_t>("sets", 0, 1, max, whole_number);  // 0: all
  const auto from = options.number<std::size_t>("from", 1, 1, max, whole_number);
  const std::string file = options.take("file");
  options.finish();
  if (file.empty()) {
    const std::size_t available = detail::shipped_mtgp_sets<word>(mexp);
    const std::size_t count = sets != 0 ? sets : available >= from ? available - (from - 1) : 1;
    return E(detail::shipped_mtgp_sets<word>(mexp, from - 1, count), seed, stream);
  }
  const auto catalogue = detail::read_mtgp_catalogue<word>(file);
  const auto all = detail::sets_of<word>(catalogue, mexp);
  const auto selected = some_of(std::span(all), from, sets, "mexp " + std::to_string(mexp) + " in " + file);
  detail::for_each_set(selected.size(), [&](std::size_t k) {
    detail::check_polynomial(selected[k], file + ", set " + std::to_string(selected[k].number) + " ");
  });
  return E(selected, seed, stream);
}

template <quasi_engine E>
E make(option_reader& options, std::uint64_t seed, std::uint64_t stream) {
  constexpr std::uint64_t max = std::numeric_limits<std::uint64_t>::max();
  point_set set;
  set.dimensions =
      options.number<std::uint32_t>("dims", 0, 1, std::numeric_limits<std::uint32_t>::max(), whole_number);
  if (set.dimensions == 0) throw argument_error("dims", "", "the number of dimensions");
  set.layout = options.word("layout") == 0 ? point_layout::point_major : point_layout::dim_major;
  set.points = options.number<std::uint64_t>("points", 0, 1, max, whole_number);
  if (set.points == 0 && set.layout == point_layout::dim_major) {
    throw argument_error("points", "", "the number of points, required by the layout dim-major");
  }
  constexpr scrambling kinds[] = {scrambling::none, scrambling::shift, scrambling::owen};
  set.scramble = kinds[options.word("scramble")];
  set.first_point = options.number<std::uint64_t>("first", 0, 0, max, "a whole number");
  if (set.scramble == scrambling::none && (seed != 0 || stream != 0)) {
    throw argument_error(seed != 0 ? "seed" : "stream", std::to_string(seed != 0 ? seed : stream),
                         "0 for points without scramble=shift or scramble=owen");
  }
  set.seed = seed;
  set.replicate = stream;
  options.finish();
  return E(set);
}

template <per_thread_engine E>
E make(option_reader& options, std::uint64_t seed, std::uint64_t stream) {
  constexpr std::size_t width = E::generator::width;
  constexpr std::size_t max = std::min(E::max_generators * width, std::size_t{1} << 24);
  const std::string expected =
      (width == 1 ? "1 to " : "a multiple of " + std::to_string(width) + " up to ") + std::to_string(max);
  const auto threads =
      options.number<std::size_t>("threads", detail::default_threads_of_comparator, 1, max, expected);
  if (threads % width != 0) {
    throw argument_error("threads", std::to_string(threads), expected);
  }
  options.finish();
  return E(threads / width, seed, stream);
}

/// Restores an engine from its state's numbers, separated by slashes.
template <detail::has_state E>
E restored_from(const std::string& text, std::uint64_t seed, std::uint64_t stream) {
  if (seed != 0 || stream != 0) {
    throw argument_error(seed != 0 ? "seed" : "stream", std::to_string(seed != 0 ? seed : stream),
                         "0 with a state, which replaces seed and stream");
  }
  decltype(std::declval<const E&>().saved()) numbers{};
  const char* at = text.data();
  const char* const end = at + text.size();
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    const auto [next, failure] = std::from_chars(at, end, numbers[k]);
    const bool last = k + 1 == numbers.size();
    if (failure != std::errc{} || (last ? next != end : next == end || *next != '/')) {
      throw argument_error("state", quoted(text),
                           std::to_string(numbers.size()) + " whole numbers below 2^64, separated by /");
    }
    at = next + 1;
  }
  return E::restored(numbers);
}

template <indexed_engine E>
E make(option_reader& options, std::uint64_t seed, std::uint64_t stream) {
  if constexpr (detail::has_state<E>) {
    if (const std::string state = options.take("state"); !state.empty()) {
      options.finish();
      return restored_from<E>(state, seed, stream);
    }
  }
  if constexpr (detail::has_seedings<E>()) {
    const int seeding = options.word("seeding");
    options.finish();
    return E::seeded(seeding, seed, stream);
  } else {
    options.finish();
    return E(seed, stream);
  }
}

}  // namespace

any_engine::any_engine(std::string_view text, std::uint64_t seed, std::uint64_t stream) : index_{-1} {
  const engine_text parts(text);
  catalogue::catalogue_engines::for_each([&]<class E>(int index, detail::type_list<E>) {
    if (parts.name != E::name) return;
    option_reader options(parts, engine_list()[static_cast<std::size_t>(index)]);
    engine_ = std::make_shared<const E>(make<E>(options, seed, stream));
    index_ = index;
  });
  if (index_ < 0) throw argument_error("engine", quoted(parts.name), "", detail::names_of(engine_list()));
}

any_engine::any_engine(std::string_view text, const key& k) : index_{-1} {
  // The constructor below reports an unknown name.
  const std::string name = engine_text(text).name;
  std::uint64_t stream = k.stream();
  for (const engine_info& e : engine_list()) {
    if (name == e.name) stream &= e.max_stream;
  }
  *this = any_engine(text, k.seed(), stream);
}

any_engine::any_engine(std::string_view name, const point_set& set, const direction_numbers& numbers)
    : index_{-1} {
  catalogue::quasi_engines::for_each([&]<class E>(int, detail::type_list<E>) {
    if (name == E::name) *this = any_engine(E(set, numbers));
  });
  if (index_ < 0) {
    throw argument_error("engine", quoted(std::string(name)), "",
                         detail::names_of(engine_list({engine_kind::quasi})));
  }
}

const point_set* any_engine::points() const { return info().functions->points(get()); }
std::size_t any_engine::generators() const { return info().functions->generators(get()); }
std::vector<std::uint64_t> any_engine::state() const { return info().functions->state(get()); }
std::uint64_t any_engine::row_words() const { return info().functions->row_words(get()); }

std::uint64_t last_index(const any_engine& e) { return e.info().functions->last(e.get()); }

std::uint64_t last_index(const any_engine& e, const any_distribution& d) {
  if (e.points() != nullptr) return last_index(e);
  const auto words = static_cast<std::uint64_t>(detail::words_per_element(e.info(), d.info(), d.get()));
  if (e.info().kind == engine_kind::counter) return last_index(e) / (words * d.row_size());
  return (last_index(e) - (words - 1)) / words;
}

}  // namespace tali
