// The front end of every panel. It keeps no state of the game: it draws what Python says, and reports what a person does as
// {id, version, type, payload}. Each report is answered once; until then the next ones wait, so none is meant for a board
// that has just been replaced. Texts are written as text, never as markup.

const PROTOCOL = 1;
const LEAST_TARGET = 32; // pixels; smaller places get a larger, invisible target
const TRAVEL = 250; // milliseconds
const NO_ANSWER = 4000; // after this long without an answer we say so, and ask once more with the same id
const WIDTHS = [720, 900, 1060, 1200, 1400];
const STATE_WORDS = { legal: "can be chosen", chosen: "chosen", hint: "suggested", refused: "not now", taken: "taken" };

let counter = 0;

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    made.setAttribute(key, value === true ? "" : String(value));
  }
  made.append(...children);
  return made;
}

function setAttributes(target, attributes) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) target.removeAttribute(key);
    else if (target.getAttribute(key) !== String(value)) target.setAttribute(key, value === true ? "" : String(value));
  }
}

// Read SVG as XML, so that nothing in it can run, and give its ids a prefix of this view: two boards on one page share none.
function readPicture(text, prefix) {
  const own = text.replaceAll(/\b(id|href)=(["'])(#?)(ml-[\w-]+)\2/g, `$1=$2$3${prefix}$4$2`);
  const parsed = new DOMParser().parseFromString(own, "image/svg+xml");
  if (parsed.querySelector("parsererror")) throw new Error("the picture is not well-formed");
  for (const bad of parsed.querySelectorAll("script, foreignObject, iframe")) bad.remove();
  const picture = document.importNode(parsed.documentElement, true);
  picture.classList.remove("ml-root"); // the panel around it decides the theme
  return picture;
}

class Reports {
  // The queue of reports to Python: one under way at a time.
  constructor(model, say) {
    this.model = model;
    this.say = say;
    this.waiting = [];
    this.underWay = null;
    this.silent = false;
    this.listener = (message) => this.answered(message);
    model.on("msg:custom", this.listener);
  }

  send(type, payload, then) {
    const id = `${Date.now().toString(36)}-${(counter += 1).toString(36)}-${Math.random().toString(36).slice(2, 8)}`;
    this.waiting.push({ id, type, payload, then });
    this.next();
  }

  // What a person asks at once, such as Stop, does not wait for its turn.
  sendNow(type, payload) {
    const id = `${Date.now().toString(36)}-${(counter += 1).toString(36)}-now`;
    this.model.send({ id, version: this.model.get("version"), type, payload });
  }

  next() {
    if (this.underWay || this.waiting.length === 0) return;
    const report = this.waiting.shift();
    this.underWay = report;
    this.transmit(report);
    report.timer = setTimeout(() => {
      this.silent = true;
      this.say(
        "Python has not answered yet. A cell may be running, or the kernel has ended; if this stays, run this cell again.",
      );
      this.transmit(report); // the same id acts once, so asking again is safe
    }, NO_ANSWER);
  }

  transmit(report) {
    this.model.send({ id: report.id, version: this.model.get("version"), type: report.type, payload: report.payload });
  }

  answered(message) {
    if (!message || message.type !== "reply" || !this.underWay || message.id !== this.underWay.id) return;
    const report = this.underWay;
    clearTimeout(report.timer);
    this.underWay = null;
    if (this.silent) {
      this.silent = false;
      this.say("");
    }
    if (message.outcome !== "done") this.waiting = [];
    if (report.then) report.then(message);
    this.next();
  }

  end() {
    if (this.underWay) clearTimeout(this.underWay.timer);
    this.model.off("msg:custom", this.listener);
  }
}

class Board {
  // The picture with its places laid over it as a grid that arrow keys walk.
  constructor(view) {
    this.view = view;
    this.prefix = `v${(counter += 1).toString(36)}-`;
    this.cells = new Map();
    this.places = [];
    this.shown = "";
    this.frame = element("div", { class: "ml-frame" });
    this.overlay = element("div", { class: "ml-places" });
    this.tip = element("div", { class: "ml-tip", "aria-hidden": "true", hidden: true });
    this.node = element("div", { class: "ml-stage" }, this.frame, this.overlay, this.tip);
    this.overlay.addEventListener("keydown", (event) => this.key(event));
    this.overlay.addEventListener("focusin", (event) => this.focused(event.target));
    this.overlay.addEventListener("focusout", () => this.hideTip());
    this.overlay.addEventListener("pointerover", (event) => this.hovered(event.target));
    this.overlay.addEventListener("pointerout", () => this.hideTip());
    this.overlay.addEventListener("click", (event) => {
      const cell = event.target.closest(".ml-place");
      if (cell) this.act(cell.dataset.place);
    });
    this.current = null;
  }

  show(moving, printed, places) {
    const svg = moving.split("<!--printed-->").reduce((whole, part, index) => whole + (printed[index - 1] ?? "") + part);
    if (svg !== this.shown) {
      const before = this.positions();
      const picture = readPicture(svg, this.prefix);
      picture.setAttribute("aria-hidden", "true");
      picture.removeAttribute("role");
      this.frame.replaceChildren(picture);
      this.shown = svg;
      this.travel(before, picture);
    }
    this.places = places;
    this.lay();
  }

  positions() {
    const found = new Map();
    for (const piece of this.frame.querySelectorAll("[data-key]")) {
      const box = piece.getBoundingClientRect();
      if (box.width || box.height) found.set(piece.dataset.key, box);
    }
    return found;
  }

  travel(before, picture) {
    if (before.size === 0 || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const scale = picture.viewBox.baseVal.width / (picture.getBoundingClientRect().width || 1);
    const frame = picture.getBoundingClientRect();
    for (const piece of picture.querySelectorAll("[data-key]")) {
      const old = before.get(piece.dataset.key);
      if (!old || !piece.animate) continue;
      const box = piece.getBoundingClientRect();
      const dx = (old.left + old.width / 2 - box.left - box.width / 2) * scale;
      const dy = (old.top + old.height / 2 - box.top - box.height / 2) * scale;
      if (Math.hypot(dx, dy) < 2 || Math.hypot(dx, dy) > 2 * frame.width * scale) continue;
      piece.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }], {
        duration: TRAVEL,
        easing: "ease-in-out",
      });
    }
  }

  // Lay one cell per place; cells of places that stay are kept, so the focus stays with them.
  lay() {
    const kept = new Map();
    const groups = new Map();
    for (const place of this.places) {
      const cell = this.cells.get(place.key) ?? element("div", { role: "gridcell", "data-place": place.key });
      const state = place.state || "idle";
      setAttributes(cell, {
        class: `ml-place ml-is-${state}`,
        "aria-label": [place.label, STATE_WORDS[state], place.reason].filter(Boolean).join(". "),
        "aria-selected": state === "chosen" ? "true" : "false",
        "aria-disabled": state === "refused" ? "true" : "false",
      });
      kept.set(place.key, cell);
      const group = place.group || "board";
      if (!groups.has(group)) groups.set(group, new Map());
      const rows = groups.get(group);
      const row = place.row || 0;
      if (!rows.has(row)) rows.set(row, []);
      rows.get(row).push([place.col || 0, cell]);
    }
    const held = this.overlay.contains(document.activeElement) ? document.activeElement.dataset.place : null;
    const blocks = [];
    for (const [group, rows] of groups) {
      const block = element("div", { role: "grid", "aria-label": group, class: "ml-group" });
      for (const [, cells] of [...rows].sort((a, b) => a[0] - b[0])) {
        const line = element("div", { role: "row" });
        line.append(...cells.sort((a, b) => a[0] - b[0]).map((pair) => pair[1]));
        block.append(line);
      }
      blocks.push(block);
    }
    this.overlay.replaceChildren(...blocks);
    this.cells = kept;
    if (!this.current || !kept.has(this.current)) {
      const first = this.places.find((place) => place.state === "legal") ?? this.places[0];
      this.current = first ? first.key : null;
    }
    for (const [key, cell] of kept) cell.tabIndex = key === this.current ? 0 : -1;
    this.measure();
    if (held !== null) kept.get(kept.has(held) ? held : this.current)?.focus({ preventScroll: true });
  }

  measure() {
    const picture = this.frame.firstElementChild;
    if (!picture || !picture.viewBox) return;
    const scale = picture.getBoundingClientRect().width / (picture.viewBox.baseVal.width || 1);
    if (!scale) return;
    for (const place of this.places) {
      const cell = this.cells.get(place.key);
      const w = Math.max(LEAST_TARGET, place.w * scale);
      const h = Math.max(LEAST_TARGET, place.h * scale);
      cell.style.left = `${((place.x || 0) + place.w / 2) * scale - w / 2}px`;
      cell.style.top = `${((place.y || 0) + place.h / 2) * scale - h / 2}px`;
      cell.style.width = `${w}px`;
      cell.style.height = `${h}px`;
    }
  }

  find(key) {
    return this.places.find((place) => place.key === key);
  }

  act(key) {
    const place = this.find(key);
    if (!place) return;
    this.move(key, false);
    if (place.state === "refused") {
      this.view.say(`${place.label}: ${place.reason || "not now"}`);
    }
    this.view.reports.send("place", { key }); // a refused place too: Python shows the rule and counts the refusal
  }

  move(key, focus = true) {
    const cell = this.cells.get(key);
    if (!cell) return;
    this.cells.get(this.current)?.setAttribute("tabindex", "-1");
    this.current = key;
    cell.tabIndex = 0;
    if (focus) cell.focus();
  }

  // The next place in a direction: the nearest one that lies that way, the straight ones before the oblique ones.
  toward(key, dx, dy) {
    const from = this.find(key);
    const middle = (place) => [place.x + place.w / 2, place.y + place.h / 2];
    const [x, y] = middle(from);
    let best = null;
    let least = Infinity;
    for (const place of this.places) {
      if (place.key === key) continue;
      const [px, py] = middle(place);
      const ahead = (px - x) * dx + (py - y) * dy;
      const aside = Math.abs((px - x) * dy) + Math.abs((py - y) * dx);
      if (ahead < 4 || aside > 2.5 * ahead) continue;
      const far = ahead + 2 * aside + ((place.group || "") === (from.group || "") ? 0 : 40);
      if (far < least) [best, least] = [place.key, far];
    }
    return best;
  }

  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const cell = event.target.closest(".ml-place");
    if (!cell) return;
    const key = cell.dataset.place;
    const place = this.find(key);
    const directions = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
    let target = null;
    if (event.key in directions) target = this.toward(key, ...directions[event.key]);
    else if (event.key === "Home" || event.key === "End") {
      const group = this.places.filter((other) => (other.group || "") === (place.group || ""));
      target = group[event.key === "Home" ? 0 : group.length - 1].key;
    } else if (event.key === "PageDown" || event.key === "PageUp") {
      const names = [...new Set(this.places.map((other) => other.group || ""))];
      const step = event.key === "PageDown" ? 1 : names.length - 1;
      const name = names[(names.indexOf(place.group || "") + step) % names.length];
      target = this.places.find((other) => (other.group || "") === name).key;
    } else if (event.key === "Enter" && place.state !== "legal" && this.view.controls.shortcut(event)) target = null; // Enter confirms
    else if (event.key === "Enter" || event.key === " ") this.act(key);
    else return;
    event.preventDefault();
    if (target) this.move(target);
  }

  focused(cell) {
    if (!cell.classList.contains("ml-place")) return;
    this.move(cell.dataset.place, false);
    this.showTip(cell);
  }

  hovered(target) {
    const cell = target.closest(".ml-place");
    if (cell) this.showTip(cell);
  }

  showTip(cell) {
    const place = this.find(cell.dataset.place);
    if (!place) return;
    this.tip.replaceChildren(element("strong", {}, place.label));
    if (place.reason) this.tip.append(element("span", {}, place.reason));
    this.tip.hidden = false;
    const room = this.node.clientWidth;
    const width = Math.min(320, this.tip.offsetWidth);
    const left = Math.max(0, Math.min(room - width, cell.offsetLeft + cell.offsetWidth / 2 - width / 2));
    const below = cell.offsetTop + cell.offsetHeight + 6;
    const above = cell.offsetTop - this.tip.offsetHeight - 6;
    this.tip.style.left = `${left}px`;
    this.tip.style.top = `${below + this.tip.offsetHeight > this.node.clientHeight && above > 0 ? above : below}px`;
  }

  hideTip() {
    this.tip.hidden = true;
  }
}

