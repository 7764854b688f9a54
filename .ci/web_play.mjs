// Plays the page of a folder in headless Chromium. Run by .ci/web in the folder with the packages of npm:
//
//     node web_play.mjs ROOT PYTHON [PICTURES]
//
// ROOT has dist/web and tests/, PYTHON imports the compiled program, to compare the speed, PICTURES gets screenshots.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { chromium } from "playwright-core";

const [, , root, native, pictures] = process.argv;
const MOST_BYTES = 20e6, MOST_START = 1.8, LEAST_SPEED = 0.25;
const PATIENCE = 60_000;
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css",
  ".wasm": "application/wasm", ".json": "application/json", ".txt": "text/plain" };

// A host of static files, as any: it adds no headers, and counts what it sends.
const sent = { bytes: 0, names: [] };
const server = createServer((request, response) => {
  const name = decodeURIComponent(new URL(request.url, "http://x").pathname).replace(/\/$/, "/index.html");
  const path = join(root, "dist/web", name);
  if (!existsSync(path)) return response.writeHead(404).end();
  const content = readFileSync(path);
  sent.bytes += content.length;
  sent.names.push(name);
  response.writeHead(200, { "Content-Type": TYPES[extname(path)] ?? "application/octet-stream" }).end(content);
});
await new Promise((done) => server.listen(0, "127.0.0.1", done));
server.port = server.address().port;
const origin = `http://127.0.0.1:${server.port}`;

const began = Date.now();
const say = (...words) => console.log(`${((Date.now() - began) / 1000).toFixed(1).padStart(6)} s `, ...words);
const home = mkdtempSync(join(tmpdir(), "web-play-"));
const foreign = [];
const options = {
  executablePath: ["/usr/bin/google-chrome", "/usr/bin/chromium"].find(existsSync),
  args: ["--no-sandbox", "--enable-unsafe-swiftshader", "--disable-background-networking", "--disable-component-update"],
};

async function opened(folder, more) {
  const browser = await chromium.launchPersistentContext(join(home, folder), { ...options, ...more });
  browser.on("request", (request) => {
    if (/^(http|ws)/.test(request.url()) && !request.url().startsWith(origin)) foreign.push(request.url());
  });
  return browser;
}

// The terminal of a page: page.js exports it.
const read = (page) => page.evaluate(async () => {
  const { terminal } = await import("./page.js");
  const buffer = terminal.buffer.active;
  return Array.from({ length: terminal.rows }, (_, row) => buffer.getLine(buffer.viewportY + row).translateToString()).join("\n");
});

async function shows(page, wanted, patience = PATIENCE) {
  const until = Date.now() + patience;
  for (let text = ""; ; await page.waitForTimeout(50)) {
    text = await read(page).catch(() => "");
    if (text.match(wanted)) return text;
    if (Date.now() > until || (await page.textContent("#state")).includes("cannot")) {
      await page.screenshot({ path: join(pictures ?? home, "failed.png") });
      throw new Error(`${wanted} is not shown:\n${text}\n${await page.textContent("#state")}`);
    }
  }
}

async function shot(page, name) {
  if (pictures) await page.screenshot({ path: join(pictures, `${name}.png`) });
}

async function type(page, line) {
  await page.keyboard.type(line, { delay: 20 });
  await page.keyboard.press("Enter");
}

// Answers a question by a key. Keys of the next second are swallowed, as some would press Enter.
async function answer(page, key) {
  await page.keyboard.press(key);
  await page.waitForTimeout(1200);
}

// Clicks a square, such as C3, by the labels beside the board.
async function click(page, square, tap = false) {
  const lines = (await read(page)).split("\n");
  const row = lines.findIndex((line) => line.startsWith(`${square[0]} `));
  const column = lines.find((line) => /^\s+1\s+2\s+3/.test(line)).indexOf(square[1]);
  const box = await page.locator(".xterm-screen").boundingBox();
  const cells = await page.evaluate(async () => {
    const { terminal } = await import("./page.js");
    return [terminal.cols, terminal.rows];
  });
  const at = [box.x + (column + 0.5) * box.width / cells[0], box.y + (row + 0.5) * box.height / cells[1]];
  await (tap ? page.touchscreen.tap(...at) : page.mouse.click(...at));
}

const YOUR_MOVE = /Your move[^?\n]*\? {3}/; // nothing is typed behind it

const HINT = /I would move ([A-H]\d) ([A-H]\d)[^?]*Your move[^?\n]*\? {3}/;

