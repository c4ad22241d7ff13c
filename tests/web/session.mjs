// A person's session with the pages. Ends with another status than 0 where something is not as it
// should be.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createReadStream, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join } from "node:path";

const { MODULES, BROWSER, ADDRESS, TOKEN, SHOTS, REPOSITORY, SITE } = process.env;
const { chromium } = createRequire(join(MODULES, "x"))("playwright-core");
const axe = readFileSync(join(MODULES, "axe-core", "axe.min.js"), "utf8");

const said = [];
const browser = await chromium.launch({ executablePath: BROWSER, args: ["--no-sandbox"] });
// The policy of the pages lets nothing in, a test's own script neither.
const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
const page = await context.newPage();
page.on("console", (message) => message.type() === "error" && said.push(message.text()));
page.on("pageerror", (error) => said.push(error.message));

await page.goto(`${ADDRESS}?token=${TOKEN}`);
assert.ok(!page.url().includes(TOKEN), "the token is not in the line of addresses");
const folder = new URL("..", page.url());
const at = (name) => new URL(`page/${name}`, folder).href;
assert.equal(page.url(), at("index.html"));

// The header tells where one is, and what is to be done.
assert.match(await page.textContent("header .at"), /^main @ [0-9a-f]{7}$/);
assert.deepEqual((await page.locator("header nav a").allTextContents()).map((text) => text.replace(/ ?\d+$/, "")),
  ["Decisions", "Timeline", "Code", "Review", "Activity"]);
await page.waitForFunction(() => Number(document.querySelector("header nav b")?.textContent) > 0);
await page.waitForSelector("main li:has-text('Postgres') span[data-word=review]");
assert.match(await page.textContent("main li:has-text('SQLite')"), /Replaced by Use Postgres for events/);

// Search as you type, and open what is found.
await page.goto(at("search.html"));
await page.keyboard.press("/");
await page.keyboard.type("postgres");
await page.waitForSelector("#results article");
await page.selectOption("select[name=kinds]", "lesson");
await page.waitForFunction(() => !document.querySelector("#results article"));
assert.match(page.url(), /kinds=lesson/);
await page.selectOption("select[name=kinds]", "");
await page.waitForSelector("#results article");
await page.click("#results article a");
assert.match(page.url(), /records\/dec-bbbbbb\.html$/);
assert.equal(await page.textContent("h1"), "Use Postgres for events");
assert.match(await page.textContent(".text"), /Two <b>writers<\/b>/, "HTML is shown, not run");
assert.match(await page.textContent(".banner"), /changed since it was last confirmed/);

assert.match(await page.textContent("#followers"), /Two writers/, "a commit follows it");

// Follow what it replaced.
await page.click("text=Use SQLite for events");
assert.match(await page.textContent(".banner"), /^Replaced by Use Postgres for events/);
assert.match(await page.textContent("dl.about"), /superseded/);

// The code is a tree that folds; a file tells its decisions, then what it defines.
await page.goto(at("map.html"));
assert.match(await page.textContent("p.lead"), /^1 of 1 source file is .*; in 1, code /);
const folder1 = page.locator(".tree summary >> nth=0");
assert.match(await folder1.textContent(), /src\/1 of 11 file/);
await page.click(".tree summary >> text=store.rs");
await page.click("text=Why this file is so");
assert.deepEqual(await page.locator("main h2").allTextContents(), ["Decisions", "May apply", "Symbols"]);
assert.match(await page.textContent("ul.about"), /Use Postgres for events/);
await page.click(".crumbs >> text=Code");

// From a search in what memory was to the same search in what it is.
await page.goto(at("search.html?rev=HEAD~1"));
await page.fill("#words", "postgres");
await page.waitForURL(/words=postgres/);
await page.click("p.then a");
await page.waitForURL(at("search.html?words=postgres"));
await page.waitForSelector("#results article");

// Back in history, memory was another one.
await page.goto(at("history.html"));
await page.click("text=browse at this commit >> nth=0");
assert.match(await page.textContent("[role=status]"), /Memory as of/);

await page.goto(at("history.html"));
await page.focus("#slide");
await page.keyboard.press("ArrowRight");
assert.match(await page.getAttribute("#slide", "aria-valuetext"), /^\d{4}-\d\d-\d\d Begin( and go on)+$/);
await page.waitForSelector("#then >> text=Wide");
await page.selectOption("#from", { index: 0 });
const from = await page.inputValue("#from");
await page.click("text=Compare");
assert.match(await page.textContent("main"), /Changes in/);
assert.equal(await page.inputValue("#from"), from, "what is compared stays chosen");

