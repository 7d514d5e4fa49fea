// Part of the front end (see board_base.js): the panel as a whole, and the way in.

const EDITING = /^([acvxyz]|Arrow.*|Backspace|Delete|Home|End|Insert)$/i; // with Ctrl or Cmd

class View {
  constructor(model, host) {
    this.model = model;
    this.host = host;
    this.status = element("p", { class: "ml-status" });
    this.live = element("p", { class: "ml-live", role: "status", "aria-live": "polite" });
    this.alert = element("div", { class: "ml-alert", role: "alert", hidden: true });
    this.reports = new Reports(model, (text) => this.unanswered(text));
    this.board = new Board(this);
    this.controls = new Controls(this);
    this.sections = new Sections(this);
    this.words = element("pre", {});
    const words = element("details", { class: "ml-section ml-words" }, element("summary", {}), this.words);
    this.inWords = words;
    const side = element("div", { class: "ml-column" }, this.controls.areas.side, this.sections.areas.side);
    this.side = side;
    this.root = element(
      "div",
      // JupyterLab looks for this attribute before it runs a shortcut; stopping the event comes too late for it.
      { class: "ml-root ml-panel", "data-lm-suppress-shortcuts": "true", role: "region", tabindex: "-1" },
      this.sections.areas.head,
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
      "change:drawings": () => this.later(),
      "change:printed": () => this.later(),
      "change:changed": () => this.later(),
      "change:places": () => this.later(),
      "change:controls": () => this.later(),
      "change:sections": () => this.later(),
      "change:version": () => this.later(),
      "change:status": () => this.later(),
      "change:poll": () => this.later(),
      "change:speech": () => this.later(),
      "change:theme": () => this.later(),
      "change:announce": () => this.later(),
      "change:error": () => this.later(),
      "change:layouts": () => this.resized(),
    };
    for (const [name, listener] of Object.entries(this.events)) model.on(name, listener);
    this.listen();
    this.said = null;
    this.watch = new ResizeObserver(() => this.resized());
    this.draw();
    // The still picture may come into the page after us.
    for (const pause of [0, 200, 1000, 4000]) setTimeout(() => this.stills(true), pause);
    this.watch.observe(this.root);
    this.reports.send("hello", { protocol: PROTOCOL });
  }

  // What happens outside the panel and matters here: keys that pass through it, and the end of the kernel.
  listen() {
    const page = this.host.ownerDocument.defaultView;
    // Before JupyterLab hears of a key it must be decided whose it is.
    const guard = (event) => {
      if (!event.composedPath().includes(this.root)) return;
      if (this.passes(event)) this.root.removeAttribute("data-lm-suppress-shortcuts");
      else this.root.setAttribute("data-lm-suppress-shortcuts", "true");
    };
    const kernel = this.model.widget_manager?.kernel;
    const state = (_, name) => ENDED.includes(name) && this.unanswered(LOST);
    // A panel that is cut off from its kernel is marked by the notebook, once all have heard of it.
    const cut = () => setTimeout(() => this.root.closest(".jupyter-widgets-disconnected") && this.unanswered(LOST));
    page.addEventListener("keydown", guard, true);
    kernel?.statusChanged?.connect?.(state);
    this.model.on("comm_live_update", cut);
    this.unlisten = () => {
      page.removeEventListener("keydown", guard, true);
      kernel?.statusChanged?.disconnect?.(state);
      this.model.off("comm_live_update", cut);
    };
  }

  // Shortcuts of the notebook, such as Ctrl+S, go to the notebook; what edits text in a field stays in the field.
  passes(event) {
    if (!(event.ctrlKey || event.metaKey) && !/^F\d+$/.test(event.key)) return false;
    return !(event.target.matches?.("input, textarea, select") && EDITING.test(event.key));
  }

  // Say that Python does not answer, for as long as it does not, and grey what nobody would hear of.
  unanswered(text) {
    if (this.lost || this.ended) return;
    this.lost = text === LOST;
    this.mute = text && spoken(this.model, text);
    this.root.classList.toggle("ml-unanswered", Boolean(text));
    if (text) this.complain("error", this.mute);
    else this.later();
  }

