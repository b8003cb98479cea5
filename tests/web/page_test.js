// SPDX-License-Identifier: Apache-2.0
// Runs in the page behind its own scripts, and leaves what it finds in the document for run.py to read.
"use strict";

const problems = [];
const expect = (holds, what) => { if (!holds) problems.push(what); };
window.addEventListener("error", (event) => problems.push(`script error: ${event.message}`));
document.addEventListener("securitypolicyviolation", (event) => problems.push(`asks for ${event.blockedURI}`));

async function untilReady() {
  for (let k = 0; k < 3000 && !document.documentElement.dataset.ready && $("error").textContent === ""; ++k) {
    await new Promise((resume) => setTimeout(resume, 10));
  }
  if (!document.documentElement.dataset.ready) throw new Error(`the page did not begin: ${$("error").textContent}`);
}

/** A set of fields, typed as a user does. */
async function type(fields) {
  for (const [id, value] of Object.entries(fields)) $(id).value = value;
  await window.taliPage.make();
}

async function tryPage() {
  const page = window.taliPage;
  expect($("verdict").className === "good", `the first range is not the pinned one: '${$("verdict").textContent}'`);
  expect(/^[0-9a-f]{16}$/.test($("digest").textContent), "there is no digest");
  expect($("values").textContent.split("\n").length === 8, "there are not eight first values");
  const pen = $("histogram").getContext("2d");
  const pixels = pen.getImageData(0, 0, $("histogram").width, $("histogram").height).data;
  expect(pixels.some((x) => x !== 0), "the histogram is empty");
  expect($("histogram").getAttribute("aria-label").includes("mean"), "the histogram has no words");

  // Two halves of a range have digests that add up, on every device.
  const digest = () => BigInt(`0x${$("digest").textContent}`);
  await type({ first: "0", count: "1000" });
  const whole = digest();
  await type({ first: "0", count: "400" });
  const part = digest();
  await type({ first: "400", count: "600" });
  expect(BigInt.asUintN(64, part + digest()) === whole, "digests of parts do not add up");
  expect($("pinned").textContent.includes("not pinned") && $("verdict").textContent === "", "a range that is not pinned is judged");

  // What tali refuses is reported in its own sentence, and the page continues.
  const sigma = [...$("parameters").querySelectorAll("input")].find((i) => i.dataset.name === "sigma");
  sigma.value = "-1";
  await page.make();
  expect($("error").textContent.includes("sigma"), `a bad sigma gives '${$("error").textContent}'`);
  sigma.value = "2";
  await page.make();
  expect($("error").textContent === "" && digest() > 0n, "the page does not continue after an error");
  await type({ count: "ten" });
  expect($("error").textContent.includes("'ten'"), `a bad count gives '${$("error").textContent}'`);

  // The element of docs/kernels.md.
  $("engine").value = "philox4x32";
  $("distribution").value = "uniform";
  page.distributionChanged();
  $("type").value = "f64";
  page.typeChanged();
  await type({ seed: "42", stream: "0", first: "1000", count: "1" });
  expect(Number($("values").textContent) === 0.10584009142756357, `element 1000 is ${$("values").textContent}`);

  // Every engine can be chosen, and every control has a name.
  for (const engine of page.catalogue.engines) {
    $("engine").value = engine.name;
    page.engineChanged();
    await type({ seed: "1", stream: "1", first: "5", count: "10" });
    expect($("error").textContent === "", `${engine.name}: ${$("error").textContent}`);
  }
  for (const control of document.querySelectorAll("input, select")) {
    expect(control.labels.length > 0, `a control without a label: ${control.id}`);
  }
  expect(document.documentElement.scrollWidth <= window.innerWidth, `wider than the window: ${document.documentElement.scrollWidth} of ${window.innerWidth}`);
}

/** Ranges to check: all of the shorter ones, or all. */
async function testPage() {
  try {
    await untilReady();
    await tryPage();
    const all = document.documentElement.dataset.check === "all";
    const pins = window.taliPage.pins.filter((pin) => all || Number(pin.count) < 20000);
    const { right, wrong } = await window.taliPage.check(pins);
    problems.push(...wrong);
    expect(pins.length > 100, `there are ${pins.length} pinned ranges`);
    document.documentElement.dataset.right = right;
  } catch (error) {
    problems.push(String(error));
  }
  document.documentElement.dataset.problems = JSON.stringify(problems);
}
testPage();