// Confirm a changed record.
await page.goto(at("review.html"));
await page.click("[data-record=dec-bbbbbb] button[data-do=confirm]");
await page.waitForFunction(() => !document.querySelector("[data-record=dec-bbbbbb]"));

// Write a lesson, then a decision.
await page.goto(at("write.html"));
await page.fill("#title", "Caches lie");
await page.fill("#decision", "Not of this kind.");
await page.selectOption("#kind", "lesson");
await page.waitForURL(/kind=lesson/);
assert.equal(await page.inputValue("#kind"), "lesson");
assert.equal(await page.inputValue("#title"), "Caches lie", "what was typed stays");
await page.fill("#cause", "Nobody looked.");
await page.selectOption("#kind", "decision");
await page.waitForURL(/kind=decision/);
assert.equal(await page.inputValue("#decision"), "Not of this kind.");
await page.selectOption("#kind", "lesson");
await page.waitForURL(/kind=lesson/);
await page.click("form.write > button[type=submit]");
await page.waitForURL(/records\/les-.*\.html$/);
assert.match(await page.textContent(".text"), /Nobody looked/);
await page.goto(at("write.html"));
await page.fill("#title", "Use Postgres for events");
await page.waitForSelector("#preview .warning a[href='records/dec-bbbbbb.html']");
await page.fill("#title", "Keep events for a year");
await page.fill("#decision", "A year.");
await page.waitForFunction(() => /keep-events-for-a-year/.test(document.querySelector("#preview code").textContent));
assert.equal(await page.locator("#preview .warning").count(), 0);
const planned = await page.textContent("#preview code");
await page.fill("#paths", "src/**\nmemory");
await page.fill("#tags", "storage, two words");
await page.click("form.write > button[type=submit]");
await page.waitForURL(/records\/dec-.*\.html$/);
assert.equal(await page.textContent("h1"), "Keep events for a year");
assert((await page.textContent("main")).includes(planned), "the file is the one that the form named");

// Change it.
await page.click("text=Edit");
assert.equal(await page.inputValue("#body"), "## Decision\n\nA year.\n", "the text is there as it is");
await page.fill("#title", "Keep events for two years");
await page.selectOption("#status", "proposed");
assert.equal(await page.inputValue("#paths"), "src/**\nmemory");
await page.fill("#paths", "src/**");
assert.equal(await page.inputValue("#tags"), "storage, two words");
await page.fill("#tags", "");
await page.click("form.write button[type=submit]");
await page.waitForURL(/records\/dec-.*\.html$/);
assert.equal(await page.textContent("h1"), "Keep events for two years");
assert.match(await page.textContent("dl.about"), /proposed/);
assert.equal(await page.locator("dl.about .tag").count(), 0);
assert.equal(await page.locator("#files li").count(), 0, "a proposal applies to nothing yet");

// What is typed before the script is there is sent, too.
const script = /page[^/]*\.js/;
await page.route(script, async (route) => {
  await page.fill("#title", "Keep events for three years");
  await route.continue();
});
await page.goto(at(`write.html?id=${page.url().match(/records\/(dec-[^.]*)/)[1]}`));
await page.unroute(script);
assert.equal(await page.inputValue("#title"), "Keep events for three years");
await page.click("form.write button[type=submit]");
await page.waitForURL(/records\/dec-.*\.html$/);
assert.equal(await page.textContent("h1"), "Keep events for three years");

// Somebody else is quicker: what they wrote stays, and so does what was typed here.
await page.goto(at("write.html?id=les-cccccc"));
const lesson = execFileSync("git", ["-C", REPOSITORY, "ls-files", "-z", "memory/lessons/*cccccc*"]).toString().replace("\0", "");
writeFileSync(join(REPOSITORY, lesson), readFileSync(join(REPOSITORY, lesson), "utf8") + "\nBy hand.\n");
await page.fill("#title", "Mine");
await page.click("form.write button[type=submit]");
await page.waitForFunction(() => document.querySelector("#told").textContent.includes("has changed since it was read"));
assert.equal(await page.inputValue("#title"), "Mine");
assert.match(readFileSync(join(REPOSITORY, lesson), "utf8"), /By hand/);
said.splice(0, said.length, ...said.filter((message) => !/status of 409/.test(message)));

