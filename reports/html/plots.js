// Plots by uPlot, where the build has it: <div data-plot="KIND" data-of="ID">. Kinds:
// latency (each exchange over time), shares (how many exchanges are as fast), lines (columns of data over a first one).
// Colours are those of the page, so plots are drawn anew when light and dark change.
// SPDX-License-Identifier: MIT
page.plots = (() => {
  if (typeof uPlot === "undefined") return null;
  const color = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
  const HUES = ["to", "pass", "warn", "crash", "hang", "xfail", "fail", "skip"];
  const nanoseconds = (_, values) => values.map((value) => (value === null ? "" : page.time(value)));
  const counts = (_, values) => values.map((value) => (Number.isInteger(value) ? page.count(value) : ""));

  function axis(values, more) {
    return { stroke: color("soft"), grid: { stroke: color("line"), width: 1 }, ticks: { stroke: color("line"), width: 1 }, values, ...more };
  }

  const shown = (text) => (_, value) => (value === null || value === undefined ? "" : text(value));
  const time = shown((value) => page.time(Math.round(value)));

  // Only powers of ten get their label.
  const decades = (_, values) => values.map((value) => (value !== null && Math.abs(Math.log10(value) - Math.round(Math.log10(value))) < 1e-9 ? page.time(value) : ""));

  function latency(grid) {
    const at = grid.column("at").values, took = grid.column("latency").values;
    const phase = grid.column("phase");
    const program = phase.words.indexOf("program");
    const rows = Array.from(grid.found).filter((row) => took[row] !== null && took[row] > 0).sort((a, b) => at[a] - at[b]);
    const pick = (want) => rows.map((row) => ((phase.values[row] === program) === want ? took[row] : null));
    // Without a cursor the legend tells how many they are.
    const many = (self, value, k) => (value === null || value === undefined ? page.count(self.data[k].filter((v) => v !== null).length) : time(self, value));
    const points = (name, label) => ({ label, stroke: color(name), paths: () => null, points: { show: true, size: 4, fill: color(name) }, value: many });
    return {
      data: [rows.map((row) => at[row]), pick(false), pick(true)],
      options: {
        scales: { x: { time: false }, y: { distr: 3 } },
        axes: [axis(nanoseconds, { space: 90 }), axis(decades, { size: 64 })],
        series: [{ label: "at", value: time }, points("to", "waiting for the stub"), points("pass", "program running")],
      },
    };
  }

  // The share of exchanges that are answered within a time, of the packets that are most frequent.
  function shares(grid) {
    const kind = grid.column("kind"), took = grid.column("latency").values;
    const phase = grid.column("phase");
    const program = phase.words.indexOf("program");
    const by = new Map();
    for (const row of grid.found) {
      if (took[row] === null || took[row] <= 0 || phase.values[row] === program) continue;
      const of = kind.values[row];
      if (!by.has(of)) by.set(of, []);
      by.get(of).push(took[row]);
    }
    const ranked = Array.from(by.entries()).sort((a, b) => b[1].length - a[1].length).slice(0, 6);
    ranked.forEach(([, values]) => values.sort((a, b) => a - b));
    const AROUND = 1.25; // each curve begins at 0 % and ends at 100 %, also where all take the same time
    const low = Math.min(...ranked.map(([, values]) => values[0])) / AROUND, high = AROUND * Math.max(...ranked.map(([, values]) => values[values.length - 1]));
    const steps = 200;
    const xs = Array.from({ length: steps + 1 }, (_, i) => low * (high / low) ** (i / steps));
    const below = (values) => { let n = 0; return xs.map((x) => { while (n < values.length && values[n] <= x * (1 + 1e-9)) n++; return (100 * n) / values.length; }); };
    return {
      data: [xs, ...ranked.map(([, values]) => below(values))],
      options: {
        scales: { x: { time: false, distr: 3 }, y: { range: [0, 100] } },
        axes: [axis(decades, { space: 60 }), axis((_, values) => values.map((value) => `${value} %`), { size: 50 })],
        series: [{ label: "within", value: time }, ...ranked.map(([of], i) => ({ label: kind.words[of], stroke: color(HUES[i]), width: 1.5, value: (_, v) => (v === null || v === undefined ? `half in ${page.time(ranked[i][1][Math.floor((ranked[i][1].length - 1) / 2)])}` : `${v.toFixed(1)} %`) }))],
      },
    };
  }

  // {x: {label, form, values}, series: [{label, form, values}]}; each series has an axis of its own form.
  function lines(data) {
    const text = (form) => (form === "time" ? page.time : page.count);
    const labels = (form) => (form === "time" ? nanoseconds : counts);
    const forms = Array.from(new Set(data.series.map((s) => s.scale || s.form)));
    return {
      data: [data.x.values, ...data.series.map((s) => s.values)],
      options: {
        scales: { x: { time: false }, ...Object.fromEntries(forms.map((form) => [form, { range: (_, low, high) => [0, Math.max(1, high) * 1.05] }])) },
        axes: [axis(labels(data.x.form), { space: 80 }), ...forms.slice(0, 2).map((form, i) => axis(counts, { scale: form, side: i ? 1 : 3, size: 70, grid: { show: i === 0, stroke: color("line"), width: 1 } }))],
        series: [{ label: data.x.label, value: (self, v) => text(data.x.form)(Math.round(v ?? self.data[0].at(-1))) },
          ...data.series.map((s, i) => ({ label: s.label, scale: s.scale || s.form, stroke: color(HUES[i]), width: 1.5, points: { show: data.x.values.length < 40 }, value: (self, v, k) => text(s.form)(Math.round(v ?? self.data[k].at(-1))) }))],
      },
    };
  }

  function connect(root) {
    const { plot: kind, of } = root.dataset;
    const grid = page.grids.get(of);
    const source = kind === "lines" ? page.data(of) : grid;
    if (!source) return;
    let drawn = null;
    const size = () => ({ width: Math.max(200, root.clientWidth), height: root.clientWidth < 500 ? 200 : 240 });
    const draw = () => {
      if (drawn) drawn.destroy();
      const { data, options } = { latency, shares, lines }[kind](source);
      root.hidden = data[0].length === 0;
      drawn = root.hidden ? null : new uPlot({ ...size(), cursor: { drag: { x: true, y: false } }, ...options }, data, root);
    };
    draw();
    let width = root.clientWidth;
    new ResizeObserver(() => {
      if (drawn && root.clientWidth !== width) drawn.setSize(size());
      width = root.clientWidth;
    }).observe(root);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
    if (grid) grid.listeners.push(page.calm(draw, 200));
  }

  page.all("[data-plot]").forEach(connect);
  return { color };
})();
