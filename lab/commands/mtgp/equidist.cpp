// SPDX-License-Identifier: Apache-2.0
// tali mtgp equidist: the equidistribution of a parameter set's outputs.
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>

#include <fmt/core.h>
#include <mtgp/digest.hpp>
#include <mtgp/equidistribution.hpp>
#include <mtgp/source.hpp>
#include <mtgp/verify.hpp>
#include <nlohmann/json.hpp>

#include "errors.hpp"
#include "json_output.hpp"
#include "mtgp/commands.hpp"

namespace tali::tool::mtgp {

namespace {

using nlohmann::ordered_json;
namespace lab = tali::lab::mtgp;

struct equidist_options {
  std::string set;
  bool as_measured_2009 = false;
  bool json = false;
};

ordered_json ratios(const lab::dimensions& x) {
  auto all = ordered_json::array();
  for (std::size_t i = 0; i < x.k.size(); ++i) {
    const int bound = x.k[i] + x.d[i];
    all.push_back(bound == 0 ? 0.0 : 100.0 * x.d[i] / bound);
  }
  return all;
}

template <class Word>
void equidist(const mtgp_parameters<Word>& listed, const equidist_options& o) {
  const mtgp_parameters<Word> set = o.as_measured_2009 ? lab::as_measured_2009(listed) : listed;
  const tali::lab::gf2::polynomial f = lab::characteristic_polynomial(set);
  if (f.degree() < 0) {
    throw argument_error("--set", "a set with a reducible characteristic polynomial", "an irreducible one");
  }
  const lab::dimensions high = lab::equidistribution(set, f);
  const lab::dimensions low = lab::equidistribution(set, f, lab::significant::least);
  const std::string sha1 = detail::to_hex(lab::digest(f));
  if (o.json) {
    ordered_json j = ordered_json::object();
    j["mexp"] = set.mexp;
    j["k"] = high.k;
    j["d"] = high.d;
    j["defect_ratio_percent"] = ratios(high);
    j["delta"] = high.delta();
    j["weight"] = f.weight();
    j["sha1"] = sha1;
    j["low_bits"] = {{"k", low.k}, {"d", low.d}, {"delta", low.delta()}};
    j["as_measured_2009"] = o.as_measured_2009;
    j["file"] = {
        {"no", set.number}, {"delta", set.delta}, {"weight", set.weight}, {"sha1", detail::to_hex(set.sha1)}};
    print_json(j, 2);
    return;
  }
  fmt::print("{:>3} {:>7} {:>6} {:>7}   {:>7} {:>6}\n", "v", "k(v)", "d(v)", "%", "k'(v)", "d'(v)");
  for (std::size_t i = 0; i < high.k.size(); ++i) {
    const int bound = high.k[i] + high.d[i];
    fmt::print("{:>3} {:>7} {:>6} {:>7.2f}   {:>7} {:>6}\n", i + 1, high.k[i], high.d[i],
               bound == 0 ? 0.0 : 100.0 * high.d[i] / bound, low.k[i], low.d[i]);
  }
  fmt::print("mexp {}  delta {}  delta of the low bits {}  weight {}  sha1 {}\n", set.mexp, high.delta(),
             low.delta(), f.weight(), sha1);
}

void equidist(const equidist_options& o) {
  const std::string expected = "FILE:MEXP:N, a catalogue and its columns mexp and no";
  const std::size_t second = o.set.rfind(':');
  const std::size_t first =
      second == 0 || second == std::string::npos ? std::string::npos : o.set.rfind(':', second - 1);
  int mexp = 0;
  std::uint32_t number = 0;
  try {
    if (first == std::string::npos) throw std::invalid_argument("no two colons");
    std::size_t end = 0;
    const std::string m = o.set.substr(first + 1, second - first - 1), n = o.set.substr(second + 1);
    mexp = std::stoi(m, &end);
    if (end != m.size()) throw std::invalid_argument(m);
    number = static_cast<std::uint32_t>(std::stoul(n, &end));
    if (end != n.size()) throw std::invalid_argument(n);
  } catch (const std::logic_error&) {
    throw argument_error("--set", quoted(o.set), expected);
  }
  const std::string file = o.set.substr(0, first);
  with_word_of(file, [&]<class Word>(Word) {
    const auto all = read_mtgp_catalogue<Word>(file);
    for (const auto& e : all) {
      if (e.set.mexp == mexp && e.set.number == number) return equidist(e.set, o);
    }
    throw argument_error("--set", quoted(o.set), fmt::format("one of the {} sets of {}", all.size(), file));
  });
}

}  // namespace

void add_equidist(const parser& mtgp) {
  auto o = std::make_shared<equidist_options>();
  const parser command = mtgp.add_command(
      "equidist", "Dimensions of equidistribution k(v), their defects, digest and weight of a set");
  command.add("--set", o->set, nullptr, "FILE:MEXP:N, a catalogue and its columns mexp and no").required();
  command.add_flag("--as-measured-2009", o->as_measured_2009,
                   "Use the last row of T with which the defects in MTGP 1.0's files were measured");
  command.add_flag("--json", o->json, "Print JSON");
  command.does([o] { equidist(*o); });
}

}  // namespace tali::tool::mtgp