// Take a page up, and publish what was private.
await page.goto(at("records/memory/notes/hand.md.html"));
await page.click("button[data-do=adopt]");
await page.waitForURL(/records\/note-.*\.html$/);
await page.goto(at("index.html"));
await page.click("text=records in the work log");
await page.click("main article a");
await page.click("button[data-do=publish]");
await page.waitForFunction(() => document.querySelector("main") && !document.querySelector("[data-do=publish]"));
assert.equal(await page.textContent("h1"), "What only this branch knows");

// The page follows what happens outside of it.
await page.goto(at("index.html"));
const count = () => page.locator("main ul.records > li").count();
const before = await count();
const git = (...args) => execFileSync("git", ["-C", REPOSITORY, ...args], { stdio: "pipe" });
git("stash", "--quiet", "--include-untracked");
git("checkout", "--quiet", "HEAD~1");
git("rm", "--quiet", "-r", "memory/lessons");
await page.waitForFunction((before) => document.querySelectorAll("main ul.records > li").length < before, before, { timeout: 20_000 });
git("reset", "--quiet", "--hard");
git("checkout", "--quiet", "-");
git("stash", "pop", "--quiet");
await page.waitForFunction((before) => document.querySelectorAll("main ul.records > li").length === before, before, { timeout: 20_000 });

// Whoever is at a record stays there; a form that somebody is in waits until it is left.
await page.goto(at("index.html"));
const focused = () => page.evaluate(() => document.activeElement.textContent);
for (let nth = 0; nth < 3; nth += 1) await page.keyboard.press("j");
const third = await focused();
git("memory", "add-note", "Comes between");
await page.waitForSelector("text=Comes between", { timeout: 20_000 });
assert.equal(await focused(), third);
await page.goto(at("history.html"));
const commits = () => page.locator("main > ol.commits > li").count();
const known = await commits();
await page.focus("#rev");
git("commit", "--quiet", "--all", "-m", "A third commit, whose subject is longer than a telephone is wide");
await page.waitForTimeout(3000);
assert.equal(await commits(), known);
await page.evaluate(() => document.activeElement.blur());
await page.waitForFunction((known) => document.querySelectorAll("main > ol.commits > li").length > known, known);
assert.equal(await page.locator("#slide").isVisible(), true, "the slider is still there");

// Where nobody answers, that is said, and it can be tried again.
await page.goto(at("records/dec-bbbbbb.html"));
await page.route("**/review", (route) => route.abort());
await page.click("button[data-do=confirm]");
await page.waitForFunction(() => document.querySelector("[role=alert]")?.textContent.includes("does not answer"));
assert.equal(await page.locator("button[aria-disabled]").count(), 0);
await page.unroute("**/review");
said.splice(0, said.length, ...said.filter((message) => !/ERR_FAILED/.test(message)));

// Any number of pages follow at once: one listens for all of them, and the next one where it goes.
await page.goto(at("write.html"));
const many = [];
for (let nth = 0; nth < 8; nth += 1) {
  many.push(await context.newPage());
  await many[nth].goto(at("index.html"));
}
const allSee = (title) => Promise.all(many.map((one) => one.waitForSelector(`text=${title}`, { timeout: 20_000 })));
git("memory", "add-note", "Heard by all");
await allSee("Heard by all");
await many.shift().close();
git("memory", "add-note", "Heard by the rest");
await allSee("Heard by the rest");
for (const one of many) await one.close();

// Without JavaScript everything can be read.
const plain = await browser.newContext({ javaScriptEnabled: false, storageState: await context.storageState() });
const reader = await plain.newPage();
await reader.goto(at("search.html?words=postgres"));
assert.equal(await reader.locator("#results article").count() > 0, true);