class Controls {
  // Buttons, fields and sliders, kept by key so that what one is typing survives a new scene.
  constructor(view) {
    this.view = view;
    this.made = new Map();
    this.areas = { top: null, side: null, bottom: null };
    for (const area of Object.keys(this.areas)) {
      this.areas[area] = element("div", { class: `ml-controls ml-controls-${area}`, role: "group", "aria-label": `${area} controls` });
    }
  }

  show(controls) {
    this.all = controls;
    const kept = new Map();
    const lists = { top: [], side: [], bottom: [] };
    for (const control of controls) {
      let entry = this.made.get(control.key);
      if (!entry || entry.kind !== control.kind) entry = this.make(control);
      this.update(entry, control);
      kept.set(control.key, entry);
      lists[control.area || "top"].push(entry.node);
    }
    this.made = kept;
    for (const [area, nodes] of Object.entries(lists)) {
      const host = this.areas[area];
      const same = host.children.length === nodes.length && nodes.every((node, index) => host.children[index] === node);
      if (!same) {
        const held = host.contains(document.activeElement) ? document.activeElement : null;
        host.replaceChildren(...nodes);
        if (held && host.contains(held)) held.focus();
      }
      host.hidden = nodes.length === 0;
    }
  }

  make(control) {
    const id = `ml-c${(counter += 1).toString(36)}`;
    const entry = { key: control.key, kind: control.kind, sent: null, timer: null };
    const pressed = (value) => this.act(entry.key, value);
    const reason = element("span", { class: "ml-reason", id: `${id}-why` });
    if (control.kind === "button" || control.kind === "toggle" || control.kind === "link") {
      entry.input = element("button", { type: "button", class: "ml-button" });
      entry.input.addEventListener("click", () => {
        if (entry.kind === "toggle") pressed(entry.value ? "" : "on");
        else if (entry.kind === "link") this.copy(entry);
        else pressed("");
      });
      entry.node = element("span", { class: "ml-control" }, entry.input, reason);
    } else {
      const tags = { select: ["select", {}], slider: ["input", { type: "range", step: 1 }], area: ["textarea", { rows: 12, spellcheck: "false" }], number: ["input", { type: "number", step: 1 }] };
      const [tag, attributes] = tags[control.kind] ?? ["input", { type: "text", autocomplete: "off", spellcheck: "false" }];
      entry.input = element(tag, { id, class: `ml-field ml-field-${control.kind}`, ...attributes });
      entry.label = element("label", { for: id });
      entry.shownValue = element("output", { class: "ml-value" });
      entry.node = element("span", { class: `ml-control ml-control-${control.kind}` }, entry.label, entry.input);
      if (control.kind === "slider") entry.node.append(entry.shownValue);
      entry.node.append(reason);
      if (control.kind === "text") {
        entry.input.addEventListener("keydown", (event) => {
          if (event.key === "Enter" && !event.isComposing) {
            event.preventDefault();
            pressed(entry.input.value);
          }
        });
      } else if (control.kind === "area") {
        entry.input.addEventListener("input", () => {
          clearTimeout(entry.timer);
          entry.timer = setTimeout(() => pressed(entry.input.value), 400);
        });
      } else if (control.kind === "slider") {
        entry.input.addEventListener("input", () => (entry.shownValue.textContent = entry.input.value));
        entry.input.addEventListener("change", () => pressed(entry.input.value));
      } else entry.input.addEventListener("change", () => pressed(entry.input.value));
    }
    entry.reason = reason;
    entry.input.setAttribute("aria-describedby", reason.id);
    return entry;
  }

