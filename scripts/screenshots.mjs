// `npm run screenshots`: draws the pages of view and playground into docs/pictures, light and dark, from a real browser.
import { spawn, spawnSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { fillFleet } from "./fleet-example.mjs";
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
  trust: async (page) => {
    await page.getByRole("link", { name: "trust" }).click();
    await page.locator(".trust .button.allow:enabled").waitFor();
  },
};

/** With the database of a fleet.
 * @type {Readonly<Record<string, (page: import("playwright-core").Page) => Promise<unknown>>>} */
const fleetViews = {
  "fleet-questions": async (page) => {
    await page.getByRole("link", { name: "questions" }).click();
    await page.locator(".question .button.deny:enabled").last().waitFor();
  },
  fleet: async (page) => {
    await page.getByRole("link", { name: "fleet" }).click();
    await page.locator(".machines").waitFor();
  },
};

/** @type {import("node:child_process").ChildProcess[]} */
const children = [];
/**
 * Starts the command; gives the address of the page.
 * @param {readonly string[]} [more]
 * @returns {Promise<string>}
 */
async function view(more = []) {
  const viewer = spawn(process.execPath, [command, "view", "--json", ...more], {
    cwd: project,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(viewer);
  const line = await new Promise((done) => createInterface(viewer.stdout).once("line", done));
  return JSON.parse(line).address;
}

const { startLocalServer } = await import("../dist/fleet/index.js");
const database = await startLocalServer({ isOnLoopback: true });
try {
  await fillFleet(database.url());
  await fillExample({ home, project });
  spawnSync(process.execPath, [command, "trust", "approve", "--all"], { cwd: project, env });
  appendFileSync(join(project, "hooks/no-rm.sh"), "exit 0\n");
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
  const address = await view();
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
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    /** @type {(name: string, from: string, steps: (page: import("playwright-core").Page) => Promise<unknown>) => Promise<void>} */
    const draw = async (name, from, steps) => {
      const viewport = { width: 1200, height: 760 };
      const context = await browser.newContext({ viewport, colorScheme });
      const page = await context.newPage();
      await page.goto(from);
      await steps(page);
      const path = `docs/pictures/${name}-${colorScheme}.png`;
      await page.screenshot({ path });
      console.log(path);
      await context.close();
    };
    for (const [name, steps] of Object.entries(views))
      await draw(`view-${name}`, address, async (page) => {
        await page.locator(".row .time").first().waitFor();
        await page.locator(".badge").waitFor();
        await steps(page);
        await page.evaluate(() => new Promise((done) => setTimeout(done, 900)));
      });
    const fleetAddress = await view(["--url", database.url(), "--as", "anna"]);
    for (const [name, steps] of Object.entries(fleetViews))
      await draw(`view-${name}`, fleetAddress, async (page) => {
        await page.locator(".badge").waitFor();
        await steps(page);
      });
    const playground = pathToFileURL(resolve("dist/cli/playground/index.html")).href;
    await draw("playground", playground, (page) => page.locator(".card").first().waitFor());
  }
  await browser.close();
} finally {
  for (const child of children) child.kill("SIGTERM");
  await Promise.all(
    children.map((child) =>
      Promise.resolve(child.exitCode ?? new Promise((done) => child.once("exit", done))),
    ),
  );
  await database.stop();
  rmSync(root, { recursive: true, force: true });
}
