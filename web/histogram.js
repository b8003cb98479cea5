// SPDX-License-Identifier: Apache-2.0
// A histogram on a canvas, and the figures below it.
"use strict";

/** Numbers as a person reads them. */
const shown = (x) => (Number.isInteger(x) && Math.abs(x) < 1e9 ? String(x) : x.toPrecision(5).replace(/\.?0+($|e)/, "$1"));

/** The range that holds all but a thousandth of the values at either end, or all where tails are short. */
function rangeOf(values) {
  const sorted = values.slice().sort();
  const n = sorted.length;
  const [least, most] = [sorted[0], sorted[n - 1]];
  const cut = Math.floor(n / 1000);
  const [low, high] = [sorted[cut], sorted[n - 1 - cut]];
  const isLong = most - least > 3 * (high - low) && high > low;
  return { least, most, low: isLong ? low : least, high: isLong ? high : most };
}

/** Counts in bars; of few whole numbers, one bar each. */
function barsOf(values, width) {
  const { least, most, low, high } = rangeOf(values);
  const span = high - low;
  const isWhole = values.every(Number.isInteger) && span < width / 4;
  const bars = isWhole ? span + 1 : Math.max(10, Math.min(100, Math.floor(width / 6)));
  const from = isWhole ? low - 0.5 : low;
  const to = isWhole ? high + 0.5 : span > 0 ? high : low + 1;
  const counts = new Array(bars).fill(0);
  for (const x of values) {
    if (x < low || x > high) continue;
    counts[Math.min(bars - 1, Math.floor(((x - from) / (to - from)) * bars))] += 1;
  }
  return { counts, low: isWhole ? low : from, high: isWhole ? high : to, least, most };
}

function momentsOf(values) {
  let mean = 0;
  let squares = 0;
  values.forEach((x, i) => {
    const away = x - mean;
    mean += away / (i + 1);
    squares += away * (x - mean);
  });
  return { mean, deviation: values.length > 1 ? Math.sqrt(squares / (values.length - 1)) : 0 };
}

/** Draws, and says in words what is to be seen. */
function drawHistogram(canvas, values, name) {
  const scale = window.devicePixelRatio || 1;
  const { width, height } = canvas.getBoundingClientRect();
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const pen = canvas.getContext("2d");
  pen.scale(scale, scale);
  pen.clearRect(0, 0, width, height);
  if (values.length === 0) return;
  const style = getComputedStyle(document.documentElement);
  const { counts, low, high, least, most } = barsOf(values, width);
  const top = Math.max(...counts);
  const [left, right, bottom, above] = [8, 8, 26, 8];
  const step = (width - left - right) / counts.length;
  pen.fillStyle = style.getPropertyValue("--bar");
  counts.forEach((count, k) => {
    const tall = ((height - bottom - above) * count) / top;
    pen.fillRect(left + k * step, height - bottom - tall, Math.max(1, step - 1), tall);
  });
  pen.fillStyle = style.getPropertyValue("--ink");
  pen.font = "13px system-ui, sans-serif";
  pen.textBaseline = "bottom";
  pen.fillText(shown(low), left, height - 5);
  pen.textAlign = "center";
  pen.fillText(shown((low + high) / 2), width / 2, height - 5);
  pen.textAlign = "right";
  pen.fillText(shown(high), width - right, height - 5);
  const { mean, deviation } = momentsOf(values);
  const words = `${values.length} values from ${shown(least)} to ${shown(most)}, mean ${shown(mean)}, standard deviation ${shown(deviation)}`;
  canvas.setAttribute("aria-label", `Histogram of ${name}: ${words}`);
  return words;
}