  update(entry, control) {
    const enabled = control.enabled !== false;
    entry.control = control;
    entry.value = control.value || "";
    // A disabled button could not be focused and could not say why: it stays in reach and refuses.
    setAttributes(entry.input, { "aria-disabled": enabled ? null : "true", placeholder: control.placeholder || null });
    if ("readOnly" in entry.input) entry.input.readOnly = !enabled;
    entry.reason.textContent = enabled ? "" : control.reason || "";
    entry.node.classList.toggle("ml-off", !enabled);
    entry.node.title = enabled ? control.help || "" : control.reason || "";
    setAttributes(entry.input, { "aria-description": enabled ? control.help || null : null });
    if (!entry.label) {
      entry.input.classList.toggle("ml-primary", Boolean(control.primary));
      entry.input.textContent = control.label;
      setAttributes(entry.input, {
        "aria-pressed": control.kind === "toggle" ? String(Boolean(control.value)) : null,
        "aria-keyshortcuts": control.shortcut || null,
      });
      if (control.shortcut && control.shortcut.length === 1) entry.input.append(" ", element("kbd", { "aria-hidden": "true" }, control.shortcut));
      return;
    }
    entry.label.textContent = control.label;
    entry.label.classList.toggle("ml-hidden", Boolean(control.hidden_label));
    if (control.kind === "select") {
      const wanted = JSON.stringify(control.options || []);
      if (entry.options !== wanted) {
        entry.options = wanted;
        entry.input.replaceChildren(...(control.options || []).map((option) => element("option", { value: option.value }, option.label)));
      }
    }
    if (control.kind === "slider" || control.kind === "number") setAttributes(entry.input, { min: control.minimum || 0, max: control.maximum || 0 });
    // What Python says replaces what stands there only when Python says something new.
    if (entry.sent !== entry.value || control.kind === "select" || control.kind === "slider") {
      entry.input.value = entry.value;
      entry.sent = entry.value;
    }
    entry.shownValue.textContent = entry.value;
  }

