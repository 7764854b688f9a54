// The page: the terminal, its size, its keys for a phone, and the player's files. The game runs in worker.js.
import { Terminal } from "./xterm/xterm.mjs";
import { WebglAddon } from "./xterm/addon-webgl.mjs";

const KEYS = 0, SIZE = 1, FILE = 2, END = 3; // what the page sends
const ROOM = 4 << 20; // bytes of a message
const WIDE = [80, 25], NARROW = [40, 20]; // columns and rows
const LEAST_FONT = 9, MOST_FONT = 20, FONT_RATIO = 0.602, LINE_RATIO = 1.17; // of pixels
const PARAMETERS = ["rules", "fen", "level"];
const BUTTONS = { Esc: "\x1b", "\u25b2": "\x1b[A", "\u25bc": "\x1b[B", Enter: "\r" };

const $ = (id) => document.getElementById(id);
const say = (text) => { $("state").textContent = text; };
const notice = (text) => { $("notice").textContent = text; $("notice").hidden = !text; };

// Sharing memory with the worker needs two headers, which the service worker adds from the next load on.
async function isolated() {
  if (navigator.serviceWorker) {
    try {
      await navigator.serviceWorker.register("sw.js");
      if (!navigator.serviceWorker.controller) {
        await new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done, { once: true }));
      }
    } catch { /* private windows have no service workers; the headers may come from the host */ }
  }
  if (crossOriginIsolated) return true;
  if (navigator.serviceWorker?.controller && !sessionStorage.reloaded) {
    sessionStorage.reloaded = "yes";
    location.reload();
    return new Promise(() => {});
  }
  return false;
}

// Messages to the worker, one at a time through shared memory, as it waits there.
class Channel {
  #waiting = [];

  constructor() {
    this.length = new Int32Array(new SharedArrayBuffer(4));
    this.bytes = new Uint8Array(new SharedArrayBuffer(ROOM));
  }

  send(kind, bytes) {
    this.#waiting.push([kind, bytes]);
    this.#push();
  }

  type(text) { this.send(KEYS, new TextEncoder().encode(text)); }

  #push() {
    if (!this.#waiting.length) return;
    if (Atomics.load(this.length, 0) === 0) {
      const [kind, bytes] = this.#waiting.shift();
      this.bytes[0] = kind;
      this.bytes.set(bytes, 1);
      Atomics.store(this.length, 0, bytes.length + 1);
      Atomics.notify(this.length, 0);
    }
    if (this.#waiting.length) setTimeout(() => this.#push(), 4);
  }
}

const touch = matchMedia("(pointer: coarse)").matches;
document.body.classList.toggle("touch", touch);
const channel = await isolated() ? new Channel() : null;
if (!channel) {
  $("done").hidden = true;
  say("This page needs a browser with service workers, and an address that begins with https (or localhost).");
}

await document.fonts.load("16px Page");
const terminal = new Terminal({
  fontFamily: "Page, monospace", customGlyphs: true, macOptionClickForcesSelection: true, scrollback: 0,
  allowProposedApi: true, theme: { background: "#000000", foreground: "#aaaaaa" },
});
terminal.open($("screen"));
try {
  const drawn = new WebglAddon();
  drawn.onContextLoss(() => drawn.dispose());
  terminal.loadAddon(drawn);
} catch { /* without WebGL the letters are drawn by the browser */ }

// The size: as many cells as fit in letters of a good size, and on a phone 40 columns.
function fit() {
  const { clientWidth: width, clientHeight: height } = $("screen");
  const size = ([columns, rows]) => Math.min(width / columns / FONT_RATIO, height / rows / LINE_RATIO);
  const font = size(WIDE) < LEAST_FONT ? size(NARROW) : size(WIDE);
  terminal.options.fontSize = Math.max(4, Math.min(Math.floor(2 * font) / 2, MOST_FONT));
  const shown = terminal.element.querySelector(".xterm-screen");
  const cell = [shown.clientWidth / terminal.cols, shown.clientHeight / terminal.rows];
  terminal.resize(Math.max(1, Math.floor(width / cell[0])), Math.max(1, Math.floor(height / cell[1])));
}
fit();
const watched = new ResizeObserver(fit); // also of what is drawn: a new size of letters is drawn later
watched.observe($("screen"));
watched.observe(terminal.element.querySelector(".xterm-screen"));
terminal.onResize(({ cols, rows }) => channel?.send(SIZE, Uint8Array.of(cols >> 8, cols & 255, rows >> 8, rows & 255)));

// Keys
terminal.attachCustomKeyEventHandler((event) => {
  const key = event.key.toLowerCase();
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.type !== "keydown") return true;
  if (key === "v") return false; // the browser pastes
  if (key === "c" && terminal.hasSelection()) {
    navigator.clipboard.writeText(terminal.getSelection());
    terminal.clearSelection();
    event.preventDefault();
    return false;
  }
  return true;
});

// The bell has a pitch and a length, set as on the Linux console.
let audio = null;
const USUAL = { 10: 800, 11: 80 }, bell = { ...USUAL };
terminal.parser.registerCsiHandler({ final: "]" }, ([what, value]) => {
  bell[what] = value ?? USUAL[what];
  return true;
});
terminal.onBell(() => {
  audio ??= new AudioContext();
  const tone = new OscillatorNode(audio, { type: "square", frequency: bell[10] });
  tone.connect(new GainNode(audio, { gain: 0.05 })).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + bell[11] / 1000);
});