// The first visit: a game by keys, by mouse, a hint, a review, saving.
let browser = await opened("player", {
  viewport: { width: 980, height: 640 }, permissions: ["clipboard-read", "clipboard-write"],
});
let page = browser.pages()[0];
page.on("pageerror", (error) => say("error:", error.message));
page.on("console", (line) => line.type() === "error" && say("console:", line.text()));
let visited = Date.now();
await page.goto(`${origin}/?level=7`);
await shows(page, "pass it on");
say(`first picture of the first visit: ${((Date.now() - visited) / 1000).toFixed(1)} s`);
await shot(page, "title");
const box = await page.locator(".xterm-screen").boundingBox();
await page.keyboard.down("Shift");
await page.mouse.move(box.x + box.width * 0.2, box.y + box.height * 0.82);
await page.mouse.down();
await page.mouse.move(box.x + box.width * 0.8, box.y + box.height * 0.82, { steps: 4 });
await page.mouse.up();
await page.keyboard.up("Shift");
await page.keyboard.press("Control+c");
assert.match(await page.evaluate(() => navigator.clipboard.readText()), /Version|Shareware|Copy/);
await page.keyboard.press("Enter");
await shows(page, /Your name\?/);
await type(page, "Dan");
await shows(page, /lesson one/);
await answer(page, "n");
await shows(page, /first \(Y\/N\)\?/);
await answer(page, "y");
await shows(page, YOUR_MOVE);
await type(page, "C3 D4");
await shows(page, /I (?:move|jump|take) [^]*Your move[^?\n]*\? {3}/);
const firstBytes = sent.bytes;
assert.ok(!sent.names.some((name) => /-[345]\.tables$/.test(name)), "tables come when they are needed");
say(`${(firstBytes / 1e6).toFixed(1)} MB before the first move is answered`);
await shot(page, "first-move");
for (let number = 0; number < 2; number++) {
  await type(page, "hint");
  if (!number) {
    await shows(page, /"hint" again/);
    await type(page, "hint");
  }
  const hinted = (await shows(page, HINT)).match(HINT);
  for (const square of hinted.slice(1)) await click(page, square);
  await page.waitForTimeout(500);
  await shows(page, YOUR_MOVE);
}
say("moves by mouse and hints");
await type(page, "review");
await shows(page, /Review|REVIEW/);
await shot(page, "review");
await page.keyboard.press("Escape");
await shows(page, YOUR_MOVE);
await type(page, "save evening");
await shows(page, /Saved as evening/);
say("reviewed and saved");

// Files: what is saved is given as PDN, a PDN is taken; the window gets another size; text is pasted.
await page.locator("#more summary").click();
const [given] = await Promise.all([page.waitForEvent("download"), page.getByText("evening.pdn").click()]);
const pdn = readFileSync(await given.path(), "utf8");
assert.match(pdn, /\[Black "Dan"\]/);
await page.locator("#bring").setInputFiles({ name: "My Game.pdn", mimeType: "text/plain", buffer: Buffer.from(pdn) });
await page.getByText("type load my-game").waitFor();
await page.setViewportSize({ width: 1300, height: 800 });
await shows(page, /Rules and level/);
await shot(page, "large");
await page.setViewportSize({ width: 980, height: 640 });
await shows(page, /Game Learn/);
await page.evaluate(() => {
  const event = new ClipboardEvent("paste", { clipboardData: new DataTransfer(), bubbles: true });
  event.clipboardData.setData("text/plain", "load my-game");
  document.querySelector("textarea").dispatchEvent(event);
});
await page.keyboard.press("Enter");
await shows(page, /Leave this game/);
await answer(page, "n");
say("files, another size, a paste");

// A second tab.
const second = await browser.newPage();
await second.goto(`${origin}/`);
await second.getByText("open in another tab").waitFor({ timeout: PATIENCE });
await second.close();
say("a second tab is told");

// The game goes on after a reload, and offline.
for (const how of ["reload", "offline"]) {
  if (how === "offline") await new Promise((done) => { server.close(done); server.closeAllConnections(); });
  visited = Date.now();
  await page.reload();
  await shows(page, "pass it on");
  say(`${how}: first picture after ${((Date.now() - visited) / 1000).toFixed(1)} s`);
  await page.keyboard.press("Enter");
  await shows(page, /unfinished|go on|pick|continue/i);
  await answer(page, "y");
  assert.match(await shows(page, YOUR_MOVE), /After 3 moves/);
  await type(page, "hint");
  await shows(page, HINT);
}
await browser.close();

// A link to a position. A search that takes seconds is stopped by a key.
await new Promise((done) => server.listen(server.port, "127.0.0.1", done));
browser = await opened("guest", { viewport: { width: 980, height: 640 } });
page = browser.pages()[0];
await page.goto(`${origin}/?${new URLSearchParams({ rules: "american", level: 9, fen: "B:W20-31:B1-12" })}`);
await shows(page, "pass it on");
await page.keyboard.press("Enter");
await shows(page, /Your name\?/);
await type(page, "Eve");
await shows(page, /lesson one/);
await answer(page, "n");
await shows(page, /first \(Y\/N\)\?/);
await answer(page, "y");
await shows(page, YOUR_MOVE);
await type(page, "proof");
await shows(page, /Trying to prove/);
await shot(page, "thinking");
await page.keyboard.press("Escape");
await shows(page, YOUR_MOVE, 3000);
say("a link opens a position, and a key stops a search");
await browser.close();

