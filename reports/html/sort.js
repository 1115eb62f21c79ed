// <table data-sort>: each header cell with a title sorts the rows by its column; again, the other way around.
// A cell's data-value is compared where it has one; in columns of numbers (class n) what their texts mean: counts,
// times, the lower end of a range. Other texts compare with the digits inside by their value. Empty cells come last.
// SPDX-License-Identifier: MIT
page.sort = (() => {
  const order = new Intl.Collator("en", { numeric: true });

  const units = { ns: 1, us: 1e3, ms: 1e6, s: 1e9, m: 60e9, h: 3600e9 };

  // "1,234", "2.3 ms", "4m12s", "58 to 421"; a text that begins with no number stays one
  function number(text) {
    const parts = Array.from(text.replace(/,/g, "").matchAll(/([0-9.]+) ?(ns|us|ms|s|m|h)?(?![a-z])/g));
    if (!/^[0-9.]/.test(text) || parts.length === 0) return text;
    const minutes = /^[0-9]+m[0-9]+s/.test(text) ? 2 : 1;
    return parts.slice(0, minutes).reduce((sum, [, value, unit]) => sum + Number(value) * (units[unit] || 1), 0);
  }

  function key(row, column) {
    const cell = row.cells[column];
    if (!cell) return "";
    if (cell.dataset.value !== undefined) return Number(cell.dataset.value);
    const text = cell.textContent.trim();
    return cell.classList.contains("n") ? number(text) : text;
  }

  function compare(a, b) {
    if (a === "" || b === "") return null; // decided by who is empty
    return typeof a === "number" && typeof b === "number" ? a - b : order.compare(String(a), String(b));
  }

  function sort(table, column, down) {
    const head = table.rows[0];
    const rows = Array.from(table.rows).slice(1).map((row) => ({ row, key: key(row, column) }));
    rows.sort((a, b) => {
      const way = compare(a.key, b.key);
      return way === null ? (a.key === "") - (b.key === "") : down ? -way : way;
    });
    head.parentElement.append(...rows.map((each) => each.row));
    Array.from(head.cells).forEach((cell, i) => {
      if (i === column) cell.setAttribute("aria-sort", down ? "descending" : "ascending");
      else cell.removeAttribute("aria-sort");
    });
  }

  // Numbers begin with the largest, texts with the first.
  function connect(table) {
    Array.from(table.rows[0].cells).forEach((cell, column) => {
      const title = cell.textContent.trim();
      if (!title || cell.classList.contains("unsorted")) return;
      const button = page.make("button", { type: "button", class: "sorter" });
      button.append(...cell.childNodes);
      cell.append(button);
      button.addEventListener("click", () => {
        const now = cell.getAttribute("aria-sort");
        sort(table, column, now ? now === "ascending" : cell.classList.contains("n"));
      });
    });
  }

  page.all("table[data-sort]").filter((table) => table.rows.length > 2).forEach(connect);
  return { sort, number };
})();
