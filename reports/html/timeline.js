// The session as lanes over time: <canvas data-timeline="ID" data-actions="ID" data-rows="ID">, with what is under the pointer in words.
// Actions of the debugger, time waiting for the stub, time the program runs. Dragging zooms in and limits the table to
// that time; the keys + and -, the arrows and 0 do the same without a pointer.
// SPDX-License-Identifier: MIT
page.Timeline = class {
  static LANES = [["actions", 15, 20], ["stub", 53, 14], ["program", 85, 14]]; // name, top, height
  static HEIGHT = 118;
  static HUES = ["skip", "to", "pass", "warn", "fail"]; // of the kinds of actions, in turn

  constructor(canvas, session, actions, grid) {
    this.canvas = canvas;
    this.session = session;
    this.actions = actions;
    this.grid = grid;
    this.from = 0;
    this.to = Math.max(1, session.end);
    this.drag = null;
    this.told = page.make("output", { class: "label timeline-told" });
    const whole = page.make("button", { type: "button", class: "plain" }, "whole session");
    whole.addEventListener("click", () => this.zoom(0, session.end));
    this.whole = whole;
    canvas.after(page.make("p", { class: "timeline-foot" }, whole, this.told), this.legend());
    this.listen();
    this.draw();
  }

  x(ns) { return ((ns - this.from) / (this.to - this.from)) * this.canvas.clientWidth; }
  ns(x) { return this.from + (x / this.canvas.clientWidth) * (this.to - this.from); }
  hue(kind) { return page.Timeline.HUES[kind % page.Timeline.HUES.length]; }
  color(name) { return getComputedStyle(this.canvas).getPropertyValue(`--${name}`).trim(); }

  // The colours of the actions that there are.
  legend() {
    const list = page.make("p", { class: "legend timeline-legend" });
    for (const kind of [...new Set(this.actions.action)].sort((a, b) => a - b)) {
      const swatch = page.make("i", { "aria-hidden": "true" });
      swatch.style.background = `var(--${this.hue(kind)})`;
      list.append(page.make("span", {}, swatch, ` ${this.actions.kinds[kind]}`));
    }
    return list;
  }

  // --- drawing ---------------------------------------------------------------------------------------------

  draw() {
    const width = this.canvas.clientWidth;
    const scale = window.devicePixelRatio || 1;
    this.canvas.width = Math.round(width * scale);
    this.canvas.height = Math.round(page.Timeline.HEIGHT * scale);
    const pen = this.canvas.getContext("2d");
    pen.scale(scale, scale);
    pen.clearRect(0, 0, width, page.Timeline.HEIGHT);
    this.drawActions(pen, width);
    this.drawTimes(pen, width);
    this.drawAxis(pen, width);
    if (this.drag) this.drawDrag(pen);
    this.whole.hidden = this.from === 0 && this.to === Math.max(1, this.session.end);
  }

  // One after the other the shades differ, so that short actions can be told apart.
  drawActions(pen, width) {
    const a = this.actions;
    const colors = a.kinds.map((_, kind) => this.color(this.hue(kind)));
    const [, top, height] = page.Timeline.LANES[0];
    for (let i = 0; i < a.action.length; i++) {
      const left = this.x(a.start[i]), right = this.x(a.end[i]);
      if (right < 0 || left > width) continue;
      pen.globalAlpha = i % 2 ? 0.55 : 0.9;
      pen.fillStyle = colors[a.action[i]];
      pen.fillRect(left, top, Math.max(0.6, right - left), height);
    }
    pen.globalAlpha = 1;
  }

  // Each pixel is as dark as its share of time; no pixel with something in it stays empty.
  drawTimes(pen, width) {
    const rows = this.grid.data.rows;
    const at = this.grid.column("at").values, took = this.grid.column("latency").values;
    const phase = this.grid.column("phase");
    const program = phase.words.indexOf("program");
    const shares = [new Float64Array(Math.ceil(width) + 1), new Float64Array(Math.ceil(width) + 1)];
    for (let i = 0; i < rows; i++) {
      if (took[i] === null || at[i] > this.to || at[i] + took[i] < this.from) continue;
      const lane = shares[phase.values[i] === program ? 1 : 0];
      const left = Math.max(0, this.x(at[i])), right = Math.min(width, this.x(at[i] + took[i]));
      for (let x = Math.floor(left); x <= right; x++) lane[x] += Math.max(0.03, Math.min(right, x + 1) - Math.max(left, x));
    }
    shares.forEach((lane, i) => {
      const [name, top, height] = page.Timeline.LANES[i + 1];
      pen.fillStyle = this.color(name === "stub" ? "to" : "pass");
      lane.forEach((share, x) => {
        if (share <= 0) return;
        pen.globalAlpha = Math.min(1, 0.25 + 0.75 * share);
        pen.fillRect(x, top, 1, height);
      });
    });
    pen.globalAlpha = 1;
  }

  drawAxis(pen, width) {
    pen.fillStyle = this.color("soft");
    pen.font = "11px system-ui, sans-serif";
    for (const [name, top] of page.Timeline.LANES) pen.fillText(name === "stub" ? "waiting for the stub" : name === "program" ? "program running" : name, 0, top - 4);
    pen.textAlign = "left";
    pen.fillText(page.time(Math.round(this.from)), 0, 114);
    pen.textAlign = "right";
    pen.fillText(page.time(Math.round(this.to)), width, 114);
    pen.textAlign = "left";
  }

  drawDrag(pen) {
    const [a, b] = [this.drag.start, this.drag.now].sort((x, y) => x - y);
    pen.globalAlpha = 0.2;
    pen.fillStyle = this.color("ink");
    pen.fillRect(a, 0, b - a, page.Timeline.HEIGHT);
    pen.globalAlpha = 1;
  }

  // --- moving about ----------------------------------------------------------------------------------------

  zoom(from, to) {
    const all = Math.max(1, this.session.end);
    const wide = Math.min(all, Math.max(1000, to - from));
    this.from = Math.min(Math.max(0, from), all - wide);
    this.to = this.from + wide;
    if (wide === all) this.grid.ranges.delete("at");
    else this.grid.ranges.set("at", [Math.floor(this.from), Math.ceil(this.to)]);
    this.grid.apply();
    this.draw();
  }

  listen() {
    const place = (event) => event.clientX - this.canvas.getBoundingClientRect().left;
    this.canvas.addEventListener("pointerdown", (event) => {
      this.drag = { start: place(event), now: place(event) };
      this.canvas.setPointerCapture(event.pointerId);
    });
    this.canvas.addEventListener("pointermove", (event) => {
      if (!this.drag) return this.tell(place(event), event.clientY - this.canvas.getBoundingClientRect().top);
      this.drag.now = place(event);
      return this.draw();
    });
    this.canvas.addEventListener("pointerup", () => {
      const { start, now } = this.drag || {};
      this.drag = null;
      if (Math.abs(now - start) > 4) this.zoom(this.ns(Math.min(start, now)), this.ns(Math.max(start, now)));
      else this.draw();
    });
    this.canvas.addEventListener("pointercancel", () => { this.drag = null; this.draw(); });
    this.canvas.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() => this.draw()).observe(this.canvas);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
    this.grid.listeners.push(() => { // its own button takes the range away, too
      if (this.grid.ranges.has("at") || this.whole.hidden) return;
      this.from = 0;
      this.to = Math.max(1, this.session.end);
      this.draw();
    });
  }

  key(event) {
    const wide = this.to - this.from, middle = (this.to + this.from) / 2;
    const to = {
      "+": [middle - wide / 4, middle + wide / 4], "=": [middle - wide / 4, middle + wide / 4],
      "-": [middle - wide, middle + wide], "0": [0, this.session.end],
      ArrowLeft: [this.from - wide / 4, this.to - wide / 4], ArrowRight: [this.from + wide / 4, this.to + wide / 4],
    }[event.key];
    if (!to || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    this.zoom(...to);
  }

  tell(x) {
    const at = this.ns(x);
    const a = this.actions;
    const i = a.start.findLastIndex((start, n) => start <= at && a.end[n] >= at);
    this.told.textContent = i < 0 ? page.time(Math.round(at)) : `${page.time(Math.round(at))}: ${a.kinds[a.action[i]]}, stop ${page.count(a.stop[i])}, ` +
      `${page.count(a.trips[i])} round trip${a.trips[i] === 1 ? "" : "s"}, ${page.time(a.end[i] - a.start[i])}`;
  }
};

page.all("canvas[data-timeline]").forEach((canvas) => {
  const session = page.data(canvas.dataset.timeline);
  const grid = page.grids.get(canvas.dataset.rows);
  const actions = page.actions(canvas.dataset.actions);
  const timed = grid && grid.column("at").values.some((at) => at !== null);
  if (session && actions && timed) page.timeline = new page.Timeline(canvas, session, actions, grid);
  else canvas.hidden = true;
});