// A phone, held upright: 40 columns, the board and the keys are touched.
browser = await opened("phone", { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
page = browser.pages()[0];
await page.goto(`${origin}/?level=1`);
await shows(page, /Press any key/i);
await shot(page, "phone-title");
await page.locator(".xterm-screen").tap();
await shows(page, /Your name\?/);
await page.getByRole("button", { name: "Enter", exact: true }).tap();
for (const [question, answer] of [[/lesson one/, "N No"], [/first\s+\(Y\/N\)\?/, "Y Yes"]]) {
  await shows(page, question);
  await shot(page, "phone-question");
  await page.getByRole("button", { name: answer, exact: true }).tap();
  await page.waitForTimeout(1200);
}
await shows(page, /Your move/);
for (const square of ["C3", "D4"]) await click(page, square, true);
await shows(page, /I (?:move|jump|take)/);
await shot(page, "phone");
say("played by touch");
await browser.close();

// Runs in the page: starts Pyodide in a worker as the page does, and returns the milliseconds that this took, or what a
// script of Python returns there.
const inWorker = ({ script, tests }) => new Promise((done, failed) => {
  const source = `
    import { loadPyodide } from "${location.origin}/pyodide/pyodide.mjs";
    const bytes = async (name) => new Uint8Array(await (await fetch("${location.origin}/" + name)).arrayBuffer());
    onmessage = async ({ data: { script, tests } }) => {
      const began = performance.now();
      const manifest = JSON.parse(new TextDecoder().decode(await bytes("manifest.json")));
      const python = await loadPyodide({ lockFileContents: { info: manifest.python, packages: {} } });
      if (!script) return postMessage({ done: performance.now() - began });
      python.unpackArchive(await bytes("game.zip"), "zip", { extractDir: "/game" });
      for (const { path } of manifest.later.filter(({ path }) => path.endsWith(".evaluation"))) {
        python.FS.mkdirTree("/game/" + path.slice(0, path.lastIndexOf("/")));
        python.FS.writeFile("/game/" + path, await bytes("files/" + path));
      }
      python.FS.mkdir("/tests");
      for (const [name, text] of Object.entries(tests)) python.FS.writeFile("/tests/" + name, text);
      postMessage({ done: python.runPython(script) });
    };
    onunhandledrejection = ({ reason }) => postMessage({ failed: String(reason) });`;
  const worker = new Worker(URL.createObjectURL(new Blob([source], { type: "text/javascript" })), { type: "module" });
  worker.onmessage = ({ data }) => {
    worker.terminate();
    data.failed ? failed(new Error(data.failed)) : done(data.done);
  };
  worker.onerror = (event) => failed(new Error(event.message));
  worker.postMessage({ script, tests });
});

// Figures: the start, the search, and what is the same everywhere.
browser = await opened("figures");
page = browser.pages()[0];
const median = (numbers) => numbers.sort((one, other) => one - other)[numbers.length >> 1];
const starts = [], own = [];
for (let number = 0; number < 4; number++) {
  visited = performance.now();
  await page.goto(`${origin}/?${number}`);
  await shows(page, "pass it on");
  if (number) starts.push(performance.now() - visited); // the first visit fetches all
  if (number) own.push(await page.evaluate(inWorker, {}));
}
const start = median(starts) / median(own);
say(`first picture: ${Math.round(median(starts))} ms, ${start.toFixed(2)} times Pyodide's own start`);
const text = (path) => readFileSync(join(root, path), "utf8");
const tests = { "test_signature.py": text("tests/ai/search/test_signature.py"), "signature.txt": text("tests/data/signature.txt") };
const found = JSON.parse(await page.evaluate(inWorker, { script: text(".ci/web_figures.py"), tests }));
assert.deepEqual(found.wrong, []);
const bench = () => {
  const json = execFileSync(native, ["-m", "ega_checkers", "bench", "--runs", "1", "--json"], { encoding: "utf8" });
  return JSON.parse(json).search_nodes_per_s;
};
const speed = found.speed / Math.max(...Array.from({ length: 5 }, bench));
say(`${found.lines} signatures are equal; ${found.speed} nodes/s, ${speed.toFixed(2)} of native`);
await browser.close();

console.log("foreign requests:", foreign.length, foreign.slice(0, 3));
assert.equal(foreign.length, 0);
assert.ok(firstBytes <= MOST_BYTES);
assert.ok(start <= MOST_START);
assert.ok(speed >= LEAST_SPEED);
rmSync(home, { recursive: true, force: true });
console.log("1 passed, 0 failed");
process.exit(); // whatever still waits for the browser
