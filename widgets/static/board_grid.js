// Part of the front end (see board_base.js): the picture, and the grid of places that lies over it.

class Board {
  // The picture with its places laid over it as a grid that arrow keys walk.
  constructor(view) {
    this.view = view;
    this.prefix = `v${OWN}-${(counter += 1).toString(36)}-`;
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
        "aria-label": [place.label, STATE_WORDS[state] && spoken(this.view.model, STATE_WORDS[state]), place.reason].filter(Boolean).join(". "),
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
      this.view.say(`${place.label}: ${place.reason || spoken(this.view.model, "not now")}`);
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
