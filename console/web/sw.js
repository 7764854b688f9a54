// The service worker: it adds the two headers without which no memory is shared, and keeps what was fetched, so that
// the page works offline. Its version changes with every file.
const KEPT = "ega-checkers-@VERSION@";
const FIRST = ["./", @FIRST@];
const HEADERS = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" };

addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(FIRST)));
});

addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith("ega-checkers-") && name !== KEPT);
    await Promise.all(old.map((name) => caches.delete(name)));
    await clients.claim();
  })());
});

async function answer(request) {
  const kept = await caches.open(KEPT);
  const key = request.mode === "navigate" ? "./" : request.url;
  let found = await kept.match(key);
  if (!found) {
    found = await fetch(request);
    if (found.ok) await kept.put(key, found.clone());
  }
  const headers = new Headers(found.headers);
  for (const [name, value] of Object.entries(HEADERS)) headers.set(name, value);
  return new Response(found.body, { status: found.status, statusText: found.statusText, headers });
}

addEventListener("fetch", (event) => {
  const { method, url, mode } = event.request;
  const isPage = mode !== "navigate" || /\/(index\.html)?$/.test(new URL(url).pathname);
  if (method === "GET" && url.startsWith(registration.scope) && isPage) event.respondWith(answer(event.request));
});
