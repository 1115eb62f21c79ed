// What batched packets would save at any round-trip time: <div data-whatif="ID" data-actions="ID"> gets a slider and a table.
// The data has counts per stop, so the page adds up and multiplies as the program does: a range from at least to at most.
// A session at another round-trip time takes what was recorded and that time for each round trip.
// SPDX-License-Identifier: MIT
page.WhatIf = class {
  static STEPS = 240; // of the slider: 60 per power of ten, from 100 us to 1 s

  constructor(root, data, actions) {
    this.root = root;
    this.data = data;
    this.actions = actions;
    this.build();
    this.set(data.rtt || 20e6);
  }

  // Sums over all stops and what was left out of the list of stops.
  static sum(values, rest) { return values.reduce((all, each) => all + each, rest || 0); }

  // {name, packets, best, worst, least, most} of each kind of batch; least and most are round trips saved.
  savings() {
    const list = this.data.savings.map((s) => {
      const [packets, best, worst] = [["packets", s.key], ["best", `${s.key}_best`], ["worst", `${s.key}_worst`]]
        .map(([rest, column]) => page.WhatIf.sum(this.actions[column], s.rest[rest]));
      return { name: s.name, packets, best, worst, least: packets - worst, most: packets - best };
    });
    const { stops, least, most } = this.data.conditions;
    if (stops > 0) list.push({ name: "conditions", packets: most, best: 0, worst: most - least, least, most, overlaps: true });
    return list;
  }

  build() {
    this.slider = page.make("input", { type: "range", min: 0, max: page.WhatIf.STEPS, step: 1, "aria-label": "round-trip time" });
    this.field = page.make("input", { type: "text", size: 8, spellcheck: "false", "aria-label": "round-trip time, such as 20 ms" });
    this.said = page.make("output", { class: "whatif-said" });
    this.table = page.make("table", {});
    this.stops = page.make("table", {});
    const label = page.make("label", { class: "whatif-slider" }, "round trip ", this.slider, this.field);
    const title = page.make("h3", {}, "Stops that gain most");
    this.root.replaceChildren(label, this.said, page.make("div", { class: "across" }, this.table), title, page.make("div", { class: "across" }, this.stops));
    this.slider.addEventListener("input", () => this.set(this.at(Number(this.slider.value)), true));
    this.field.addEventListener("change", () => this.type());
  }

  // Round numbers: what the slider means, with two digits.
  at(step) { return Number((1e5 * 10 ** (step / 60)).toPrecision(2)); }

  type() {
    const [, value, unit] = /^\s*(\d+(?:\.\d+)?)\s*(ns|us|ms|s)\s*$/.exec(this.field.value) || [];
    this.field.setAttribute("aria-invalid", String(!value));
    if (value) this.set(Math.round(Number(value) * { ns: 1, us: 1e3, ms: 1e6, s: 1e9 }[unit]));
  }

  set(rtt, bySlider) {
    this.rtt = rtt;
    if (!bySlider) this.slider.value = Math.round(60 * Math.log10(Math.max(rtt, 1e5) / 1e5));
    this.slider.setAttribute("aria-valuetext", page.time(rtt));
    this.field.value = page.time(rtt);
    this.show();
  }

  range(low, high, text) { return low === high ? text(low) : `${text(low)} to ${text(high)}`; }

  show() {
    const { rtt, data } = this;
    const savings = this.savings();
    const batches = savings.filter((s) => !s.overlaps); // a stop that is saved needs no batches
    const least = batches.reduce((all, s) => all + s.least, 0), most = batches.reduce((all, s) => all + s.most, 0);
    const now = data.recorded_ns + data.round_trips * rtt;
    this.said.textContent = `With ${page.time(rtt)} a round trip this work would take ${page.time(now)}, and batched ` +
      `${this.range(now - most * rtt, now - least * rtt, (ns) => page.time(ns, now))}.`;
    const cells = savings.map((s) => [s.name, page.count(s.packets), this.range(s.best, s.worst, page.count),
      this.range(s.least, s.most, page.count), this.range(s.least * rtt, s.most * rtt, (ns) => page.time(ns, s.most * rtt))]);
    this.fill(this.table, ["packet", "as recorded", "batched", "round trips saved", `time at ${page.time(rtt)}`], cells);
    this.fill(this.stops, ["stop", "action", "round trips", "saved", "as recorded", `at ${page.time(rtt)}`, "batched"], this.gains());
  }

  // The ten stops of which most round trips go.
  gains() {
    const { data, rtt } = this;
    const a = this.actions;
    const saved = (i, bound) => data.savings.reduce((all, s) => all + a[s.key][i] - a[`${s.key}_${bound}`][i], 0);
    const least = (i) => saved(i, "worst"), most = (i) => saved(i, "best");
    const ranked = Array.from(a.stop.keys()).filter((i) => most(i) > 0).sort((x, y) => least(y) - least(x) || most(y) - most(x)).slice(0, 10);
    return ranked.map((i) => {
      const took = a.end[i] - a.start[i], then = took + a.trips[i] * rtt;
      return [page.count(a.stop[i]), a.kinds[a.action[i]], page.count(a.trips[i]), this.range(least(i), most(i), page.count),
        page.time(took), page.time(then), this.range(then - most(i) * rtt, then - least(i) * rtt, (ns) => page.time(ns, then))];
    });
  }

  fill(table, titles, rows) {
    const css = (i) => (i > 0 && titles[i] !== "action" ? "n" : "");
    const line = (name, cells) => page.make("tr", {}, ...cells.map((text, i) => page.make(name, { class: css(i) }, text)));
    table.replaceChildren(line("th", titles), ...rows.map((cells) => line("td", cells)));
  }
};

page.all("[data-whatif]").forEach((root) => {
  const data = page.data(root.dataset.whatif);
  const actions = page.actions(root.dataset.actions);
  if (data && actions) page.whatif = new page.WhatIf(root, data, actions);
});