  // The picture that the notebook stores beside the panel, for when there is no kernel: while we are here it is not needed.
  stills(hide) {
    const name = this.model.get("still");
    if (!name || (hide && this.ended)) return;
    for (const found of this.host.ownerDocument.querySelectorAll(`img[src*="${name}"], svg[data-still="${name}"]`)) {
      const output = found.closest(".jp-OutputArea-child") ?? found.parentElement;
      if (!output.contains(this.root)) output.style.display = hide ? "none" : "";
    }
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
    const within = this.root.contains(document.activeElement);
    const theme = get("theme");
    this.root.classList.toggle("ml-light", theme === "light");
    this.root.classList.toggle("ml-dark", theme === "dark");
    this.root.setAttribute("aria-label", get("title") || spoken(this.model, "board"));
    this.root.lang = spoken(this.model, "en"); // so that a screen reader reads our words as what they are
    if (get("protocol") !== PROTOCOL) {
      this.complain(
        "error",
        `${spoken(this.model, "This board was made by another version of magister-ludi. Run the cell again; if this stays, reload the page.")} (${get("protocol")}, ${PROTOCOL})`,
      );
    }
    this.controls.show(get("controls") || []);
    this.sections.show(get("sections") || []);
    // Words that one should read before anything else come into sight, for whoever acts on a board below them.
    const words = this.sections.areas.head.querySelector(".ml-section-text")?.textContent;
    if (within && words && words !== this.read) this.sections.areas.head.scrollIntoView({ block: "nearest" });
    this.read = words;
    // What one pressed may be gone with this scene; the keys go on working here.
    if (within && !this.root.contains(document.activeElement)) this.root.focus({ preventScroll: true });
    this.side.hidden = this.controls.areas.side.hidden && this.sections.areas.side.hidden;
    this.status.textContent = get("status") || "";
    this.status.hidden = !this.status.textContent;
    this.words.textContent = readText(this.model, get("words") || "");
    this.inWords.firstElementChild.textContent = spoken(this.model, "The board in words");
    const places = readPlaces(this.model);
    this.inWords.hidden = places.length === 0; // where there is no board, all is in words already
    if (get("svg")) this.board.show(readText(this.model, get("svg")), readPrinted(this.model), places);
    const error = get("error") || {};
    if (this.mute) this.complain("error", this.mute);
    else if (error.text) this.complain(error.kind, error.text);
    else if (get("protocol") === PROTOCOL) this.alert.hidden = true;
    const told = `${get("version")} ${get("announce")}`;
    if (get("announce") && told !== this.said) this.say(get("announce"));
    this.said = told;
    this.ask(get("poll") || 0);
    setAttributes(this.root, { "data-version": get("version"), "data-poll": get("poll") || 0 });
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
    requestAnimationFrame(() => {
      this.live.textContent = text;
      // What one can see above the board already is read aloud, and not shown a second time below it.
      const { head, top } = this.sections.areas;
      const end = String(text || "").slice(-40);
      const { bottom } = head.getBoundingClientRect();
      const seen = bottom > 80 && bottom < window.innerHeight && `${head.textContent} ${top.textContent}`.includes(end);
      this.live.classList.toggle("ml-hidden", Boolean(end) && seen);
    });
  }

  key(event) {
    if (this.passes(event)) return;
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
    const known = this.model.get("layouts")?.length ? this.model.get("layouts") : WIDTHS;
    const fitting = known.filter((each) => each <= Math.max(width, known[0])).at(-1);
    if (fitting === this.asked) return;
    clearTimeout(this.settling);
    this.settling = setTimeout(() => {
      this.asked = fitting;
      this.reports.send("resize", { width: fitting });
    }, 120);
  }

  fail(error) {
    this.complain("error", `${spoken(this.model, "The board cannot be shown here. The position is kept; run the cell again.")} (${error.message})`);
  }

  end() {
    this.ended = true;
    this.stills(false);
    clearInterval(this.clock);
    clearTimeout(this.settling);
    this.watch.disconnect();
    this.unlisten();
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
    el.append(element("p", {}, `${spoken(model, "The board cannot be shown here. Its text and picture are in the notebook.")} (${error.message})`));
    return undefined;
  }
}

export default { render };
