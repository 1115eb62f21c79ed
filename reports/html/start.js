// What all scripts of a page share. They only read the page and data inside it: nothing is fetched or stored.
// Texts of stubs reach the page by textContent, never as markup.
// SPDX-License-Identifier: MIT
"use strict";
document.documentElement.classList.add("scripted");

const page = {
  all: (selector, from) => Array.from((from || document).querySelectorAll(selector)),

  // An element with attributes and children; strings become text.
  make(name, attributes, ...children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes || {})) element.setAttribute(key, value);
    element.append(...children);
    return element;
  },

  // The data that stands in the page under an id; null: none.
  data(id) {
    const element = document.getElementById(id);
    return element ? JSON.parse(element.textContent) : null;
  },

  count: (number) => number.toLocaleString("en-US"),

  // Nanoseconds as the program prints them elsewhere: three digits, "500 s" and then "12 min". Times that are compared
  // have the unit of one of them, `like`.
  time(ns, like = ns) {
    const units = [[3600e9, "h", 10], [60e9, "min", 10], [1e9, "s", 1], [1e6, "ms", 1], [1e3, "us", 1]];
    const [size, unit] = units.find(([each, , least]) => Math.abs(like) >= each * least) || [1, "ns"];
    const value = ns / size;
    if (Math.abs(value) < 100) return `${Number(value.toPrecision(3))} ${unit}`;
    const below = Math.floor(value);
    const even = value - below === 0.5 ? below + (below % 2) : Math.round(value);
    return `${even} ${unit}`;
  },

  // Calls `act` once, when calls have paused for a moment; `cancel()` of what it returns drops a call that waits.
  calm(act, ms) {
    let timer = 0;
    const call = () => { clearTimeout(timer); timer = setTimeout(act, ms); };
    call.cancel = () => clearTimeout(timer);
    return call;
  },

  // Whether a key was pressed for the page, not inside a field.
  isCommand: (event) => !event.ctrlKey && !event.altKey && !event.metaKey &&
    !(event.target instanceof Element && event.target.closest("input, textarea, select")),
};

// Actions of the debugger as columns by key; `kinds` are the names that column `action` means.
page.actions = (id) => {
  const data = page.data(id);
  if (!data) return null;
  const actions = Object.fromEntries(data.columns.map((column) => [column.key, column.values]));
  return { ...actions, kinds: data.columns.find((column) => column.key === "action").words };
};
