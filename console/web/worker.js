// The worker of the page: Python with the game, and the files that last.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const KEYS = 0, SIZE = 1, FILE = 2; // what the page sends; otherwise its end
const GAME = "/game", HOME = "/saves";
const STORES = ["saves-0", "saves-1"]; // written by turns: one of them is whole at any moment
const NOT_KEPT = /(^|\/)(\.[^/]*|games\.sqlite[^/]*|masters\.pdn)$/; // made anew when needed
const FOR_THE_PLAYER = /^(games|postcards|certificates)\//;
const EIO = 29;
const DOWNLOADED = 0.6, STARTED = 0.8; // shares of the time of loading

const tell = (message) => postMessage(message);

// Fetching, with a bar

let wanted = 1, got = 0;
const plainFetch = self.fetch;
self.fetch = async (...what) => {
  const found = await plainFetch(...what);
  const counted = new TransformStream({
    transform(chunk, next) {
      got += chunk.byteLength;
      tell({ done: [DOWNLOADED * Math.min(1, got / wanted)] });
      next.enqueue(chunk);
    },
  });
  return new Response(found.body.pipeThrough(counted), { status: found.status, headers: found.headers });
};

// Files that last: a private file of this page, opened before Python starts, as it then never waits for a promise

function checksum(bytes) {
  let sum = 0x811c9dc5;
  for (const byte of bytes) sum = Math.imul(sum ^ byte, 0x01000193);
  return sum >>> 0;
}

class Saves {
  #handles = [];
  #number = 0;
  #known = "";

  // Returns false if another tab has them.
  async open() {
    const folder = await navigator.storage.getDirectory();
    for (let tries = 0; ; tries++) {
      try {
        for (const name of STORES.slice(this.#handles.length)) {
          const file = await folder.getFileHandle(name, { create: true });
          this.#handles.push(await file.createSyncAccessHandle());
        }
        return true;
      } catch (error) {
        if (error.name !== "NoModificationAllowedError") throw error;
        if (tries === 30) return false;
      }
      await new Promise((done) => setTimeout(done, 150)); // a tab that was left lets go of them only now
    }
  }

  // A store: length and checksum of the rest, a line of JSON, the files.
  #read(handle) {
    const bytes = new Uint8Array(handle.getSize());
    handle.read(bytes, { at: 0 });
    if (bytes.length < 8) return null;
    const [length, sum] = new Uint32Array(bytes.slice(0, 8).buffer), rest = bytes.subarray(8, 8 + length);
    if (rest.length !== length || checksum(rest) !== sum) return null;
    const end = rest.indexOf(10), head = JSON.parse(new TextDecoder().decode(rest.subarray(0, end)));
    let at = end + 1;
    const files = head.files.map(([name, size]) => ({ name, bytes: rest.slice(at, at += size) }));
    return { number: head.number, files };
  }

  load(FS) {
    FS.mkdirTree(HOME);
    const found = this.#handles.map((handle) => this.#read(handle)).filter(Boolean);
    const last = found.sort((one, other) => other.number - one.number)[0];
    this.#number = last?.number ?? 0;
    for (const { name, bytes } of last?.files ?? []) {
      const path = `${HOME}/${name}`;
      FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
      FS.writeFile(path, bytes);
    }
    this.#tell(last?.files ?? []);
    this.#known = this.#listed(FS).text;
  }

