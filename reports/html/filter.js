// The filter language of `stubborn capture show`, over columns of data: kind == m && latency > 1ms && !(stop == 12)
// A text without any comparison is searched for as words in all columns of text.
// page.filter.compile(text, columns) gives {test: (row) => bool} or {error, column}.
// SPDX-License-Identifier: MIT
page.filter = (() => {
  const TIMES = { ns: 1, us: 1e3, ms: 1e6, s: 1e9, m: 60e9, h: 3600e9 };
  const SIGNS = ["==", "!=", "<=", ">=", "<", ">", "~"];

  class Mistake extends Error {
    constructor(message, at) { super(message); this.at = at; }
  }

  // One = behind a field is a comparison, too, mistyped; PacketSize=47ff is a word.
  const isExpression = (text, columns) => /[<>~()]|[=!]=|&&|\|\||(^|\s)!/.test(text) ||
    columns.some(({ key }) => text.trim().startsWith(key) && /^\s*=/.test(text.trim().slice(key.length)));

  function number(form, text, at, name) {
    const time = /^(\d+(?:\.\d+)?)(ns|us|ms|s|m|h)$/.exec(text);
    if (form === "time" && time) return Math.round(Number(time[1]) * TIMES[time[2]]);
    if (form === "time" && text !== "0")
      throw new Mistake(`${name} is a time: write it with a unit, as in 500us, 1.5ms or 2s`, at);
    if (!/^(0x[0-9a-f]+|\d+)$/i.test(text)) throw new Mistake(`${name} is a number: write it as 12 or 0x7fff`, at);
    return form === "address" ? BigInt(text) : Number(text);
  }

  function compare(sign, of, wanted) {
    switch (sign) {
      case "==": return (row) => of(row) === wanted;
      case "!=": return (row) => { const value = of(row); return value === value && value !== null && value !== wanted; };
      case "<": return (row) => { const value = of(row); return value !== null && value < wanted; };
      case ">": return (row) => { const value = of(row); return value !== null && value > wanted; };
      case "<=": return (row) => { const value = of(row); return value !== null && value <= wanted; };
      default: return (row) => { const value = of(row); return value !== null && value >= wanted; };
    }
  }

  // Each word of a dictionary is asked once; rows only look up what came of it.
  function byWord(column, ask) {
    const answers = Uint8Array.from(column.words, (word) => (ask(word) ? 1 : 0));
    return (row) => { const word = column.values[row]; return word >= 0 && answers[word] === 1; };
  }

  // ~ looks into the request and into its words, as `capture show` does.
  function contains(column, columns, text) {
    const meaning = column.key === "request" && columns.find(({ key }) => key === "meaning");
    const own = byWord(column, (word) => word.includes(text));
    const words = meaning && byWord(meaning, (word) => word.includes(text));
    return words ? (row) => own(row) || words(row) : own;
  }

  function test(column, columns, sign, text, at, signAt) {
    const name = column.key;
    const words = column.words && column.form !== "address";
    if (words && !["==", "!=", "~"].includes(sign)) throw new Mistake(`${name} has no order: use ==, != or ~`, signAt);
    if (!words && sign === "~") throw new Mistake(`${name} is a number: use ==, !=, <, <=, > or >=`, signAt);
    if (words && column.form === "name" && sign !== "~" && !column.words.includes(text) && sign === "==")
      return () => false;
    if (words && sign === "~") return contains(column, columns, text);
    if (words) return byWord(column, (word) => (word === text) === (sign === "=="));
    const wanted = number(column.form, text, at, name);
    if (column.form !== "address") return compare(sign, (row) => column.values[row], wanted);
    const numbers = column.words.map((word) => BigInt(word));
    return compare(sign, (row) => { const word = column.values[row]; return word >= 0 ? numbers[word] : null; }, wanted);
  }

  function parse(text, columns) {
    let at = 0;
    const blanks = () => { while (/\s/.test(text[at] || "")) at++; };
    const take = (sign) => {
      blanks();
      if (!text.startsWith(sign, at)) return false;
      at += sign.length;
      return true;
    };

    function value(name) {
      blanks();
      const from = at;
      if (text[at] === '"') {
        const quoted = /^"((?:[^"\\]|\\.)*)"/.exec(text.slice(at));
        if (!quoted) throw new Mistake("this quote is never closed", from);
        at += quoted[0].length;
        return quoted[1].replace(/\\(["\\])/g, "$1");
      }
      while (at < text.length && !/[\s()&|"]/.test(text[at])) at++;
      if (at === from) throw new Mistake(`a value is missing here, to compare ${name} with`, from);
      return text.slice(from, at);
    }

    function comparison() {
      blanks();
      const from = at;
      const name = /^[\w-]*/.exec(text.slice(at))[0];
      if (!name) throw new Mistake("a field was expected here, such as latency or kind", from);
      const column = columns.find((each) => each.key === name);
      if (!column) throw new Mistake(`unknown field '${name}': ${columns.map((each) => each.key).join(", ")}`, from);
      at += name.length;
      blanks();
      const signAt = at;
      const sign = SIGNS.find(take);
      if (!sign) throw new Mistake(text[at] === "=" ? "write == to compare" : `${name} has to be compared here`, at);
      blanks();
      const valueAt = at;
      return test(column, columns, sign, value(name), valueAt, signAt);
    }

    function unary(depth) {
      blanks();
      const from = at;
      if (depth > 64) throw new Mistake("too many parentheses and ! within each other", from);
      if (!text.startsWith("!=", at) && take("!")) { const inner = unary(depth + 1); return (row) => !inner(row); }
      if (!take("(")) return comparison();
      const inner = either(depth + 1);
      if (!take(")")) throw new Mistake(at < text.length ? "expected &&, || or ) here" : "this parenthesis is never closed", at < text.length ? at : from);
      return inner;
    }

    function both(depth) {
      let left = unary(depth);
      while (take("&&")) { const first = left, right = unary(depth); left = (row) => first(row) && right(row); }
      return left;
    }

    function either(depth) {
      let left = both(depth);
      while (take("||")) { const first = left, right = both(depth); left = (row) => first(row) || right(row); }
      return left;
    }

    const all = either(0);
    blanks();
    if (at < text.length) throw new Mistake(text[at] === ")" ? "this parenthesis was never opened" : "expected && or || here", at);
    return all;
  }

  // Words: each must occur in some column of text.
  function search(text, columns) {
    const terms = page.search.parse(text);
    const texts = columns.filter((column) => column.words);
    const has = terms.has.map((word) => texts.map((column) => byWord(column, (each) => each.toLowerCase().includes(word))));
    const lacks = terms.lacks.map((word) => texts.map((column) => byWord(column, (each) => each.toLowerCase().includes(word))));
    return (row) => has.every((any) => any.some((ask) => ask(row))) && !lacks.some((any) => any.some((ask) => ask(row)));
  }

  function compile(text, columns) {
    if (!text.trim()) return { test: null };
    try {
      return { test: isExpression(text, columns) ? parse(text, columns) : search(text, columns) };
    } catch (mistake) {
      if (!(mistake instanceof Mistake)) throw mistake;
      return { error: mistake.message, column: mistake.at + 1 };
    }
  }

  return { compile };
})();
