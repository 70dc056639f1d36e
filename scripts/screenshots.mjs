// Takes the pictures of docs/view.md, light and dark, of the built page in a real browser.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { chromium } from "playwright-core";
import { fillExample } from "./view-example.mjs";

const executablePath = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
].find((path) => existsSync(path));
if (executablePath === undefined) {
  console.error("no browser; scripts/machine-packages.sh installs one");
  process.exit(1);
}
const root = mkdtempSync(join(tmpdir(), "snaphook-screenshots-"));
const [home, project, work] = [join(root, "home"), join(root, "shop"), join(root, "docs")];
const env = { ...process.env, SNAPHOOK_HOME: home, HOME: root };
const command = resolve("dist/cli/main.js");

/** @type {Readonly<Record<string, (page: import("playwright-core").Page) => Promise<unknown>>>} */
const views = {
  events: async () => undefined,
  event: async (page) => {
    await page.fill("#search", "curl");
    await page.locator(".modes", { hasText: "2 found" }).waitFor();
    await page.locator(".row").first().click();
    await page.locator(".merge").waitFor();
  },
  sessions: async (page) => {
    await page.getByRole("button", { name: "by session" }).click();
    await page.locator(".mark").first().waitFor();
  },
  hooks: async (page) => {
    await page.getByRole("link", { name: "hooks" }).click();
    await page.getByRole("button", { name: "format", exact: true }).click();
    await page.locator(".uplot").waitFor();
  },
  problems: (page) => page.getByRole("link", { name: "problems" }).click(),
  questions: async (page) => {
    await page.getByRole("link", { name: "questions" }).click();
    await page.locator(".question").waitFor();
  },
};

/** @type {import("node:child_process").ChildProcess[]} */
const children = [];
try {
  await fillExample({ home, project });
  mkdirSync(work);
  const script = join(root, "script.json");
  const turns = [
    {
      say: "I will publish it.",
      calls: [{ tool: "Bash", input: { command: "npm publish --access public" } }],
    },
  ];
  writeFileSync(script, JSON.stringify({ turns }));
  children.push(
    spawn(
      process.execPath,
      [command, "agent", "--model", `script:${script}`, "-p", "publish", "--wait-for-view"],
      { cwd: work, env, stdio: "ignore" },
    ),
  );
  const viewer = spawn(process.execPath, [command, "view", "--json"], {
    cwd: project,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(viewer);
  const line = await new Promise((done) => createInterface(viewer.stdout).once("line", done));
  const { address } = JSON.parse(line);
  const browser = await chromium.launch({
    executablePath,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
  for (const colorScheme of /** @type {const} */ (["light", "dark"]))
    for (const [name, steps] of Object.entries(views)) {
      const context = await browser.newContext({
        viewport: { width: 1200, height: 760 },
        colorScheme,
      });
      const page = await context.newPage();
      await page.goto(address);
      await page.locator(".row .time").first().waitFor();
      await page.locator(".badge").waitFor();
      await steps(page);
      await page.evaluate(() => new Promise((done) => setTimeout(done, 900)));
      await page.screenshot({ path: `docs/pictures/view-${name}-${colorScheme}.png` });
      await context.close();
    }
  await browser.close();
} finally {
  for (const child of children) child.kill("SIGTERM");
  await Promise.all(
    children.map((child) =>
      Promise.resolve(child.exitCode ?? new Promise((done) => child.once("exit", done))),
    ),
  );
  rmSync(root, { recursive: true, force: true });
}
