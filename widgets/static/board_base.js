// The front end of every panel. It keeps no state of the game: it draws what Python says, and reports what a person does as
// {id, version, type, payload}. Each report is answered once; until then the next ones wait, so none is meant for a board
// that has just been replaced. Texts are written as text, never as markup.
//
// The front end is one ES module in four files, read one after the other (board_base, board_grid, board_controls,
// board_view): a widget takes its code as one text, and nothing is built.

const PROTOCOL = 3;
const LEAST_TARGET = 32; // pixels; smaller places get a larger, invisible target
const TRAVEL = 250; // milliseconds
const NO_ANSWER = 4000; // after this long without an answer we say so, and ask once more with the same id
const SILENT = "Python has not answered yet. A cell may be running, or the kernel has ended; if this stays, run this cell again.";
const LOST = "Python no longer answers: its kernel was restarted or has ended. Run this cell again to go on.";
const ENDED = ["restarting", "autorestarting", "terminating", "dead"]; // states of a kernel that knows this panel no more
const WIDTHS = [420, 520, 640, 720, 900, 1060, 1200, 1400];
const STATE_WORDS = { legal: "can be chosen", chosen: "chosen", hint: "suggested", refused: "not now", taken: "taken" };

// A notebook loads this module once for each panel, so counting alone would give two boards of one page the same names.
const OWN = Math.random().toString(36).slice(2, 8);
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

// What we say ourselves, in the language that Python speaks; Python sends the words by the English ones.
function spoken(model, text) {
  return (model.get("speech") || {})[text] ?? text;
}

// Pictures and words come with short signs for what returns in them, places as rows (see wire.py).
function readText(model, text) {
  const signs = model.get("signs") || {};
  return text.replace(/~(\d?.)/gs, (_, sign) => signs[sign] ?? sign);
}

// What is printed comes once, and after that the blocks that are others now.
function readPrinted(model) {
  const changed = model.get("changed") || {};
  const blocks = (model.get("printed") || []).map((block, index) => readText(model, changed[index] ?? block));
  return [model.get("drawings") || "", ...blocks];
}

function readPlaces(model) {
  const { groups = [], reasons = [], rows = [] } = model.get("places") || {};
  const said = reasons.map((reason) => readText(model, reason));
  return rows.map(([key, label, rest]) => {
    const [x, y, w, h, group, row, col, state = "idle", reason = 0] = rest.split("|");
    const [left, top, across, high, line, column] = [x, y, w, h, row, col].map(Number);
    return {
      key, x: left, y: top, w: across, h: high, row: line, col: column, state,
      label: readText(model, label), group: groups[group], reason: said[reason],
    };
  });
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
  // The queue of reports to Python: one under way at a time. What is said of Python's silence goes to `say`.
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
    // The clock starts first: where the kernel is gone, sending itself may fail.
    report.timer = setTimeout(() => {
      this.silent = true;
      this.say(SILENT);
      this.transmit(report); // the same id acts once, so asking again is safe
    }, NO_ANSWER);
    this.transmit(report);
  }

  transmit(report) {
    try {
      this.model.send({ id: report.id, version: this.model.get("version"), type: report.type, payload: report.payload });
    } catch {
      this.say(LOST);
    }
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
