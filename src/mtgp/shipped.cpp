// SPDX-License-Identifier: Apache-2.0
// The parameter sets that are part of the library.
#include <string>

#include <tali/engine/mtgp_parameters.hpp>
#include <tali/error.hpp>

#include "mtgp/packed.hpp"

namespace tali {

namespace {

template <mtgp_word Word>
const detail::packed_catalogue<Word>* catalogues() {
  if constexpr (sizeof(Word) == 4) {
    return detail::packed_mtgp32;
  } else {
    return detail::packed_mtgp64;
  }
}

template <mtgp_word Word>
std::span<const detail::packed_mtgp<Word>> packed_sets(int mexp) {
  const detail::packed_catalogue<Word>* c = catalogues<Word>();
  while (c->mexp != 0 && c->mexp != mexp) ++c;
  return c->sets;
}

template <mtgp_word Word>
mtgp_parameters<Word> unpacked(int mexp, const detail::packed_mtgp<Word>& p) {
  mtgp_parameters<Word> s;
  s.mexp = mexp;
  s.number = p.number;
  s.middle = p.middle;
  s.shift1 = p.shift1;
  s.shift2 = p.shift2;
  for (std::size_t k = 0; k < 4; ++k) {
    s.recursion[k] = p.rows[k];
    s.tempering[k] = p.rows[4 + k];
  }
  s.mask = detail::mtgp_mask<Word>(mexp);
  for (std::size_t k = 0; k < s.sha1.size(); ++k) {
    s.sha1[k] = static_cast<std::uint8_t>(p.sha1[k / 4] >> (24 - 8 * (k % 4)));
  }
  s.delta = static_cast<int>(p.delta);
  s.weight = static_cast<int>(p.weight);
  return s;
}

}  // namespace

namespace detail {

template <mtgp_word Word>
std::size_t shipped_mtgp_sets(int mexp) {
  return packed_sets<Word>(mexp).size();
}

template <mtgp_word Word>
std::vector<mtgp_parameters<Word>> shipped_mtgp_sets(int mexp, std::size_t first, std::size_t count) {
  const auto packed = packed_sets<Word>(mexp);
  const std::size_t available = packed.size();
  if (available == 0) {
    std::string exponents;
    for (const auto* c = catalogues<Word>(); c->mexp != 0; ++c) {
      exponents += (exponents.empty() ? "" : ", ") + std::to_string(c->mexp) + " (" +
                   std::to_string(c->sets.size()) + " sets)";
    }
    throw argument_error("mexp", std::to_string(mexp),
                         exponents.empty() ? "a file, because this build has no catalogue" : exponents);
  }
  if (first > available || count > available - first) {
    throw argument_error("sets", std::to_string(first) + " + " + std::to_string(count),
                         "at most " + std::to_string(available) + ", the sets of mexp " +
                             std::to_string(mexp) + " in the catalogue of this build");
  }
  std::vector<mtgp_parameters<Word>> out;
  out.reserve(count);
  for (const auto& p : packed.subspan(first, count)) out.push_back(unpacked<Word>(mexp, p));
  return out;
}

}  // namespace detail

template std::size_t detail::shipped_mtgp_sets<std::uint32_t>(int);
template std::size_t detail::shipped_mtgp_sets<std::uint64_t>(int);
template std::vector<mtgp_parameters<std::uint32_t>> detail::shipped_mtgp_sets(int, std::size_t, std::size_t);
template std::vector<mtgp_parameters<std::uint64_t>> detail::shipped_mtgp_sets(int, std::size_t, std::size_t);

}  // namespace tali
