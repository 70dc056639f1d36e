import axe from "axe-core";
import {
  chromium as driver,
  type Browser,
  type BrowserContextOptions,
  type Page,
} from "playwright-core";
import { chromium } from "./viewer.js";

/** The one browser of the tests; it asks nobody but loopback. `rebind.test` is a name that leads here. */
export function openBrowser(): Promise<Browser> {
  return driver.launch({
    executablePath: chromium ?? "",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--host-resolver-rules=MAP rebind.test 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
    ],
  });
}

/** A page that notes whatever should not happen. */
export interface WatchedPage {
  readonly page: Page;
  /** Errors on the console, faults, dialogs and requests to anywhere else. */
  readonly faults: readonly string[];
  readonly close: () => Promise<void>;
}

export async function openWatched(
  browser: Browser,
  address: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  // A bound against hanging only.
  page.setDefaultTimeout(120_000);
  const faults: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") faults.push(message.text());
  });
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("dialog", (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  const { origin } = new URL(address);
  page.on("request", (request) => {
    if (!request.url().startsWith(`${origin}/`)) faults.push(`asked ${request.url()}`);
  });
  await page.goto(address);
  return { page, faults, close: () => context.close() };
}

/** What axe finds that is serious or worse. */
export async function seriousFindings(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    // oxlint-disable-next-line typescript/no-explicit-any
    const { violations } = await (globalThis as any).axe.run({ preload: false });
    return violations
      .filter(({ impact }: { impact: string }) => impact === "serious" || impact === "critical")
      .map(
        ({ id, nodes }: { id: string; nodes: { html: string }[] }) =>
          `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`,
      );
  });
}

/** Words of the page that are broken over several lines, of those that must not be: links to views, headings, pills. */
export function brokenWords(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const text = document.createRange();
    const found = [...document.querySelectorAll("nav a, .numbers thead th, .health, .severity")];
    const isBroken = (element: Element): boolean => {
      text.selectNodeContents(element);
      return text.getBoundingClientRect().height > 30;
    };
    const narrow = [...document.querySelectorAll(".numbers tbody th")].filter(
      ({ clientWidth }) => clientWidth < 80,
    );
    return [...found.filter(isBroken), ...narrow].map(({ textContent }) => textContent);
  });
}