  act(key, value) {
    const entry = this.made.get(key);
    if (!entry) return;
    const control = entry.control;
    if (control.enabled === false) {
      this.view.say(`${control.label}: ${control.reason || "not now"}`);
      return;
    }
    if (control.always) {
      this.view.reports.sendNow("control", { key, value });
      return;
    }
    this.view.reports.send("control", { key, value }, (answer) => {
      if (control.clear && answer.outcome === "done") entry.input.value = "";
    });
  }

  async copy(entry) {
    try {
      await navigator.clipboard.writeText(entry.value);
      this.view.say("Copied.");
    } catch {
      this.view.say(`The browser does not allow copying; here it is: ${entry.value}`);
    }
  }

  shortcut(event) {
    const name = (event.altKey ? "Alt+" : "") + event.key;
    const found = (this.all || []).find((control) => control.shortcut === name);
    if (!found || event.ctrlKey || event.metaKey || (["Enter", "Escape"].includes(name) && found.enabled === false)) return false;
    this.act(found.key, found.kind === "toggle" ? (found.value ? "" : "on") : found.value || "");
    return true;
  }
}

function paragraphs(text) {
  return (text || "").split(/\n\s*\n/).filter(Boolean).map((part) => element("p", {}, part));
}

function sectionBody(section, view) {
  if (section.kind === "list" || section.kind === "steps") {
    const list = element(section.kind === "steps" ? "ol" : "ul", { class: "ml-list" });
    for (const item of section.items || []) {
      const line = element("li", { class: item.current ? "ml-current" : null, "aria-current": item.current ? "step" : null });
      if (item.control) {
        const button = element("button", { type: "button", class: "ml-link" }, item.text);
        button.addEventListener("click", () => {
          if (view.controls.made.has(item.control)) view.controls.act(item.control, item.value || "");
          else view.reports.send("control", { key: item.control, value: item.value || "" });
        });
        line.append(button);
      } else if (item.place) {
        const button = element("button", { type: "button", class: "ml-link" }, item.text);
        button.addEventListener("click", () => view.board.move(item.place));
        line.append(button);
      } else line.append(item.text);
      if (item.detail) line.append(element("span", { class: "ml-detail" }, item.detail));
      list.append(line);
    }
    return [...paragraphs(section.text), list];
  }
  if (section.kind === "table") {
    const table = element("table", { class: "ml-table" });
    if (section.head) table.append(element("thead", {}, element("tr", {}, ...section.head.map((text) => element("th", { scope: "col" }, text)))));
    const rows = (section.rows || []).map((row) => element("tr", {}, ...row.map((text, index) => element(index ? "td" : "th", index ? {} : { scope: "row" }, text))));
    table.append(element("tbody", {}, ...rows));
    return [...paragraphs(section.text), table];
  }
  if (section.kind === "picture") {
    const picture = readPicture(section.svg || "", `${view.board.prefix}${section.key}-`);
    const figure = element("figure", { class: "ml-figure" }, picture);
    if (section.text) figure.append(element("pre", { class: "ml-hidden" }, section.text));
    return [figure];
  }
  if (section.kind === "code") return [element("pre", { class: "ml-code", tabindex: 0 }, section.text || "")];
  if (section.kind === "progress") {
    const bar = element("progress", section.maximum ? { max: section.maximum, value: section.value || 0 } : {});
    bar.setAttribute("aria-label", section.title || "progress");
    return [bar, element("span", { class: "ml-detail" }, section.text || "")];
  }
  return paragraphs(section.text);
}

