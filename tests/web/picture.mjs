// The first page of the server in 1280 pixels: prints what a reader sees of it, and where a FOLDER is
// given, leaves a light and a dark picture in it.
import { createRequire } from "node:module";
import { join } from "node:path";

const { MODULES, BROWSER, ADDRESS, TOKEN, FOLDER } = process.env;
const { chromium } = createRequire(join(MODULES, "x"))("playwright-core");
const browser = await chromium.launch({ executablePath: BROWSER, args: ["--no-sandbox"] });
const page = await browser.newPage({ viewport: { width: 1280, height: 740 } });
await page.goto(`${ADDRESS}?token=${TOKEN}`);
// What there is to review comes after the page.
await page.waitForFunction(() => document.querySelector("header nav b")?.textContent);
// The commit's id depends on git's format of objects.
await page.evaluate(() => document.querySelector("header .at").lastChild.textContent = " @ 4c1d7e9");
console.log(await page.evaluate(() => document.body.innerText));
if (FOLDER) {
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: join(FOLDER, `pages-${colorScheme}.png`) });
  }
}
await browser.close();
