// SPDX-License-Identifier: Apache-2.0
// The page: its fields are the catalogue's, which comes from the compiled headers.
"use strict";

const mostCount = 1000000;
const $ = (id) => document.getElementById(id);

/** The pinned ranges of digests.txt that the page's engines and distributions make. */
function pinsOf(lines, catalogue) {
  const pins = [];
  for (const line of lines.split("\n")) {
    const parts = line.split(" ");
    if (line.startsWith("#") || parts.length !== 8) continue;
    const [engine, name, type, seed, stream, first, count, digest] = parts;
    const [distribution, example] = name.split("/");
    const found = catalogue.distributions.find((d) => d.name === distribution && d.type === type);
    if (!found || !found.engines.includes(engine)) continue;
    const parameters = found.examples[Number(example ?? 0)];
    pins.push({ engine, distribution, type, seed, stream, first, count, digest, parameters });
  }
  return pins;
}

const sameParameters = (a, b) =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].every((k) => k in a && k in b && Number(a[k]) === Number(b[k]));
const same = (a, b) =>
  ["engine", "distribution", "type"].every((k) => a[k] === b[k]) &&
  ["seed", "stream", "first", "count"].every((k) => BigInt(a[k]) === BigInt(b[k])) &&
  sameParameters(a.parameters, b.parameters);

class Page {
  constructor(tali, catalogue, pins) {
    Object.assign(this, { tali, catalogue, pins, stopped: true, values: new Float64Array(0) });
    this.options("engine", catalogue.engines.map((e) => e.name));
    $("engine").addEventListener("change", () => this.engineChanged());
    $("distribution").addEventListener("change", () => this.distributionChanged());
    $("type").addEventListener("change", () => this.typeChanged());
    $("pins").addEventListener("change", () => this.load(this.pins[Number($("pins").value)]));
    $("form").addEventListener("submit", (event) => { event.preventDefault(); this.make(); });
    $("next").addEventListener("click", () => this.next());
    $("check").addEventListener("click", () => this.check(this.pins));
    $("stop").addEventListener("click", () => { this.stopped = true; });
    const redraw = () => this.draw();
    window.addEventListener("resize", redraw);
    window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
  }

  options(id, names) {
    const before = $(id).value;
    $(id).replaceChildren(...names.map((name) => new Option(name, name)));
    if (names.includes(before)) $(id).value = before;
  }

  engineChanged() {
    const of = this.catalogue.distributions.filter((d) => d.engines.includes($("engine").value));
    this.options("distribution", [...new Set(of.map((d) => d.name))]);
    this.distributionChanged();
  }

  distributionChanged() {
    const of = this.catalogue.distributions.filter((d) => d.name === $("distribution").value);
    this.options("type", of.map((d) => d.type));
    this.typeChanged();
  }

  entry() {
    return this.catalogue.distributions.find((d) => d.name === $("distribution").value && d.type === $("type").value);
  }

  typeChanged() {
    const engine = this.catalogue.engines.find((e) => e.name === $("engine").value);
    $("summary").textContent = `${engine.name}: ${engine.summary}. ${this.entry().name}: ${this.entry().summary}.`;
    $("parameters").replaceChildren(...this.entry().parameters.map((p) => {
      const field = document.createElement("label");
      const input = document.createElement("input");
      input.dataset.name = p.name;
      input.placeholder = "default" in p ? p.default : "default";
      field.append(`${p.name}${p.allowed ? `, ${p.allowed}` : ""} `, input);
      return field;
    }));
    const chosen = { engine: engine.name, distribution: this.entry().name, type: this.entry().type };
    const rows = [new Option("choose one to load it", "")];
    this.pins.forEach((pin, k) => {
      if (!Object.keys(chosen).every((key) => pin[key] === chosen[key])) return;
      const parameters = Object.entries(pin.parameters).map(([name, value]) => `${name} ${value}`).join(", ");
      rows.push(new Option(`seed ${pin.seed}, stream ${pin.stream}, ${pin.count} from ${pin.first}${parameters ? `; ${parameters}` : ""}`, k));
    });
    $("pins").replaceChildren(...rows);
  }