class Sections {
  constructor(view) {
    this.view = view;
    this.made = new Map();
    this.areas = { side: element("div", { class: "ml-side" }), bottom: element("div", { class: "ml-below" }), top: element("div", { class: "ml-above" }) };
  }

  show(sections) {
    const kept = new Map();
    const lists = { top: [], side: [], bottom: [] };
    for (const section of sections) {
      const told = JSON.stringify(section);
      let entry = this.made.get(section.key);
      if (!entry || entry.told !== told) {
        const open = entry && entry.node.tagName === "DETAILS" ? entry.node.open : false;
        const node = section.folded
          ? element("details", { open }, element("summary", {}, section.title || "More"))
          : element("section", {});
        if (section.title && !section.folded) node.append(element("h3", {}, section.title));
        node.className = `ml-section ml-section-${section.kind}${section.tone ? ` ml-tone-${section.tone}` : ""}`;
        node.append(...sectionBody(section, this.view));
        entry = { node, told };
      }
      kept.set(section.key, entry);
      lists[section.area || "side"].push(entry.node);
    }
    this.made = kept;
    for (const [area, nodes] of Object.entries(lists)) {
      const host = this.areas[area];
      const same = host.children.length === nodes.length && nodes.every((node, index) => host.children[index] === node);
      if (!same) host.replaceChildren(...nodes);
      host.hidden = nodes.length === 0;
    }
  }
}