// On a phone the keys that the program shows are buttons, and a press clicks there. They are in the last row, or in a
// column at the right end: a key and its word, in two colors on one ground.
function keysOf(row) {
  const line = terminal.buffer.active.getLine(row), last = terminal.cols - 1;
  if (!line) return [];
  const ground = (column) => line.getCell(column).getBgColor();
  let first = last;
  while (first > 0 && ground(first - 1) === ground(last)) first--;
  if (first === 0 && row < terminal.rows - 1) return [];
  const parts = [];
  for (let column = first; column <= last; column++) {
    const cell = line.getCell(column), text = cell.getChars() || " ";
    if (text !== " " && cell.getFgColor() !== parts.at(-1)?.color) {
      parts.push({ color: cell.getFgColor(), text: "", row, column });
    }
    if (parts.length) parts.at(-1).text += text;
  }
  const found = [];
  for (let at = 0; at + 1 < parts.length; at++) {
    const key = parts[at].text.trim();
    if (/^\S{1,5}$/.test(key)) {
      found.push({ ...parts[at], key: /^\d/.test(key) ? `F${key}` : key, label: parts[++at].text.trim() });
    }
  }
  return found;
}

function button(key, label, press) {
  const made = document.createElement("button");
  made.append(Object.assign(document.createElement("b"), { textContent: key }), label ? ` ${label}` : "");
  made.addEventListener("pointerdown", (event) => event.preventDefault()); // the keyboard stays as it is
  made.addEventListener("click", press);
  return made;
}

let shownKeys = null;
function drawKeys() {
  const found = Array.from({ length: terminal.rows }, (_, row) => keysOf(row)).flat();
  if (JSON.stringify(found) === shownKeys) return;
  shownKeys = JSON.stringify(found);
  const click = ({ row, column }) => {
    const place = `${column + 1};${row + 1}`;
    channel.type(`\x1b[<0;${place}M\x1b[<0;${place}m`);
  };
  $("keys").replaceChildren(
    ...Object.entries(BUTTONS).map(([name, text]) => button(name, "", () => channel.type(text))),
    button("ABC", "", openKeyboard),
    ...found.filter(({ key }) => !(key in BUTTONS)).map((each) => button(each.key, each.label, () => click(each))),
  );
}

function openKeyboard() {
  const isOpen = document.activeElement === terminal.textarea && terminal.textarea.inputMode === "text";
  terminal.textarea.blur();
  terminal.textarea.inputMode = isOpen ? "none" : "text";
  if (!isOpen) terminal.focus();
}

if (touch) {
  terminal.textarea.inputMode = "none";
  terminal.onWriteParsed(drawKeys);
}

// Files
function listFiles(files) {
  for (const old of document.querySelectorAll(".file")) old.remove();
  $("none").hidden = files.length > 0;
  for (const { name, bytes } of files) {
    const link = document.createElement("a");
    link.textContent = link.download = name.split("/").at(-1);
    link.href = "#";
    link.addEventListener("click", () => {
      link.href = URL.createObjectURL(new Blob([bytes]));
      setTimeout(() => { URL.revokeObjectURL(link.href); link.href = "#"; }, 60_000);
    });
    const item = document.createElement("li");
    item.className = "file";
    item.append(link);
    $("more").querySelector("menu").append(item);
  }
}

$("more").addEventListener("toggle", () => $("more").open || terminal.focus());

$("bring").addEventListener("change", async ({ target }) => {
  const [file] = target.files;
  target.value = "";
  $("more").open = false;
  if (!file) return;
  const name = file.name.replace(/\.[^.]*$/, "").toLowerCase().replace(/[^a-z0-9]+/g, "-").slice(0, 20) || "game";
  if (file.size > ROOM - 256) return notice("A file may have at most 4 MB here.");
  const head = new TextEncoder().encode(`${name}\n`);
  const bytes = new Uint8Array(head.length + file.size);
  bytes.set(head);
  bytes.set(new Uint8Array(await file.arrayBuffer()), head.length);
  channel.send(FILE, bytes);
});

// The game
function ended() {
  notice("The game is over. Press a key, or touch the screen, to start it again.");
  const again = () => location.reload();
  setTimeout(() => {
    terminal.onKey(again);
    $("screen").addEventListener("pointerdown", again);
  }, 500);
}

const HANDLERS = {
  out: (text) => {
    $("loading").hidden = true;
    terminal.write(text);
  },
  done: ([share, text]) => {
    $("done").value = share;
    if (text) say(text);
  },
  files: listFiles,
  brought: (name) => notice(`"${name}" is among your saved games: type load ${name}, or study ${name}.`),
  stopped: (text) => {
    $("done").hidden = true;
    $("loading").hidden = false;
    say(text);
  },
  notice,
  ended,
};

if (channel) {
  sessionStorage.removeItem("reloaded");
  const given = new URLSearchParams(location.search);
  const options = PARAMETERS.filter((name) => given.has(name)).map((name) => `--${name}=${given.get(name)}`);
  const worker = new Worker("worker.js", { type: "module" });
  worker.addEventListener("message", ({ data }) => {
    for (const [name, value] of Object.entries(data)) HANDLERS[name](value);
  });
  worker.addEventListener("error", (event) => HANDLERS.stopped(`The game cannot be started here: ${event.message}`));
  worker.postMessage({
    length: channel.length, bytes: channel.bytes, columns: terminal.cols, rows: terminal.rows, options,
  });
  terminal.onData((text) => { notice(""); channel.type(text); });
  addEventListener("pagehide", () => channel.send(END, new Uint8Array()));
  addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
  terminal.onBinary((text) => channel.type(text));
  terminal.focus();
}

export { terminal };
