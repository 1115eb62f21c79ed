// Search over what a page already shows: <input data-search="ID"> filters the elements [data-item] inside #ID.
// All words must occur; "several words" count as one; -word must not occur. Folded texts are searched, too.
// An item's data-words are searched besides its text.
// A [data-group] without an item to show is hidden. [data-found="ID"] tells how many are shown.
// SPDX-License-Identifier: MIT
page.search = (() => {
  // {has: [...], lacks: [...]} in lower case
  function parse(text) {
    const terms = { has: [], lacks: [] };
    for (const [, minus, phrase, word] of text.toLowerCase().matchAll(/(-?)(?:"([^"]+)"?|([^\s"]+))/g))
      (minus ? terms.lacks : terms.has).push(phrase || word);
    return terms;
  }

  const matches = (terms, text) =>
    terms.has.every((word) => text.includes(word)) && !terms.lacks.some((word) => text.includes(word));

  function items(root) {
    return page.all("[data-item]", root).map((element) => ({ element, text: `${element.textContent} ${element.dataset.words || ""}`.toLowerCase() }));
  }

  function tell(root, shown, all, active) {
    const text = active ? `${page.count(shown)} of ${page.count(all)}` : "";
    for (const out of page.all(`[data-found="${root.id}"]`)) out.textContent = text;
    root.classList.toggle("nothing-found", active && shown === 0);
  }

  // Applies a search; returns how many items match.
  function apply(root, known, text) {
    const terms = parse(text);
    const active = terms.has.length + terms.lacks.length > 0;
    let shown = 0;
    for (const item of known) {
      const show = !active || matches(terms, item.text);
      item.element.classList.toggle("not-found", !show);
      shown += show;
    }
    for (const group of page.all("[data-group]", root))
      group.classList.toggle("not-found", active && !group.querySelector("[data-item]:not(.not-found)"));
    tell(root, shown, known.length, active);
    root.dispatchEvent(new CustomEvent("searched", { bubbles: true, detail: active }));
    return shown;
  }

  function connect(input) {
    const root = document.getElementById(input.dataset.search);
    if (!root) return;
    let known = null;
    const run = () => apply(root, known || (known = items(root)), input.value);
    input.addEventListener("input", page.calm(run, 60));
    input.addEventListener("search", run);
    input.addEventListener("keydown", (event) => {
      if (event.key === "Escape") { input.value = ""; run(); input.blur(); }
    });
    if (input.value) run(); // the browser kept it over a reload
  }

  page.all("input[data-search]").forEach(connect);
  document.addEventListener("keydown", (event) => {
    const field = document.querySelector("input[data-search], input[data-grid-filter]");
    if (event.key !== "/" || !field || !page.isCommand(event)) return;
    event.preventDefault();
    field.focus();
    field.select();
  });
  return { parse, matches };
})();
