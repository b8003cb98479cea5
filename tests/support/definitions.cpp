// SPDX-License-Identifier: Apache-2.0
#include "support/definitions.hpp"

#include <cstring>

#include <tali/fill.hpp>

namespace tali::test {

namespace {

/// A row of known words.
template <class D>
void row_of(const listed_words& words, const D& d, std::uint64_t i, typename D::result_type* out) {
  using view = typename D::view_type;
  const view v = d.view();
  std::vector<std::uint32_t> w(v.words_per_row());
  for (std::size_t k = 0; k < w.size(); ++k) w[k] = words.word(i * w.size() + k);
  v.row(one_lane{}, detail::words_of_row<view::words_per_sample>(w.data(), D::tag), 0, out);
}
template <counter_engine E, class D>
void row_of(const E& e, const D& d, std::uint64_t i, typename D::result_type* out) {
  row(e, d, i, out);
}

template <class E, class D>
void write_element(const E& e, const D& d, std::uint64_t i, std::byte* out) {
  if constexpr (vector_distribution<D>) {
    row_of(e, d, i, reinterpret_cast<typename D::result_type*>(out));
  } else if constexpr (detail::kind_of<D> == distribution_kind::categorical) {
    const auto x = static_cast<typename D::result_type>(value(e, d.view(), i));
    std::memcpy(out, &x, sizeof x);
  } else {
    const typename D::result_type x = value(e, d, i);
    std::memcpy(out, &x, sizeof x);
  }
}

/// Elements of the distribution with its type, which Takes must be true of.
template <template <class> class Takes, class E>
std::vector<std::byte> elements(const E& e, const any_distribution& any, std::uint64_t first, std::size_t n) {
  const std::size_t size = any.element_bytes();
  std::vector<std::byte> out(n * size);
  catalogue::catalogue_distributions::for_each([&]<class D>(int index, detail::type_list<D>) {
    if constexpr (Takes<D>::value) {
      if (index != any.index()) return;
      const D& d = *static_cast<const D*>(any.get());
      for (std::size_t i = 0; i < n; ++i) write_element(e, d, first + i, out.data() + i * size);
    }
  });
  return out;
}

template <class D>
using of_words = std::true_type;
template <class D>
using of_counters = std::bool_constant<detail::kind_of<D> == distribution_kind::rejection ||
                                       detail::kind_of<D> == distribution_kind::vector>;

}  // namespace

std::vector<std::byte> made_of(const listed_words& words, const any_distribution& d, std::uint64_t first,
                               std::size_t n) {
  return elements<of_words>(words, d, first, n);
}

std::uint64_t batch_size(const any_distribution& d) {
  std::uint64_t size = 1;
  catalogue::distributions::for_each([&]<class D>(int, detail::type_list<D>) {
    if constexpr (batch_distribution<D>) {
      if (d.get_if<D>() != nullptr) size = D::batch_size;
    }
  });
  return size;
}

std::vector<std::byte> by_definition(const any_engine& e, const any_distribution& d, std::uint64_t first,
                                     std::size_t n) {
  std::vector<std::byte> out;
  const distribution_kind kind = d.info().kind;
  const bool by_counter = e.info().kind == engine_kind::counter &&
                          (kind == distribution_kind::rejection || kind == distribution_kind::vector);
  if (!by_counter) {
    const auto of = [&]<class E>(int, detail::type_list<E>) {
      const E* const engine = e.get_if<E>();
      if (engine == nullptr) return;
      const auto words = static_cast<std::uint64_t>(detail::words_per_element(e.info(), d.info(), d.get()));
      const std::uint64_t batch = batch_size(d);
      std::uint64_t begin = first * words, end = begin + n * words;
      begin -= begin % batch;
      end += (batch - end % batch) % batch;
      std::vector<std::uint32_t> listed(static_cast<std::size_t>(end - begin));
      E from = *engine;
      from.discard(begin);
      for (std::uint32_t& w : listed) w = from();
      out = made_of({&listed, begin}, d, first, n);
    };
    catalogue::engines::for_each(of);
    catalogue::word_engines::for_each(of);
  } else {
    catalogue::counter_engines::for_each([&]<class E>(int, detail::type_list<E>) {
      if (const E* const engine = e.get_if<E>()) out = elements<of_counters>(*engine, d, first, n);
    });
  }
  return out;
}

}  // namespace tali::test
