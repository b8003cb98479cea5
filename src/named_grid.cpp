// SPDX-License-Identifier: Apache-2.0
#include <charconv>

#include <tali/error.hpp>
#include <tali/named_grid.hpp>

#include "batch.hpp"

namespace tali {

namespace {

std::size_t default_sets(int mexp) {
  return mexp > 23209 ? 8 : mexp == 23209 ? 32 : mexp == 11213 ? 256 : 64;
}

template <class E>
E make(const grid_name& n, std::uint64_t seed, std::uint64_t stream) {
  using word = typename E::word_type;
  if (n.file.empty()) return E(shipped_mtgp_sets<word>(n.mexp, n.from - 1, n.sets), seed, stream);
  const auto catalogue = read_mtgp_catalogue<word>(n.file);
  const auto all = sets_of<word>(catalogue, n.mexp);
  if (n.from - 1 > all.size() || n.sets > all.size() - (n.from - 1)) {
    throw argument_error(
        "sets", std::to_string(n.from - 1) + " + " + std::to_string(n.sets),
        "up to " + std::to_string(all.size()) + " of mexp " + std::to_string(n.mexp) + " in " + n.file);
  }
  return E(std::span(all).subspan(n.from - 1, n.sets), seed, stream);
}

std::variant<mtgp32, mtgp64> make_engine(const grid_name& n, std::uint64_t seed, std::uint64_t stream) {
  if (n.engine == mtgp32::name) return make<mtgp32>(n, seed, stream);
  return make<mtgp64>(n, seed, stream);
}

}  // namespace

std::span<const engine_info> bank_engine_list() { return detail::infos_of_engines(bank_engines{}); }

bool grid_name::is_grid(std::string_view text) {
  const std::string_view name = text.substr(0, text.find(':'));
  for (const engine_info& e : bank_engine_list()) {
    if (name == e.name) return true;
  }
  return false;
}

grid_name::grid_name(std::string_view text) : engine(text.substr(0, text.find(':'))), mexp{0}, sets{0} {
  if (!is_grid(text)) throw argument_error("engine", "'" + engine + "'", "mtgp32, mtgp64");
  mexp = engine == mtgp32::name ? 11213 : 23209;
  const std::string allowed = "mexp=, sets=, from= and file=, separated by commas, each once";
  std::string_view rest = text.size() > engine.size() ? text.substr(engine.size() + 1) : std::string_view();
  std::string seen = ",";
  while (!rest.empty()) {
    const std::string_view one = rest.substr(0, rest.find(','));
    rest.remove_prefix(one.size() == rest.size() ? one.size() : one.size() + 1);
    const std::size_t equals = one.find('=');
    const std::string key(one.substr(0, equals));
    if (equals == std::string_view::npos || seen.find("," + key + ",") != std::string::npos) {
      throw argument_error("engine", "'" + std::string(text) + "'", allowed);
    }
    seen += key + ",";
    const std::string_view value = one.substr(equals + 1);
    const auto number = [&](auto& to) {
      const auto [end, failure] = std::from_chars(value.data(), value.data() + value.size(), to);
      if (failure != std::errc{} || end != value.data() + value.size() || to < 1) {
        throw argument_error("engine " + key, "'" + std::string(value) + "'", "a whole number from 1");
      }
    };
    if (key == "mexp") {
      number(mexp);
    } else if (key == "sets") {
      number(sets);
    } else if (key == "from") {
      number(from);
    } else if (key == "file") {
      file = value;
    } else {
      throw argument_error("engine", "'" + std::string(text) + "'", allowed);
    }
  }
  sets_given = sets != 0;
  if (!sets_given) sets = default_sets(mexp);
}

named_grid::named_grid(const grid_name& name, std::uint64_t seed, std::uint64_t stream)
    : engine_(make_engine(name, seed, stream)) {}

void named_grid::fill(const cpu& where, const named_distribution& d, std::uint64_t first, void* to,
                      std::size_t n) {
  std::visit(
      [&](auto& e) {
        d.check_engine(e.name);
        detail::cpu_fill_bank(where, e, {0, d.index(), d.distribution(), first, to, n});
      },
      engine_);
}

std::uint64_t named_grid::row_words() const {
  return std::visit([](const auto& e) { return e.row_words(); }, engine_);
}

}  // namespace tali