// The site of the same memory, as any host of files gives it.
const TYPES = { ".html": "text/html; charset=utf-8", ".css": "text/css", ".js": "text/javascript", ".json": "application/json", ".svg": "image/svg+xml" };
const host = createServer((request, answer) => {
  const { pathname } = new URL(request.url, ADDRESS);
  const file = createReadStream(join(SITE, decodeURIComponent(pathname)));
  file.on("error", () => answer.writeHead(404).end());
  file.on("open", () => answer.writeHead(200, { "Content-Type": TYPES[extname(pathname)] }));
  file.pipe(answer);
});
await new Promise((done) => host.listen(0, "127.0.0.1", done));
const inSite = (name) => `http://127.0.0.1:${host.address().port}/${name}`;
await page.goto(inSite("records/dec-bbbbbb.html"));
await page.keyboard.press("/");
await page.keyboard.type("writers");
await page.keyboard.press("Enter");
await page.waitForURL(inSite("search.html?words=writers"));
await page.waitForSelector("#results article");
await page.keyboard.press("/");
await page.keyboard.press("End");
await page.keyboard.type(" postg");
await page.waitForSelector("#results article p.about mark");
assert.equal(await page.textContent("#results h2"), "Use Postgres for events");
assert.match(await page.textContent("#results .facts"), /changed since.*decision/);
assert.deepEqual(await page.locator("#results li:first-child mark").allTextContents(), ["writers"]);
const titles = () => page.locator("#results h2").allTextContents();
for (const words of ["two writers", "sqlite", "postgers"]) {
  await page.goto(inSite(`search.html?words=${words}`));
  await page.waitForSelector("#results article");
  const found = await titles();
  await page.goto(at(`search.html?words=${words}&rev=HEAD`));
  assert.deepEqual(found, await titles(), words);
}
await page.goto(inSite("search.html?words=writers+postg"));
await page.waitForSelector("#results article");
await page.selectOption("select[name=kinds]", "lesson");
await page.waitForFunction(() => !document.querySelector("#results article"));
await page.selectOption("select[name=kinds]", "");
await page.waitForSelector("#results article");
await page.click("#results article a >> nth=0");
assert.equal(page.url(), inSite("records/dec-bbbbbb.html"));
await page.click("text=Use SQLite for events");
await page.click("header >> text=Decisions");
await page.click(".chips a >> text=lessons");
await page.waitForFunction(() => document.querySelectorAll("main > ul.records > li").length === 2);
assert.deepEqual(await page.locator("main > .hint").allTextContents(), ["kinds: lesson all", "2 records"]);
assert.match(await page.textContent(".chips a[aria-current]"), /^lessons/);

// Nothing serious for those who do not see or cannot point, at three widths, light and dark.
for (const [width, scheme] of [[320, "light"], [1280, "dark"], [3840, "light"]]) {
  const view = await browser.newContext({
    viewport: { width, height: 900 }, colorScheme: scheme, bypassCSP: true,
    storageState: await context.storageState(),
  });
  const look = await view.newPage();
  for (const name of ["index", "search", "records", "timeline", "map", "file", "history", "review", "runs", "write", "edit", "records/dec-bbbbbb", "records/les-cccccc", "records/les-dddddd", "site/index", "site/search", "site/records/dec-bbbbbb"]) {
    const file = name.replace("site/", "");
    const address = { search: "search.html?words=events", edit: "write.html?id=dec-bbbbbb", file: "map.html?path=src/store.rs" }[file] ?? `${file}.html`;
    await look.goto(file === name ? at(address) : inSite(address));
    if (name === "site/search") await look.waitForSelector("#results article");
    // Once more where neither the layout for telephones nor that for screens fits by itself.
    for (const wide of width === 1280 ? [700, width] : [width]) {
      await look.setViewportSize({ width: wide, height: 900 });
      const scrolls = await look.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      assert.equal(scrolls, false, `${name} scrolls sideways at ${wide}`);
    }
    if (name === "map" && width > 640) {
      const bar = await look.locator(".tree .bar >> nth=0").boundingBox();
      assert(bar?.width > 24, `no bars at ${width}`);
    }
    await look.evaluate(axe);
    const { violations } = await look.evaluate(() => globalThis.axe.run());
    // A record's own headings may leave out a level.
    const levels = name.includes("records/") ? ["serious", "critical"] : ["moderate", "serious", "critical"];
    const serious = violations.filter(({ impact }) => levels.includes(impact));
    assert.deepEqual(serious.map(({ id, nodes }) => [name, width, id, nodes[0].html]), []);
    if (name === "records/les-dddddd" && width === 320) {
      const scrolls = (of) => look.locator(of).evaluate((it) => it.scrollWidth > it.clientWidth);
      assert.deepEqual([await scrolls(".wide"), await scrolls("pre")], [true, true]);
    }
    await look.screenshot({ path: join(SHOTS, `${name.replaceAll("/", "-")}-${width}.png`) });
  }
}
assert.deepEqual(said, [], "the console is silent");
await browser.close();
host.close();
console.log("searched, read, written and followed; seventeen pages at three widths");