class View {
  constructor(model, host) {
    this.model = model;
    this.host = host;
    this.status = element("p", { class: "ml-status" });
    this.live = element("p", { class: "ml-live", role: "status", "aria-live": "polite" });
    this.alert = element("div", { class: "ml-alert", role: "alert", hidden: true });
    this.reports = new Reports(model, (text) => this.say(text));
    this.board = new Board(this);
    this.controls = new Controls(this);
    this.sections = new Sections(this);
    this.words = element("pre", {});
    const words = element("details", { class: "ml-section ml-words" }, element("summary", {}, "The board in words"), this.words);
    const side = element("div", { class: "ml-column" }, this.controls.areas.side, this.sections.areas.side);
    this.side = side;
    this.root = element(
      "div",
      // JupyterLab looks for this attribute before it runs a shortcut; stopping the event comes too late for it.
      { class: "ml-root ml-panel", "data-lm-suppress-shortcuts": "true", role: "region", tabindex: "-1" },
      this.controls.areas.top,
      this.sections.areas.top,
      this.status,
      this.alert,
      element("div", { class: "ml-main" }, this.board.node, side),
      this.live,
      this.controls.areas.bottom,
      this.sections.areas.bottom,
      words,
    );
    this.root.addEventListener("keydown", (event) => this.key(event));
    for (const kind of ["keypress", "keyup"]) this.root.addEventListener(kind, (event) => event.stopPropagation());
    host.append(this.root);
    this.events = {
      "change:svg": () => this.later(),
      "change:printed": () => this.later(),
      "change:places": () => this.later(),
      "change:controls": () => this.later(),
      "change:sections": () => this.later(),
      "change:version": () => this.later(),
      "change:status": () => this.later(),
      "change:poll": () => this.later(),
      "change:theme": () => this.later(),
      "change:announce": () => this.later(),
      "change:error": () => this.later(),
    };
    for (const [name, listener] of Object.entries(this.events)) model.on(name, listener);
    this.said = null;
    this.watch = new ResizeObserver(() => this.resized());
    this.draw();
    this.watch.observe(this.root);
    this.reports.send("hello", { protocol: PROTOCOL });
  }

