// SPDX-License-Identifier: Apache-2.0
// The compiled headers as a JavaScript object: text and numbers in, text and numbers out.
"use strict";

/** The error of a call that tali refused; the message is tali's sentence. */
class TaliError extends Error {}

/** One instance of the compiled code. A call that fails ends it; the next call begins a new one. */
class Tali {
  constructor(module) {
    this.module = module;
    this.instance = null;
  }

  /** @param {string} base64  the WebAssembly file */
  static async load(base64) {
    const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
    const tali = new Tali(await WebAssembly.compile(bytes));
    await tali.begin();
    return tali;
  }

  async begin() {
    const missing = (name) => () => { throw new TaliError(`the page has no ${name}`); };
    const imports = {};
    for (const { module, name } of WebAssembly.Module.imports(this.module)) {
      (imports[module] ??= {})[name] = missing(name);
    }
    imports.tali = { fail: (at) => { throw new TaliError(this.text(at)); } };
    this.instance = await WebAssembly.instantiate(this.module, imports);
    this.instance.exports._initialize();
  }

  /** Runs f(exports); after a failure a later call has a new instance. */
  async call(f) {
    if (this.instance === null) await this.begin();
    try {
      return f(this.instance.exports);
    } catch (error) {
      this.instance = null;
      throw error;
    }
  }

  text(at) {
    const memory = new Uint8Array(this.instance.exports.memory.buffer);
    return new TextDecoder().decode(memory.subarray(at, memory.indexOf(0, at)));
  }

  catalogue() {
    return this.call((tali) => JSON.parse(this.text(tali.catalogue())));
  }

  /**
   * A range of a sequence.
   * @param what  {engine, distribution, type, seed, stream, parameters}: numbers as text
   * @returns {digest, values, firstValues}: 16 hexadecimal digits, a Float64Array, text
   */
  range(what, first, count) {
    return this.call((tali) => {
      const lines = [what.engine, what.distribution, what.type];
      for (const [name, value] of Object.entries(what.parameters)) lines.push(`${name}=${value}`);
      const bytes = new TextEncoder().encode(lines.join("\n"));
      if (bytes.length > tali.input_size()) throw new TaliError("the parameters are longer than the page allows");
      const room = new Uint8Array(tali.memory.buffer, tali.input(), bytes.length + 1);
      room.set(bytes);
      room[bytes.length] = 0;
      tali.choose(BigInt(what.seed), BigInt(what.stream));
      const digest = BigInt.asUintN(64, tali.make(BigInt(first), count)).toString(16).padStart(16, "0");
      const values = new Float64Array(tali.memory.buffer, tali.values(), count).slice();
      return { digest, values, firstValues: this.text(tali.first_values()) };
    });
  }
}
