// Part of the front end (see board_base.js): buttons, fields and sliders, and the blocks of words beside the picture.

const AREA_WORDS = { top: "controls above the board", side: "controls beside the board", bottom: "controls below the board" };

class Controls {
  // Buttons, fields and sliders, kept by key so that what one is typing survives a new scene.
  constructor(view) {
    this.view = view;
    this.made = new Map();
    this.areas = { top: null, side: null, bottom: null };
    for (const area of Object.keys(this.areas)) {
      this.areas[area] = element("div", { class: `ml-controls ml-controls-${area}`, role: "group" });
    }
  }

  show(controls) {
    this.all = controls;
    for (const [area, words] of Object.entries(AREA_WORDS)) this.areas[area].setAttribute("aria-label", spoken(this.view.model, words));
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
    const id = `ml-c${OWN}-${(counter += 1).toString(36)}`;
    const entry = { key: control.key, kind: control.kind, sent: null, timer: null };
    const pressed = (value) => this.act(entry.key, value);
    const reason = element("span", { class: "ml-reason", id: `${id}-why` });
    if (control.kind === "button" || control.kind === "toggle" || control.kind === "link") {
      entry.input = element("button", { type: "button", class: "ml-button" });
      entry.input.addEventListener("click", (event) => {
        // The second click of a double click was meant for what stood there before: it confirms nothing unseen.
        if (event.detail > 1 && entry.once) return;
        entry.once = Boolean(entry.control.primary);
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
    entry.problem = element("span", { class: "ml-problem", id: `${id}-wrong`, hidden: true });
    entry.node.append(entry.problem);
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
    entry.problem.textContent = control.problem || "";
    entry.problem.hidden = !control.problem;
    setAttributes(entry.input, {
      "aria-invalid": control.problem ? "true" : null,
      "aria-describedby": control.problem ? entry.problem.id : entry.reason.id,
    });
    entry.node.classList.toggle("ml-wrong", Boolean(control.problem));
    entry.node.classList.toggle("ml-off", !enabled);
    entry.node.title = enabled ? control.help || "" : control.reason || "";
    setAttributes(entry.input, { "aria-description": enabled ? control.help || null : null });
    if (!entry.label) {
      entry.input.classList.toggle("ml-primary", Boolean(control.primary));
      setAttributes(entry.input, {
        "aria-pressed": control.kind === "toggle" ? String(Boolean(control.value)) : null,
        "aria-keyshortcuts": control.shortcut || null,
      });
      const written = `${control.label} ${control.shortcut || ""}`;
      if (entry.written === written) return;
      entry.written = written;
      entry.input.textContent = control.label;
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
    if (control.kind === "select" || control.kind === "slider") entry.input.value = entry.value;
    else if (entry.told !== entry.value) {
      // An echo of what was sent must not undo what was typed since.
      if (entry.sent !== entry.value) entry.input.value = entry.value;
      entry.told = entry.value;
      entry.sent = null;
    }
    entry.shownValue.textContent = entry.value;
  }

  act(key, value) {
    const entry = this.made.get(key);
    if (!entry) return;
    const control = entry.control;
    if (control.enabled === false) {
      this.view.say(`${control.label}: ${control.reason || spoken(this.view.model, "not now")}`);
      return;
    }
    entry.sent = value;
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
      this.view.say(spoken(this.view.model, "Copied."));
    } catch {
      this.view.say(`${spoken(this.view.model, "The browser does not allow copying; here it is:")} ${entry.value}`);
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
    bar.setAttribute("aria-label", section.title || spoken(view.model, "progress"));
    return [bar, element("span", { class: "ml-detail" }, section.text || "")];
  }
  return paragraphs(section.text);
}

class Sections {
  constructor(view) {
    this.view = view;
    this.made = new Map();
    this.areas = { head: element("div", { class: "ml-head" }), side: element("div", { class: "ml-side" }), bottom: element("div", { class: "ml-below" }), top: element("div", { class: "ml-above" }) };
  }

  show(sections) {
    const kept = new Map();
    const lists = { head: [], top: [], side: [], bottom: [] };
    for (const section of sections) {
      const told = JSON.stringify(section);
      let entry = this.made.get(section.key);
      if (!entry || entry.told !== told) {
        const open = entry && entry.node.tagName === "DETAILS" ? entry.node.open : false;
        const node = section.folded
          ? element("details", { open }, element("summary", {}, section.title || spoken(this.view.model, "More")))
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
