// A table of many rows: <div data-grid="ID"> shows the data with that id. Only the rows in sight are in the page.
// Data: {rows, columns: [{key, title, form, values, words?, wide?, hidden?}]}; form is count, time, name, text, code or
// address. With words, values are places in them, -1 for none; else numbers, null for none. Times are nanoseconds.
// SPDX-License-Identifier: MIT
page.grids = new Map();

page.Grid = class {
  static ROW = 28; // pixels, as in style.css
  static MOST = 150; // rows in the page at a time
  static AROUND = 6; // rows before and after one, in its neighbourhood

  constructor(root, data) {
    this.root = root;
    this.data = data;
    this.columns = data.columns;
    this.order = Uint32Array.from({ length: data.rows }, (_, i) => i);
    this.found = this.order;
    this.sorting = { column: -1, down: false };
    this.ranges = new Map(); // by key of column: [from, to]
    this.current = -1; // row of the data
    this.listeners = [];
    this.applyLater = page.calm(() => this.apply(), 80);
    this.build();
    this.apply();
  }

  // --- what a cell shows -----------------------------------------------------------------------------------

  text(column, row) {
    const value = column.values[row];
    if (column.words) return value < 0 ? "" : column.words[value];
    if (value === null || value === undefined) return "";
    return column.form === "time" ? page.time(value) : page.count(value);
  }

  column(key) { return this.columns.find((each) => each.key === key); }

  cell(column, row, name) {
    const content = this.text(column, row);
    const cell = page.make(name || "td", name ? {} : { class: this.css(column) });
    if (column.form === "code" && content) cell.append(page.make("code", {}, content));
    else cell.textContent = content;
    return cell;
  }

  css(column) {
    const number = column.form === "count" || column.form === "time";
    return [`c-${column.key}`, number ? "n" : "", column.wide ? "wide-only" : ""].join(" ").trim();
  }

  // --- the frame of the table ------------------------------------------------------------------------------

  build() {
    const id = this.root.dataset.grid;
    this.input = page.make("input", { type: "search", "data-grid-filter": "", spellcheck: "false", autocomplete: "off",
      placeholder: this.data.hint || "filter", "aria-label": "filter", "aria-describedby": `${id}-told` });
    this.told = page.make("output", { id: `${id}-told` });
    this.shown = this.columns.filter((column) => !column.hidden);
    this.view = page.make("div", { class: "grid-view", tabindex: "0", role: "region", "aria-label": this.data.title || "rows" });
    this.body = page.make("tbody");
    const head = page.make("tr", {}, ...this.shown.map((column) => this.header(column)));
    const table = page.make("table", { "aria-rowcount": String(this.data.rows + 1) }, page.make("thead", {}, head), this.body);
    this.above = page.make("tr", { class: "space", "aria-hidden": "true" }, page.make("td"));
    this.below = this.above.cloneNode(true);
    this.detail = page.make("div", { class: "grid-detail", "aria-live": "polite" });
    this.view.append(table);
    this.root.replaceChildren(this.finder(), this.view, this.detail);
    this.listen();
  }

  finder() {
    const clear = page.make("button", { type: "button", class: "plain range" });
    clear.hidden = true;
    clear.addEventListener("click", () => { this.ranges.clear(); this.apply(); });
    this.clear = clear;
    return page.make("div", { class: "finder" }, this.input, clear, this.told);
  }

  header(column) {
    const button = page.make("button", { type: "button", class: "sorter" }, column.title || column.key);
    const cell = page.make("th", { class: this.css(column), scope: "col" }, button);
    button.addEventListener("click", () => {
      const again = this.sorting.column === this.columns.indexOf(column);
      this.sort(column.key, again ? !this.sorting.down : column.form === "time");
    });
    column.head = cell;
    return cell;
  }

  listen() {
    this.input.addEventListener("input", this.applyLater);
    this.input.addEventListener("search", () => this.apply());
    this.input.addEventListener("keydown", (event) => {
      if (event.key === "Escape") { this.input.value = ""; this.apply(); }
      if (event.key === "Enter" || event.key === "ArrowDown") { this.apply(); this.view.focus(); this.step(0); event.preventDefault(); }
    });
    this.view.addEventListener("scroll", () => requestAnimationFrame(() => this.draw()), { passive: true });
    this.view.addEventListener("keydown", (event) => this.key(event));
    this.body.addEventListener("click", (event) => {
      const row = event.target.closest("tr[data-row]");
      if (row) this.select(Number(row.dataset.row), true);
    });
    new ResizeObserver(() => this.draw()).observe(this.view);
  }

  // --- filter and order ------------------------------------------------------------------------------------

  tests() {
    const filter = page.filter.compile(this.input.value, this.columns);
    const tests = filter.test ? [filter.test] : [];
    for (const [key, [from, to]] of this.ranges) {
      const values = this.column(key).values;
      tests.push((row) => values[row] >= from && values[row] <= to);
    }
    return { tests, error: filter.error, at: filter.column };
  }

  apply() {
    this.applyLater.cancel(); // it would take the reader back to the first row
    const { tests, error, at } = this.tests();
    this.input.setAttribute("aria-invalid", String(Boolean(error)));
    // Of a filter that is wrong no part is applied: neither what stood there before nor a half of it.
    this.found = error ? [] : tests.length ? this.order.filter((row) => tests.every((test) => test(row))) : this.order;
    const some = tests.length ? `${page.count(this.found.length)} of ${page.count(this.data.rows)}` : page.count(this.data.rows);
    this.told.textContent = error ? `column ${at}: ${error}` : `${some} ${this.data.what || "rows"}` + (this.data.left_out ? `; ${page.count(this.data.left_out)} left out` : "");
    this.clear.hidden = this.ranges.size === 0;
    this.clear.textContent = Array.from(this.ranges.values(), ([from, to]) => `${page.time(from)} to ${page.time(to)} \u00d7`).join(", ");
    this.view.scrollTop = 0;
    this.draw();
    for (const listener of this.listeners) listener(this);
  }

  // Shows only rows whose column is between two values, both included.
  limit(key, from, to) {
    this.ranges.set(key, [from, to]);
    this.apply();
  }

  // What a column is compared by: numbers, or the places of its words in order; what is missing comes last.
  keys(column, down) {
    const last = down ? -Infinity : Infinity;
    if (!column.words) return Float64Array.from(column.values, (value) => (value === null ? last : value));
    const order = new Intl.Collator("en", { numeric: true });
    const ranked = Array.from(column.words.keys());
    if (column.form === "address") ranked.sort((a, b) => { const x = BigInt(column.words[a]), y = BigInt(column.words[b]); return x < y ? -1 : x > y ? 1 : 0; });
    else if (ranked.length > 5000) ranked.sort((a, b) => (column.words[a] < column.words[b] ? -1 : 1)); // ten times as fast
    else ranked.sort((a, b) => order.compare(column.words[a], column.words[b]));
    const rank = new Float64Array(ranked.length);
    ranked.forEach((word, i) => { rank[word] = i; });
    return Float64Array.from(column.values, (word) => (word < 0 ? last : rank[word]));
  }

  sort(key, down) {
    const column = this.column(key);
    const keys = this.keys(column, down);
    this.order = Uint32Array.from({ length: this.data.rows }, (_, i) => i);
    this.order.sort(down ? (a, b) => keys[b] - keys[a] || a - b : (a, b) => keys[a] - keys[b] || a - b);
    this.sorting = { column: this.columns.indexOf(column), down };
    for (const each of this.shown)
      if (each === column) each.head.setAttribute("aria-sort", down ? "descending" : "ascending");
      else each.head.removeAttribute("aria-sort");
    this.apply();
  }

  // --- rows in sight ---------------------------------------------------------------------------------------

  row(row, place) {
    const line = page.make("tr", { "data-row": row, "aria-rowindex": place + 2 });
    if (row === this.current) line.setAttribute("aria-selected", "true");
    line.append(...this.shown.map((column) => this.cell(column, row)));
    return line;
  }

  draw() {
    const height = page.Grid.ROW;
    this.view.style.setProperty("--rows", this.found.length + 1); // a short list leaves no empty space below it
    const seen = Math.min(page.Grid.MOST, Math.ceil(this.view.clientHeight / height) + 1); // on paper it has no height
    const first = Math.max(0, Math.min(Math.floor(this.view.scrollTop / height) - 8, this.found.length - seen));
    const last = Math.min(this.found.length, first + seen + 16);
    this.above.firstChild.style.height = `${first * height}px`;
    this.below.firstChild.style.height = `${(this.found.length - last) * height}px`;
    const rows = [];
    for (let i = first; i < last; i++) rows.push(this.row(this.found[i], i));
    this.body.replaceChildren(this.above, ...rows, this.below);
  }

  // --- one row ---------------------------------------------------------------------------------------------

  // Keys in the table: up, down and so on move, Enter opens the neighbourhood, Escape closes it.
  key(event) {
    const by = { ArrowDown: 1, ArrowUp: -1, PageDown: 15, PageUp: -15, Home: -Infinity, End: Infinity }[event.key];
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (by !== undefined) this.step(by);
    else if (event.key === "Enter" && this.current >= 0) this.select(this.current, true);
    else if (event.key === "Escape") this.close();
    else return;
    event.preventDefault();
  }

  step(by) {
    if (this.found.length === 0) return;
    const now = this.found.indexOf(this.current);
    const to = Math.min(this.found.length - 1, Math.max(0, now < 0 ? 0 : now + by));
    this.select(this.found[to], this.detail.childElementCount > 0);
  }

  select(row, open) {
    this.current = row;
    this.reveal(row);
    this.draw();
    if (open) this.open(row);
  }

  reveal(row) {
    const place = this.found.indexOf(row);
    if (place < 0) return;
    const top = place * page.Grid.ROW;
    const room = this.view.clientHeight - 2 * page.Grid.ROW;
    if (top < this.view.scrollTop) this.view.scrollTop = top;
    else if (top > this.view.scrollTop + room) this.view.scrollTop = top - room;
  }

  close() {
    this.detail.replaceChildren();
    this.current = -1;
    this.draw();
  }

  // All that is known of a row, and the rows around it as they were, whatever is filtered out above.
  open(row) {
    const facts = page.make("dl", { class: "facts" });
    for (const column of this.columns) {
      const text = this.text(column, row);
      if (text) facts.append(page.make("div", {}, page.make("dt", {}, column.title || column.key), this.cell(column, row, "dd")));
    }
    const same = this.data.within && this.column(this.data.within);
    const around = [];
    for (const way of [-1, 1])
      for (let i = row + (way > 0 ? 0 : way), n = 0; i >= 0 && i < this.data.rows && n < page.Grid.AROUND; i += way) {
        if (same && same.values[i] !== same.values[row]) continue;
        around.push(i);
        n++;
      }
    around.sort((a, b) => a - b);
    const lines = around.map((each) => {
      const line = page.make("tr", each === row ? { class: "this", "aria-current": "true" } : { "data-row": each });
      line.append(...this.shown.map((column) => this.cell(column, each)));
      if (each !== row) line.addEventListener("click", () => this.select(each, true));
      return line;
    });
    const close = page.make("button", { type: "button", class: "plain" }, "close");
    close.addEventListener("click", () => { this.close(); this.view.focus(); });
    const title = page.make("h3", {}, `${this.data.one || "row"} ${this.text(this.columns[0], row)} and its neighbours `, close);
    const table = page.make("table", { class: "neighbours" }, page.make("tbody", {}, ...lines));
    this.detail.replaceChildren(title, facts, page.make("div", { class: "across" }, table));
  }
};

page.all("[data-grid]").forEach((root) => {
  const data = page.data(root.dataset.grid);
  if (data && data.rows > 0) page.grids.set(root.dataset.grid, new page.Grid(root, data));
});

// A link "#ID-KEY-VALUE" selects the first row whose column has that number, as in #exchanges-frame-312.
page.follow = () => {
  const [, id, key, value] = /^#(\w+)-(\w+)-(\d+)$/.exec(location.hash) || [];
  const grid = page.grids.get(id);
  const column = grid && grid.column(key);
  const row = column ? column.values.indexOf(Number(value)) : -1;
  if (row < 0) return;
  if (!grid.found.includes(row)) { grid.input.value = ""; grid.ranges.clear(); grid.apply(); }
  grid.select(row, true);
  grid.detail.scrollIntoView({ block: "nearest" });
};
window.addEventListener("hashchange", page.follow);
page.follow();