  #listed(FS, folder = "", found = { names: [], text: "" }) {
    for (const entry of FS.readdir(`${HOME}/${folder}`)) {
      const name = folder + entry;
      if (entry === "." || entry === ".." || NOT_KEPT.test(name)) continue;
      const { mode, size, mtime } = FS.stat(`${HOME}/${name}`);
      if (FS.isDir(mode)) this.#listed(FS, `${name}/`, found);
      else {
        found.names.push(name);
        found.text += `${name} ${size} ${+mtime}\n`;
      }
    }
    return found;
  }

  // Writes the files if one has changed.
  keep(FS) {
    const { names, text } = this.#listed(FS);
    if (text === this.#known) return;
    this.#known = text;
    const files = names.map((name) => ({ name, bytes: FS.readFile(`${HOME}/${name}`) }));
    this.#tell(files);
    if (!this.#handles.length) return;
    const head = { number: ++this.#number, files: files.map(({ name, bytes }) => [name, bytes.length]) };
    const parts = [new TextEncoder().encode(`${JSON.stringify(head)}\n`), ...files.map(({ bytes }) => bytes)];
    const rest = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    parts.reduce((at, part) => (rest.set(part, at), at + part.length), 0);
    const handle = this.#handles[this.#number % STORES.length];
    try {
      handle.truncate(0);
      handle.write(new Uint32Array([rest.length, checksum(rest)]), { at: 0 });
      handle.write(rest, { at: 8 });
      handle.flush();
    } catch (error) {
      tell({ notice: `Your games cannot be saved: ${error.message}` });
    }
  }

  // Lets another page have them at once.
  close(FS) {
    this.keep(FS);
    for (const handle of this.#handles.splice(0)) handle.close();
  }

  #tell(files) { tell({ files: files.filter(({ name }) => FOR_THE_PLAYER.test(name)) }); }
}

// Large files of the game: their beginning is there, the rest is fetched when it is first read

function putLater(FS, { path, size, head }, begun) {
  const full = `${GAME}/${path}`;
  FS.writeFile(full, begun.subarray(0, head));
  const node = FS.lookupPath(full).node, read = node.stream_ops.read;
  node.usedBytes = size;
  let isWhole = false;
  node.stream_ops = { ...node.stream_ops, read(stream, buffer, offset, length, position) {
    if (!isWhole && position < head) length = Math.min(length, head - position);
    else if (!isWhole && position < size) {
      const asked = new XMLHttpRequest();
      asked.open("GET", `files/${path}`, false);
      asked.responseType = "arraybuffer";
      try { asked.send(); } catch { throw new FS.ErrnoError(EIO); }
      if (asked.status !== 200 || asked.response.byteLength !== size) throw new FS.ErrnoError(EIO);
      node.contents = new Uint8Array(asked.response);
      isWhole = true;
    }
    return read(stream, buffer, offset, length, position);
  } };
}

// What console/web/start.py uses

class Page {
  #decoder = new TextDecoder();

  constructor({ length, bytes, columns, rows }, FS, saves) {
    Object.assign(this, { length, bytes, columns, rows, FS, saves });
  }

  read(milliseconds) {
    if (milliseconds !== 0) this.saves.keep(this.FS);
    if (Atomics.load(this.length, 0) === 0) {
      Atomics.wait(this.length, 0, 0, milliseconds < 0 ? Infinity : milliseconds);
    }
    const length = Atomics.load(this.length, 0);
    if (length === 0) return "";
    const kind = this.bytes[0], bytes = this.bytes.slice(1, length);
    Atomics.store(this.length, 0, 0);
    if (kind === KEYS) return this.#decoder.decode(bytes, { stream: true });
    if (kind === SIZE) [this.columns, this.rows] = [bytes[0] << 8 | bytes[1], bytes[2] << 8 | bytes[3]];
    else if (kind === FILE) this.#bring(bytes);
    else this.saves.close(this.FS);
    return "";
  }

  write(text) { tell({ out: text }); }

  // A file of the player's among his saved games. None is replaced.
  #bring(bytes) {
    const end = bytes.indexOf(10), wanted = new TextDecoder().decode(bytes.subarray(0, end));
    const path = (name) => `${HOME}/games/${name}.pdn`;
    let name = wanted;
    for (let number = 2; this.FS.analyzePath(path(name)).exists; number++) name = `${wanted}-${number}`;
    this.FS.mkdirTree(`${HOME}/games`);
    this.FS.writeFile(path(name), bytes.subarray(end + 1));
    this.saves.keep(this.FS);
    tell({ brought: name });
  }
}

async function start(begin) {
  const saves = new Saves();
  try {
    if (!await saves.open()) {
      return tell({ stopped: "The game is open in another tab, which has the board. Close it there, then reload this page." });
    }
  } catch {
    tell({ notice: "This browser keeps no files for this page: nothing will be saved." });
  }
  const manifest = await (await plainFetch("manifest.json")).json();
  wanted = manifest.bytes;
  const bytes = async (name) => new Uint8Array(await (await fetch(name)).arrayBuffer());
  const packed = Promise.all([bytes("game.zip"), bytes("heads")]);
  const python = await loadPyodide({
    env: { HOME, CHECKERS_HOME: HOME, TERM: "xterm-256color", LANG: "C.UTF-8", PYTHONDONTWRITEBYTECODE: "1",
      COLUMNS: "80" },
    lockFileContents: { info: manifest.python, packages: {} },
  });
  tell({ done: [DOWNLOADED, "Setting up the board..."] });
  const { FS } = python, [zip, heads] = await packed;
  python.unpackArchive(zip, "zip", { extractDir: GAME });
  let at = 0;
  for (const file of manifest.later) putLater(FS, file, heads.subarray(at, at += file.head));
  saves.load(FS);
  const decoder = new TextDecoder();
  const write = (bytes) => {
    tell({ out: decoder.decode(bytes, { stream: true }).replaceAll("\n", "\r\n") });
    return bytes.length;
  };
  python.setStdin({ read: () => 0, isatty: true });
  python.setStdout({ write, isatty: true });
  python.setStderr({ write, isatty: true });
  tell({ done: [STARTED] });
  python.runPython(`import sys; sys.path.insert(0, "${GAME}")`);
  const page = new Page(begin, FS, saves);
  try {
    python.pyimport("console.web.start").start(page, python.toPy(begin.options));
  } finally {
    saves.keep(FS);
    tell({ ended: true });
  }
}

self.onmessage = ({ data }) => {
  start(data).catch((error) => tell({ stopped: `The game cannot be started here: ${error.message}` }));
};
