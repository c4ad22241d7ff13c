// What benches/browser.py measures: the pages of the server that is started here, and of a site, in
// Chromium. Prints a line for each.
import { spawn } from "node:child_process";
import { createReadStream } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join } from "node:path";

const { MODULES, BROWSER, PROGRAM, SITE } = process.env;
const { chromium } = createRequire(join(MODULES, "x"))("playwright-core");
const ROUNDS = 11;
// A file that the server has as it is comes first, to compare with.
const PAGES = ["style.css", "index", "search", "timeline", "graph", "map", "history", "review", "runs", "write"];
// How far a long page is scrolled, and how many of its folders are opened.
const SCREENS = 60;
const FOLDS = 20;
const TYPES = { ".html": "text/html; charset=utf-8", ".css": "text/css", ".js": "text/javascript", ".json": "application/json", ".svg": "image/svg+xml" };

const sorted = (all) => all.toSorted((a, b) => a - b);
const median = (all) => sorted(all)[Math.floor(all.length / 2)];
const told = (all) => `${median(all).toFixed(0)}, at most ${Math.max(...all).toFixed(0)}`;

// A server, and the address that it prints.
async function serve() {
  const begun = performance.timeOrigin + performance.now();
  const server = spawn(PROGRAM, ["serve", "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await new Promise((done) => server.stdout.once("data", (data) => done(data.toString().split("\n"))));
  return { server, begun, address: line };
}

// Files, as any host gives them.
async function host(folder) {
  const server = createServer((request, answer) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const file = createReadStream(join(folder, decodeURIComponent(pathname)));
    file.on("error", () => answer.writeHead(404).end());
    file.on("open", () => answer.writeHead(200, { "Content-Type": TYPES[extname(pathname)] ?? "text/plain" }));
    file.pipe(answer);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { server, at: `http://127.0.0.1:${server.address().port}/` };
}

// When a page's first content was painted, in milliseconds of the epoch, and from where it was gone to.
const painted = (page) => page.evaluate(async () => {
  const entry = await new Promise((done) => {
    const seen = (list) => list.getEntriesByName("first-contentful-paint").forEach(done);
    new PerformanceObserver(seen).observe({ type: "paint", buffered: true });
  });
  const [{ responseEnd }] = performance.getEntriesByType("navigation");
  return { at: performance.timeOrigin + entry.startTime, after: entry.startTime, answered: responseEnd };
});

// The kilobytes of a page with its style and script.
const weighed = (page) => page.evaluate(() => {
  const all = ["navigation", "resource"].flatMap((type) => performance.getEntriesByType(type));
  const loaded = all.filter(({ initiatorType }) => initiatorType !== "fetch");
  return loaded.reduce((sum, { decodedBodySize }) => sum + decodedBodySize, 0) / 1000;
});

// The longest task while a page is unfolded and scrolled from its top to its end.
async function longest(page) {
  await page.evaluate(() => {
    globalThis.tasks = [0];
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: "longtask" });
  });
  for (const fold of (await page.locator(".tree summary").all()).slice(0, FOLDS)) if (await fold.isVisible()) await fold.click();
  for (let nth = 0; nth < SCREENS; nth++) {
    await page.mouse.wheel(0, 900);
    await page.waitForTimeout(30);
  }
  return page.evaluate(() => Math.max(...tasks));
}

// Types a letter; the milliseconds until other hits are in the page, and until they are painted.
const typed = (page, letter) => page.evaluate(async (letter) => {
  const input = document.querySelector("#words");
  const changed = new Promise((done) => {
    // The server's hits take the place of those before, a site's are put into it; passages come later.
    const observer = new MutationObserver(done);
    for (const part of ["main", "#results"]) observer.observe(document.querySelector(part), { childList: true });
  });
  const begun = performance.now();
  input.value += letter;
  input.dispatchEvent(new Event("input", { bubbles: true }));
  await changed;
  const there = performance.now() - begun;
  await new Promise(requestAnimationFrame);
  await new Promise((done) => setTimeout(done));
  return [there, performance.now() - begun];
}, letter);

// Types words letter by letter, one after the other.
async function types(page, words) {
  const all = [];
  for (const word of words) {
    await page.fill("#words", "");
    await page.waitForTimeout(300);
    for (const letter of word) all.push(await typed(page, letter));
  }
  return [0, 1].map((nth) => told(all.map((each) => each[nth]))).join("; painted ");
}

const browser = await chromium.launch({ executablePath: BROWSER, args: ["--no-sandbox"] });

// What Chromium itself needs for any first page of a server that has just been started.
const bare = createServer((_, answer) => answer.writeHead(200, { "Content-Type": "text/html" }).end("<!doctype html><p>Three words here"));
await new Promise((done) => bare.listen(0, "127.0.0.1", done));
const starts = { fromStart: [], fromGoing: [], answered: [], least: [] };
for (let round = 0; round <= ROUNDS; round++) {
  // A person's browser runs already, and has seen no page of this server.
  const opened = async () => {
    const page = await (await browser.newContext()).newPage();
    await page.goto("data:text/html,<p>before");
    return page;
  };
  const other = await opened();
  await other.goto(`http://127.0.0.1:${bare.address().port}/`);
  const least = (await painted(other)).after;
  await other.context().close();
  const page = await opened();
  const { server, begun, address } = await serve();
  await page.goto(address);
  const { at, after, answered } = await painted(page);
  // The first round warms what is not the server's.
  if (round) {
    starts.fromStart.push(at - begun);
    starts.fromGoing.push(after);
    starts.answered.push(answered);
    starts.least.push(least);
  }
  await page.context().close();
  server.kill();
}
console.log(`first paint from the start of the server: ${told(starts.fromStart)}; from going to its address: ${told(starts.fromGoing)}, answered: ${told(starts.answered)}; a page of three words, to compare with: ${told(starts.least)}`);
bare.close();

const { server, address } = await serve();
const page = await browser.newPage();
await page.goto(address);
// The pages of a browser are in a folder of their own.
const folder = new URL(".", page.url());
for (const name of PAGES) {
  const taken = [];
  let nodes;
  for (let round = 0; round < ROUNDS; round++) {
    const address = { search: "search.html?words=cache+index", "style.css": "style.css" }[name] ?? `${name}.html`;
    await page.goto(new URL(address, folder).href);
    const { after, answered } = await painted(page);
    const complete = await page.evaluate(() => performance.getEntriesByType("navigation")[0].domComplete);
    nodes = await page.evaluate(() => document.querySelectorAll("*").length);
    taken.push([answered, after, complete]);
  }
  const [answered, paint, complete] = [0, 1, 2].map((nth) => median(taken.map((each) => each[nth])).toFixed(0));
  console.log(`${name}: answered after ${answered}, painted after ${paint}, whole after ${complete}; ${(await weighed(page)).toFixed(0)} KB, ${nodes} elements`);
}
for (const name of ["index", "timeline", "map"]) {
  await page.goto(new URL(`${name}.html`, folder).href);
  console.log(`${name}, unfolded and scrolled: the longest task takes ${(await longest(page)).toFixed(0)}`);
}
await page.goto(new URL("search.html", folder).href);
const fetched = await page.evaluate(async (rounds) => {
  const all = [];
  for (let round = 0; round < rounds; round++) {
    const begun = performance.now();
    await (await fetch("icon.svg", { cache: "no-store" })).text();
    all.push(performance.now() - begun);
  }
  return all;
}, ROUNDS);
console.log(`from a question to a file, to compare with: ${told(fetched)}`);
console.log(`from a key to the hits, on the server's page: ${await types(page, ["cache", "index merge"])}`);
server.kill();

const site = await host(SITE);
const reader = await browser.newPage();
await reader.goto(`${site.at}index.html`);
console.log(`the site's first page: painted after ${(await painted(reader)).after.toFixed(0)}`);
for (const [when, pause] of [["at once", 0], ["after half a second", 500]]) {
  const firsts = [];
  for (let round = 0; round < ROUNDS; round++) {
    // Another process, and nothing loaded yet.
    const fresh = await (await browser.newContext()).newPage();
    await fresh.goto(`${site.at}search.html`);
    await fresh.waitForTimeout(pause);
    firsts.push((await typed(fresh, "c"))[0]);
    await fresh.context().close();
  }
  console.log(`from the first key to the hits, typed ${when}: ${told(firsts)}`);
}
await reader.goto(`${site.at}search.html`);
await types(reader, ["a"]);
console.log(`from a key to the hits, in the site: ${await types(reader, ["cache", "index merge"])}`);
site.server.close();
await browser.close();