  // One drawing for all the values of one message.
  later() {
    if (this.due) return;
    this.due = true;
    queueMicrotask(() => {
      this.due = false;
      if (this.ended) return;
      try {
        this.draw();
      } catch (error) {
        this.fail(error);
      }
    });
  }

  draw() {
    const get = (name) => this.model.get(name);
    const theme = get("theme");
    this.root.classList.toggle("ml-light", theme === "light");
    this.root.classList.toggle("ml-dark", theme === "dark");
    this.root.setAttribute("aria-label", get("title") || "board");
    if (get("protocol") !== PROTOCOL) {
      this.complain(
        "error",
        `This board was made by another version of magister-ludi (${get("protocol")} instead of ${PROTOCOL}). Run the cell again; if this stays, reload the page.`,
      );
    }
    this.controls.show(get("controls") || []);
    this.sections.show(get("sections") || []);
    this.side.hidden = this.controls.areas.side.hidden && this.sections.areas.side.hidden;
    this.status.textContent = get("status") || "";
    this.status.hidden = !this.status.textContent;
    this.words.textContent = get("words") || "";
    if (get("svg")) this.board.show(get("svg"), get("printed") || [], get("places") || []);
    const error = get("error") || {};
    if (error.text) this.complain(error.kind, error.text);
    else if (get("protocol") === PROTOCOL) this.alert.hidden = true;
    const told = `${get("version")} ${get("announce")}`;
    if (get("announce") && told !== this.said) this.say(get("announce"));
    this.said = told;
    this.ask(get("poll") || 0);
  }

  ask(pause) {
    if (pause === this.pause) return;
    this.pause = pause;
    clearInterval(this.clock);
    // A tick waits for the answer to the one before it, so a busy kernel is never flooded.
    if (pause) {
      this.clock = setInterval(() => {
        if (!this.reports.underWay && document.visibilityState === "visible") this.reports.send("tick", {});
      }, Math.max(50, pause));
    }
  }

  complain(kind, text) {
    if (this.alert.textContent !== text) this.alert.textContent = text;
    this.alert.className = `ml-alert ml-alert-${kind === "error" ? "error" : "refused"}`;
    this.alert.hidden = false;
  }

  // Emptied first: a reader then also speaks a sentence that is said twice.
  say(text) {
    this.live.textContent = "";
    requestAnimationFrame(() => (this.live.textContent = text));
  }

  key(event) {
    event.stopPropagation();
    const typing = event.target.matches("input, textarea, select");
    if (event.key === "Escape") {
      if (!this.controls.shortcut(event)) this.leave();
      event.preventDefault();
      return;
    }
    const pressing = (event.key === "Enter" || event.key === " ") && event.target.matches("button, summary");
    if (!typing && !pressing && !event.defaultPrevented && this.controls.shortcut(event)) event.preventDefault();
  }

  // Escape hands the keyboard back to whatever holds the panel.
  leave() {
    const outside = this.root.parentElement?.closest('.jp-Notebook, .jp-WindowedPanel-outer, [tabindex]:not([tabindex="-1"])');
    if (outside) outside.focus();
    else document.activeElement?.blur();
    this.board.hideTip();
  }

  resized() {
    this.board.measure();
    const width = Math.floor(this.board.node.getBoundingClientRect().width);
    if (!width) return;
    const fitting = WIDTHS.filter((each) => each <= Math.max(width, WIDTHS[0])).at(-1);
    if (fitting === this.asked) return;
    clearTimeout(this.settling);
    this.settling = setTimeout(() => {
      this.asked = fitting;
      this.reports.send("resize", { width: fitting });
    }, 120);
  }

  fail(error) {
    this.complain("error", `The board cannot be shown here (${error.message}). The position is kept; run the cell again.`);
  }

  end() {
    this.ended = true;
    clearInterval(this.clock);
    clearTimeout(this.settling);
    this.watch.disconnect();
    this.reports.end();
    for (const [name, listener] of Object.entries(this.events)) this.model.off(name, listener);
    this.root.remove();
  }
}

function render({ model, el }) {
  try {
    const view = new View(model, el);
    return () => view.end();
  } catch (error) {
    el.append(element("p", {}, `The board cannot be shown here: ${error.message}. Its text and picture are in the notebook.`));
    return undefined;
  }
}

export default { render };