  /** What the fields say. */
  asked() {
    const whole = (id, most) => {
      const text = $(id).value.trim();
      if (!/^[0-9]+$/.test(text) || BigInt(text) > most) {
        throw new TaliError(`${$(id).labels[0].textContent.trim().toLowerCase()} is '${text}'; expected a whole number up to ${most}`);
      }
      return text;
    };
    const engine = this.catalogue.engines.find((e) => e.name === $("engine").value);
    const most = 2n ** 64n - 1n;
    const parameters = {};
    for (const input of $("parameters").querySelectorAll("input")) {
      if (input.value.trim() !== "") parameters[input.dataset.name] = input.value.trim();
    }
    return {
      engine: engine.name, distribution: $("distribution").value, type: $("type").value, parameters,
      seed: whole("seed", most), stream: whole("stream", BigInt(engine.maxStream)),
      first: whole("first", most), count: whole("count", BigInt(mostCount)),
    };
  }

  /** Fills the fields from a pinned range, and makes it. */
  async load(pin) {
    if (!pin) return;
    $("engine").value = pin.engine;
    this.engineChanged();
    $("distribution").value = pin.distribution;
    this.distributionChanged();
    $("type").value = pin.type;
    this.typeChanged();
    for (const id of ["seed", "stream", "first", "count"]) $(id).value = pin[id];
    for (const input of $("parameters").querySelectorAll("input")) input.value = pin.parameters[input.dataset.name] ?? "";
    $("pins").value = String(this.pins.indexOf(pin));
    await this.make();
  }

  async make() {
    $("error").textContent = "";
    try {
      const asked = this.asked();
      const made = await this.tali.range(asked, asked.first, Number(asked.count));
      const pin = this.pins.find((p) => same(p, asked));
      const isSame = pin !== undefined && pin.digest === made.digest;
      $("digest").textContent = made.digest;
      $("pinned").textContent = pin ? pin.digest : "this range is not pinned";
      $("verdict").className = pin ? (isSame ? "good" : "bad") : "";
      $("verdict").textContent = pin ? (isSame ? "✓ The same bits in your browser." : "✗ Not the same bits.") : "";
      $("values").textContent = made.firstValues.trimEnd();
      this.values = made.values;
      this.draw();
    } catch (error) {
      for (const id of ["digest", "pinned", "verdict", "values", "moments"]) $(id).textContent = "";
      this.values = new Float64Array(0);
      this.draw();
      $("error").textContent = error instanceof TaliError ? error.message : `the page failed: ${error}`;
    }
  }

  async next() {
    const [first, count] = [$("first").value, $("count").value];
    if (/^[0-9]+$/.test(first) && /^[0-9]+$/.test(count)) $("first").value = BigInt(first) + BigInt(count);
    await this.make();
  }

  draw() {
    $("moments").textContent = drawHistogram($("histogram"), this.values, $("distribution").value) ?? "";
  }

  /** Makes pinned ranges one by one, and says how many have the pinned digest. */
  async check(pins) {
    this.stopped = false;
    $("check").disabled = true;
    $("stop").hidden = $("progress").hidden = false;
    let right = 0;
    let done = 0;
    const wrong = [];
    for (const pin of pins) {
      if (this.stopped) break;
      let digest;
      try {
        digest = (await this.tali.range(pin, pin.first, Number(pin.count))).digest;
      } catch (error) {
        digest = error.message;
      }
      if (digest === pin.digest) right += 1;
      else wrong.push(`${pin.engine} ${pin.distribution} ${pin.type}: ${digest}`);
      done += 1;
      $("progress").value = done / pins.length;
      $("checked").textContent = `${right} of ${done} the same`;
      await new Promise((resume) => setTimeout(resume, 0));
    }
    this.stopped = true;
    $("check").disabled = false;
    $("stop").hidden = $("progress").hidden = true;
    $("checked").className = wrong.length === 0 ? "good" : "bad";
    $("checked").textContent = wrong.length === 0
      ? `✓ ${right} of ${pins.length} pinned ranges have the same bits in your browser.`
      : `✗ ${wrong.length} of ${done} differ: ${wrong.join("; ")}`;
    return { right, wrong, of: pins.length };
  }
}

/** The test of the page (tests/web) asks by the address for the pinned ranges, and reads what is written here. */
async function begin() {
  try {
    const tali = await Tali.load(taliWasm);
    const catalogue = await tali.catalogue();
    const page = new Page(tali, catalogue, pinsOf(taliPins, catalogue));
    window.taliPage = page;
    await page.load(page.pins.find((p) => p.engine === "philox4x32" && p.distribution === "normal") ?? page.pins[0]);
    document.documentElement.dataset.ready = "yes";
  } catch (error) {
    $("error").textContent = `this browser cannot run the page: ${error.message}`;
  }
}
begin();
