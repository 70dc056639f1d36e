// `npm run page-pictures`: opens the pages in a real browser and draws them into docs/pictures, light and dark, as PNG.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const page = pathToFileURL(resolve("dist/cli/playground/index.html")).href;
const browser = await chromium.launch({
  executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  const tab = await browser.newPage({ colorScheme, viewport: { width: 1280, height: 800 } });
  await tab.goto(page);
  await tab.locator(".card").first().waitFor();
  const path = `docs/pictures/playground-${colorScheme}.png`;
  await tab.screenshot({ path });
  console.log(path);
}
await browser.close();
