// What benches/browser.py --pictures keeps: eight pages of the server that is started here, at four
// widths, light and dark. Fails where axe-core finds something that is moderate or worse, where a page
// scrolls sideways, or where the console says something.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const { MODULES, BROWSER, PROGRAM, FOLDER, NAME } = process.env;
const { chromium } = createRequire(join(MODULES, "x"))("playwright-core");
const axe = readFileSync(join(MODULES, "axe-core", "axe.min.js"), "utf8");
const HEIGHTS = { 390: 844, 768: 1024, 1280: 900, 1920: 1080 };
// Pages that are longer are cut.
const SCREENS = 2;

const server = spawn(PROGRAM, ["serve", "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
const [address] = await new Promise((done) => server.stdout.once("data", (data) => done(data.toString().split("\n"))));
const browser = await chromium.launch({ executablePath: BROWSER, args: ["--no-sandbox"] });
const wrong = [];

// The addresses of the pages, as a person finds them.
async function found(page) {
  await page.goto(address);
  const home = page.url();
  const link = async (from, selector) => {
    await page.goto(from);
    const links = page.locator(selector);
    return await links.count() ? links.first().evaluate((it) => it.href) : null;
  };
  const replaced = await link(home, "main article:has(.sign[data-word=superseded]) h2 a");
  const record = (replaced && await link(replaced, ".banner a[href*='records/']")) ?? await link(home, "main article h2 a");
  await page.goto(record);
  // The longest word of its title finds it.
  const word = (await page.textContent("h1")).split(/[^\p{L}]+/u).sort((a, b) => b.length - a.length)[0];
  const file = await link(new URL("map.html", home).href, ".tree a[href*='path=']:text('Why')") ?? await link(record, "#files a");
  const pages = { home, record, replaced, code: "map.html", file, review: "review.html", timeline: "timeline.html", search: `search.html?words=${word}` };
  return Object.entries(pages).flatMap(([name, to]) => to ? [[name, new URL(to, home).href]] : []);
}

const context = await browser.newContext({ bypassCSP: true });
const page = await context.newPage();
page.on("console", (message) => message.type() === "error" && wrong.push(`${message.text()} ${message.location().url}`));
const pages = await found(page);
for (const [name, to] of pages) {
  await page.goto(to);
  // What there is to review comes after the page.
  await page.waitForLoadState("networkidle");
  await page.evaluate(axe);
  for (const [width, height] of Object.entries(HEIGHTS).map((size) => size.map(Number))) {
    for (const colorScheme of ["light", "dark"]) {
      const shot = `${NAME}-${name}-${width}-${colorScheme}`;
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) wrong.push(`${shot} scrolls sideways`);
      const { violations } = await page.evaluate(() => globalThis.axe.run());
      const bad = violations.filter(({ impact }) => ["moderate", "serious", "critical"].includes(impact));
      wrong.push(...bad.map(({ id, nodes }) => `${shot}: ${id}: ${nodes[0].html}`));
      const whole = await page.evaluate(() => document.documentElement.scrollHeight);
      await page.screenshot({ path: join(FOLDER, `${shot}.png`), fullPage: true, clip: { x: 0, y: 0, width, height: Math.min(whole, SCREENS * height) } });
    }
  }
}
server.kill();
await browser.close();
console.log(`${NAME}: ${pages.map(([name]) => name).join(", ")}`);
assert.deepEqual(wrong, []);
