// SPDX-License-Identifier: Apache-2.0
// Saved engines and generators, as text and as bytes: what is accepted is saved again as it was.
#include <cstring>
#include <sstream>
#include <string>

#include <tali/catalogue.hpp>
#include <tali/detail/generator_state.hpp>
#include <tali/digest.hpp>
#include <tali/engine/mtgp.hpp>
#include <tali/text.hpp>

#include "fuzz.hpp"

namespace {

using namespace tali;

template <class E>
void read_text(const std::string& text) {
  std::istringstream in(text);
  E e;
  if (!(in >> e)) return;
  std::stringstream again;
  again << e;
  E back;
  again >> back;
  fuzz::require(static_cast<bool>(again) && back == e, "an engine is read as it was written");
}

template <class E>
void read_bank(const std::string& text, std::span<const std::byte> bytes) {
  static const E fresh(detail::shipped_mtgp_sets<typename E::word_type>(
                           sizeof(typename E::word_type) == 4 ? 3217 : 23209, 0, 1),
                       1);
  E e = fresh;
  std::istringstream in(text);
  if (in >> e) {
    std::ostringstream again;
    again << e;
    const std::size_t begin = text.find_first_not_of(" \t\n\v\f\r");
    fuzz::require(text.compare(begin, again.str().size(), again.str()) == 0, "a bank is what << wrote");
  } else {
    fuzz::require(e == fresh, "a refused text changes nothing");
  }
  fuzz::accepts([&] {
    const E restored = E::restore(bytes);
    const auto saved = restored.save();
    fuzz::require(saved.size() == bytes.size() && std::memcmp(saved.data(), bytes.data(), saved.size()) == 0,
                  "a bank is what save() made");
  });
  // The same with the checksum that it should have, behind which the fields are.
  if (bytes.size() < sizeof(std::uint64_t)) return;
  std::vector<std::byte> sealed(bytes.begin(), bytes.end());
  const std::size_t end = sealed.size() - sizeof(std::uint64_t);
  const std::uint64_t sum = digest(0, reinterpret_cast<const std::uint8_t*>(sealed.data()), end);
  for (unsigned k = 0; k < 8; ++k) sealed[end + k] = static_cast<std::byte>(sum >> (8 * k));
  fuzz::accepts([&] {
    const E restored = E::restore(sealed);
    fuzz::require(restored.save() == sealed, "a bank is what save() made");
  });
}

}  // namespace

extern "C" int TALI_FUZZ_TARGET(const std::uint8_t* data, std::size_t size) {
  const std::string text(fuzz::text_of(data, size));
  const auto bytes = std::as_bytes(std::span(data, size));
  catalogue::indexed_engines::for_each([&]<class E>(int, detail::type_list<E>) { read_text<E>(text); });
  read_bank<mtgp32>(text, bytes);
  read_bank<mtgp64>(text, bytes);
  fuzz::accepts([&] {
    const auto s = detail::generator_from(std::string_view(text));
    fuzz::require(detail::saved_text(s) == text, "a generator is what was saved");
  });
  fuzz::accepts([&] {
    const auto s = detail::generator_from(bytes);
    const auto saved = detail::saved_bytes(s);
    fuzz::require(std::memcmp(saved.data(), bytes.data(), saved.size()) == 0,
                  "a generator is what was saved");
  });
  return 0;
}
