// SPDX-License-Identifier: Apache-2.0
// The certificate as a page: one file with its style and its pictures, which reads in the light and in the
// dark.
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <certify/tally.hpp>
#include <fmt/format.h>

#include "certify/certificate.hpp"
#include "certify/pictures.hpp"

namespace tali::tool::certify {

namespace {

constexpr const char* style = R"(
:root{--paper:#fbfaf7;--card:#fff;--ink:#1d2329;--soft:#68727d;--rule:#e3e0d8;--blue:#1f6f8b;--red:#c8443c;--amber:#b7791f;
--green:#2e7d4f;--band:#1f6f8b1c;--bars:#1f6f8b55}
@media(prefers-color-scheme:dark){:root{--paper:#14181c;--card:#1b2127;--ink:#e4e7ea;--soft:#97a2ad;--rule:#2e363e;
--blue:#63b8d3;--red:#ef7d73;--amber:#e0b04c;--green:#6cc492;--band:#63b8d322;--bars:#63b8d366}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif}
main{max-width:1140px;margin:0 auto;padding:36px 20px 60px}
h1{font-size:27px;line-height:1.2;margin:0 0 4px;letter-spacing:-.01em}
h2{font-size:17px;margin:0;display:flex;align-items:center;gap:10px;flex-wrap:wrap}
header{display:flex;gap:24px;justify-content:space-between;align-items:flex-start;flex-wrap:wrap;margin-bottom:20px}
.lead,.facts,figcaption,.count{color:var(--soft)}
.verdict{border:2.5px solid currentColor;border-radius:14px;padding:9px 20px;font-size:21px;font-weight:650;text-align:center}
.verdict small{display:block;font-size:12px;font-weight:400}
.passed{color:var(--green)}.suspect{color:var(--amber)}.failed{color:var(--red)}.incomplete,.not-run{color:var(--soft)}
.pill{font-size:12px;font-weight:600;border:1.5px solid currentColor;border-radius:99px;padding:1px 10px}
section{background:var(--card);border:1px solid var(--rule);border-radius:12px;padding:16px 20px;margin:14px 0}
.facts{display:flex;flex-wrap:wrap;gap:4px 26px;font-size:13.5px;margin:0 0 18px}.facts b{color:var(--ink);font-weight:600}
code{font:12.5px/1.5 ui-monospace,Menlo,Consolas,monospace;background:var(--card);border:1px solid var(--rule);
border-radius:6px;padding:2px 8px;overflow-wrap:anywhere}
.row{display:flex;flex-wrap:wrap;gap:10px 22px;margin-top:10px}
figure{margin:0;flex:1 1 400px;max-width:540px;min-width:0}.square figure,figure.square{flex:0 1 330px}
.wide figure{max-width:none;flex-basis:100%}
figcaption{font-size:12.5px;margin-bottom:2px}
svg{width:100%;height:auto;display:block;font:11px system-ui,sans-serif}
svg text{fill:var(--soft)}
.grid{stroke:var(--rule);stroke-width:1}.axis{stroke:var(--soft);stroke-width:1;opacity:.6}
.limit{stroke:var(--red);stroke-width:1.5;stroke-dasharray:4 3}
.band{fill:var(--band)}.stick{stroke:var(--blue);fill:none}.stick.out{stroke:var(--red)}
.dot{fill:var(--blue);fill-opacity:.8}.dot.out{fill:var(--red);fill-opacity:1}.dot.odd{fill:var(--amber);fill-opacity:1}.bar{stroke:var(--blue);stroke-width:1.2}
.bars{fill:var(--bars)}.curve{fill:none;stroke:var(--ink);stroke-width:1.4}
.paper{fill:none;stroke:var(--rule)}.cold{fill:var(--blue)}.hot{fill:var(--red)}.beyond{fill:none;stroke:var(--ink);stroke-width:.7}
table{border-collapse:collapse;font-size:13px;margin-top:10px;width:100%;max-width:760px}
td,th{text-align:left;padding:3px 14px 3px 0;border-bottom:1px solid var(--rule);font-variant-numeric:tabular-nums}
th{color:var(--soft);font-weight:500}td.n,th.n{text-align:right}
summary{cursor:pointer;font-size:13px;color:var(--soft);margin-top:8px}
)";

/// 12 345 678 in groups of three.
std::string grouped(std::uint64_t n) {
  std::string digits = std::to_string(n), out;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i != 0 && (digits.size() - i) % 3 == 0) out += "&#8239;";
    out += digits[i];
  }
  return out;
}

std::string p_text(double p) {
  if (p == 0) return "&lt; 1e-300";
  return p > 0.9999 ? fmt::format("1 - {:.2g}", 1 - p) : fmt::format("{:.4g}", p);
}

/// A p-value beyond this is no matter of chance, however many there are, and is marked.
constexpr double certain = 1e-15;

/// Where a stage stands on the page: failed ones first, then suspect ones, those that did not run, and the
/// rest.
int place_of(const ordered_json& stage) {
  const auto status = stage["status"].get<std::string>();
  return status == "failed" ? 0 : status == "suspect" ? 1 : status == "not run" ? 2 : 3;
}

/// As place_of says, and within a place in the order in which they ran.
std::vector<const ordered_json*> in_page_order(const ordered_json& stages) {
  std::vector<const ordered_json*> all;
  for (const ordered_json& s : stages) all.push_back(&s);
  std::ranges::stable_sort(all, {}, [](const ordered_json* s) { return place_of(*s); });
  return all;
}

std::vector<double> numbers(const ordered_json& j) {
  std::vector<double> all;
  for (const ordered_json& x : j) all.push_back(x.is_number() ? x.get<double>() : 0);
  return all;
}

struct stick_axis {
  const char* title;
  const char* axis;
  int first;
  std::size_t of = 0;
};
const std::map<std::string, stick_axis> stick_plots = {
    {"bits", {"Ones at each bit position, in standard deviations", "bit position, 0 the lowest", 0}},
    {"weights at lags", {"Correlation of Hamming weights, in standard deviations", "lag", 1}},
    {"values at lags", {"Correlation of values, in standard deviations", "lag", 1}},
    {"squares at lags", {"Correlation of squares, in standard deviations", "lag", 1}},
    {"cells at lags", {"Correlation of cells, in standard deviations", "lag", 1}},
    {"Walsh spectrum, top bit",
     {"Walsh spectrum of the top bit: strongest of 32 coefficients", "coefficient / 32", 0, 4096}},
    {"Walsh spectrum, lowest bit",
     {"Walsh spectrum of the lowest bit: strongest of 32 coefficients", "coefficient / 32", 0, 4096}},
    {"Fourier spectrum, top bit",
     {"Fourier spectrum of the top bit: strongest of 32 frequencies",
      "frequency / 32, of 2048: half a turn a word", 0, 2049}},
    {"Fourier spectrum, lowest bit",
     {"Fourier spectrum of the lowest bit: strongest of 32 frequencies",
      "frequency / 32, of 2048: half a turn a word", 0, 2049}},
    {"z of moments", {"Moments, in standard deviations of their estimates", "order", 1}},
    {"z of hermites", {"Hermite polynomials, in standard deviations", "order", 1}},
    {"energy of 32", {"Sums of 32 squares in 256 cells: residuals", "cell", 0}},
    {"energy of 64", {"Sums of 64 squares in 256 cells: residuals", "cell", 0}},
    {"energy of mixing blocks", {"Sums of a mixing block's 64 squares in 256 cells: residuals", "cell", 0}},
    {"values in mixing blocks",
     {"Correlation of values in a mixing block, in standard deviations", "places, k xor k'", 1}},
    {"squares in mixing blocks",
     {"Correlation of squares in a mixing block, in standard deviations", "places, k xor k'", 1}},
    {"products of four", {"Products of four values of a mixing block, in standard deviations", "four", 0}},
    {"cosines",
     {"Mean of cos(w x) less exp(-w^2/2), in standard deviations",
      "frequency, of 16: usually w / 2 pi = 1/8, 1/4 ... 4096", 0}},
    {"sines",
     {"Mean of sin(w x), in standard deviations", "frequency, of 16: usually w / 2 pi = 1/8, 1/4 ... 4096",
      0}}};

struct heat_axis {
  const char* title;
  const char* axis;
};
const std::map<std::string, heat_axis> heat_maps = {
    {"bit pairs within a word",
     {"Pairs of bits of a word", "bit against bit; full colour from 6 deviations"}},
    {"bit pairs with the next word", {"Bits of a word and of the next", "bit of the next word"}},
    {"pairs of top bits", {"Successive words by their top 6 bits", "second word; rows: the first"}},
    {"pairs of lowest bits", {"Successive words by their lowest 6 bits", "second word; rows: the first"}},
    {"pairs of cells", {"Successive values in 32 cells each", "second value; rows: the first"}},
    {"pairs in a block", {"Covariance of places in a block of 32", "place against place"}},
    {"pairs of squares in a block", {"Covariance of squares in a block of 32", "place against place"}}};

std::string pictures_of(const ordered_json& series) {
  std::string plots, squares;
  if (series.contains("cell counts")) {
    plots += histogram("Cells of equal probability against the exact density", numbers(series["cell edges"]),
                       numbers(series["cell counts"]), numbers(series["cell probabilities"]),
                       numbers(series["cell residuals"]));
  }
  if (series.contains("tail counts")) {
    plots += tail_plot(numbers(series["tail counts"]), numbers(series["tail expectations"]));
  }
  for (const auto& [name, values] : series.items()) {
    if (const auto s = stick_plots.find(name); s != stick_plots.end()) {
      plots += stick_plot(s->second.title, numbers(values), s->second.axis, s->second.first, s->second.of);
    }
    if (const auto h = heat_maps.find(name); h != heat_maps.end()) {
      squares += heat_map(h->second.title, numbers(values), h->second.axis);
    }
  }
  std::string out;
  if (!plots.empty()) out += "<div class='row'>" + plots + "</div>";
  if (!squares.empty()) out += "<div class='row square'>" + squares + "</div>";
  return out;
}

std::string stage_of(const ordered_json& s) {
  const auto status = s["status"].get<std::string>();
  std::string out =
      fmt::format("<section><h2>{}<span class='pill {}'>{}</span>", plain(s["name"].get<std::string>()),
                  status == "not run" ? "not-run" : status, status);
  if (s.contains("elements")) {
    out += fmt::format("<span class='count'>{} numbers</span>", grouped(s["elements"].get<std::uint64_t>()));
  }
  out += "</h2>";
  if (s.contains("reason"))
    out += "<p class='lead'>Not run: " + plain(s["reason"].get<std::string>()) + "</p>";
  if (s.contains("series")) out += pictures_of(s["series"]);
  if (s.contains("p_values") && !s["p_values"].empty()) {
    const std::size_t n = s["p_values"].size();
    out += fmt::format(
        "<details{}><summary>{} p-value{}</summary><table><tr><th>of<th class='n'>statistic"
        "<th class='n'>p<th></tr>",
        n <= 6 || status != "passed" ? " open" : "", n, n == 1 ? "" : "s");
    for (const ordered_json& p : s["p_values"]) {
      const double v = p["p"].get<double>();
      const double statistic = p["statistic"].is_number() ? p["statistic"].get<double>() : 0;
      const char* const verdict = lab::verdict_of(v);
      out += fmt::format("<tr><td>{}<td class='n'>{:.6g}<td class='n'>{}<td class='{}'>{}{}</tr>",
                         plain(p["name"].get<std::string>()), statistic, p_text(v), verdict,
                         std::string(verdict) == "passed" ? "" : verdict,
                         lab::extremeness(v) < certain ? " (beyond 1e-15)" : "");
    }
    out += "</table></details>";
  }
  return out + "</section>";
}

std::string fact(const char* name, const std::string& value) {
  return fmt::format("<span>{} <b>{}</b></span>", name, value);
}

}  // namespace

std::string page_of(const ordered_json& c) {
  const ordered_json& s = c["summary"];
  std::vector<double> p;
  for (const ordered_json& stage : c["stages"]) {
    if (!stage.contains("p_values")) continue;
    for (const ordered_json& v : stage["p_values"]) p.push_back(v["p"].get<double>());
  }
  const auto verdict = s["verdict"].get<std::string>();
  const std::string title = plain(c["title"].get<std::string>());
  std::string out = fmt::format(
      "<!doctype html><html lang='en'><head><meta charset='utf-8'><meta name='viewport' "
      "content='width=device-width'>"
      "<meta name='color-scheme' content='light dark'><title>Certificate: "
      "{}</title><style>{}</style></head><body><main>",
      title, style);
  out += fmt::format(
      "<header><div><h1>{}</h1><p class='lead' style='margin:0'>A certificate of tali, a library of random "
      "numbers: one "
      "seed, one sequence, on every device.</p></div><div class='verdict {}'>{}<small>{} p-values, "
      "{} failed, "
      "{} suspect"
      "{}</small></div></header>",
      title, verdict, verdict, s["p_values"].get<int>(), s["failed"].get<int>(), s["suspect"].get<int>(),
      s["not_run"].get<int>() == 0 ? "" : fmt::format(", {} stages not run", s["not_run"].get<int>()));
  out +=
      "<div class='facts'>" + fact("engine", plain(c["engine"].get<std::string>())) +
      fact("seed", plain(c["seed"].get<std::string>())) +
      fact("stream", plain(c["stream"].get<std::string>())) +
      fact("distribution", plain(c["distribution"].get<std::string>() + " " + c["type"].get<std::string>())) +
      fact("numbers", grouped(c["n"].get<std::uint64_t>())) + fact("device", c["device"].get<std::string>()) +
      fact("tali", plain(c["tali"].get<std::string>())) +
      fact("as extreme a p-value by chance",
           fmt::format("{:.2g}", s["chance_of_most_extreme"].get<double>())) +
      "</div>";
  out += "<p><code>" + plain(c["command"].get<std::string>()) + "</code></p>";
  out += "<section><h2>All p-values</h2><div class='row wide'>" + p_value_strip(p) +
         "</div><div class='row'>" + quantile_plot(p) + "</div></section>";
  for (const ordered_json* stage : in_page_order(c["stages"])) out += stage_of(*stage);
  out +=
      "<p class='lead'>A p-value is the chance of a statistic as large, or larger, if the numbers are what "
      "they should "
      "be: near 0 or near 1 speaks against them. Below 1e-10 from either end a test has failed, below 1e-4 "
      "it is worth "
      "a repetition with more numbers; one beyond 1e-15 from either end is marked as such. Stages that "
      "failed "
      "come first, then suspect ones. Bands in the pictures hold all of their values with a chance of 99 %. "
      "What each "
      "test is, its null law and its source: docs/certification.md.</p>";
  return out + "</main></body></html>\n";
}

}  // namespace tali::tool::certify
