import { readdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fillExample } from "../../scripts/view-example.mjs";
import { AskedLedger } from "../trace/asked-ledger.js";
import { recordsOf } from "../trace/ledger-lines.js";
import { temporaryFolder } from "../workspace.js";
import { AskingAgent } from "./asking-agent.js";
import { openBrowser, openWatched, seriousFindings } from "./browser.js";
import { chromium, RunningViewer } from "./viewer.js";

if (chromium === null)
  console.warn("no browser: tests of the page are skipped; scripts/machine-packages.sh installs one");

describe.skipIf(chromium === null)("the page in a browser", () => {
  const root = temporaryFolder();
  const [home, project] = [join(root, "a home"), join(root, "a project")];
  let viewer: RunningViewer;
  let browser: Browser;
  beforeAll(async () => {
    await fillExample({ home, project });
    [viewer, browser] = await Promise.all([
      RunningViewer.start({ home, cwd: project }),
      openBrowser(),
    ]);
  });
  afterAll(async () => {
    await browser.close();
    await viewer.stop();
  });

  /** Rows that are seen, as text. */
  const rowsOf = (page: Page): Promise<string[]> =>
    page.locator(".row:has(.time)").allInnerTexts();
  const found = (page: Page, count: number): Promise<void> =>
    page.locator(".modes", { hasText: `${count} found` }).waitFor();

  test("every view is shown, in light and dark, without an error and without a serious finding of axe", async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      const { page, faults, close } = await openWatched(browser, viewer.address, { colorScheme });
      await found(page, 60);
      expect(await page.evaluate(() => location.hash)).toBe("#/");
      expect(await seriousFindings(page)).toEqual([]);
      await page.fill("#search", "curl");
      await found(page, 2);
      await page.locator(".row").first().click();
      await page.locator(".merge").waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await page.getByRole("button", { name: "by session" }).click();
      await page.locator(".mark").first().waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await page.fill("#search", "");
      await page.getByRole("link", { name: "hooks" }).click();
      await page.getByRole("button", { name: "format", exact: true }).click();
      await page.locator(".uplot").waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await page.getByRole("link", { name: "problems" }).click();
      await page.locator(".groups").waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      expect(faults).toEqual([]);
      await close();
    }
  });

  test("an event shows its problems at their places, who won, who got which text and every host", async () => {
    const { page, faults, close } = await openWatched(browser, viewer.address);
    await page.fill("#search", "curl");
    await found(page, 2);
    await page.locator(".row").first().click();
    const event = page.locator(".event-page");
    await event.locator(".merge").waitFor();
    expect(await event.locator("mark").allInnerTexts()).toEqual(['1"Block"', "2continu"]);
    expect(await event.locator(".merge tbody tr").allInnerTexts()).toEqual([
      "old-guard\tdeny decided\tdeny is the strictest that was said",
    ]);
    expect(await event.locator(".lane-box h3").allInnerTexts()).toEqual(["user", "model", "log", "nobody"]);
    expect(await event.locator(".lane-box.model").innerText()).toContain("no downloads");
    expect(await event.locator(".hosts tbody tr").count()).toBeGreaterThan(20);
    expect(await event.getByText("did not match").count()).toBeGreaterThan(0);
    // A deep link leads to the same event after a reload: the token is kept for this tab.
    const hash = await page.evaluate(() => location.hash);
    expect(hash).toMatch(/^#\/event\/[\w-]+$/);
    await page.reload();
    await event.locator(".merge").waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  test("a figure, a session and a span of time narrow everything, and a chip takes it back", async () => {
    const { page, faults, close } = await openWatched(browser, viewer.address);
    await found(page, 60);
    await page.locator(".figure.block").click();
    await found(page, 6);
    expect(await page.inputValue("#search")).toBe("outcome:block");
    await page.getByRole("link", { name: "hooks" }).click();
    expect(await page.locator(".numbers tbody th").allInnerTexts()).toHaveLength(4);
    await page.getByRole("link", { name: "events" }).click();
    await page.getByRole("button", { name: "Remove outcome block" }).click();
    await found(page, 60);
    const bars = await page.locator(".bars svg").boundingBox();
    const { x = 0, y = 0, width = 0 } = bars ?? {};
    await page.mouse.move(x + width * 0.6, y + 20);
    await page.mouse.down();
    await page.mouse.move(x + width * 0.8, y + 20, { steps: 4 });
    await page.mouse.up();
    await page.locator(".chip", { hasText: "since" }).waitFor();
    await page.waitForFunction(() => !document.querySelector(".modes")?.textContent?.includes("60 found"));
    const count = (await rowsOf(page)).length;
    expect(count).toBeGreaterThan(2);
    expect(count).toBeLessThan(30);
    expect(faults).toEqual([]);
    await close();
  });

  test("keys search, complete, move, open and close", async () => {
    const { page, faults, close } = await openWatched(browser, viewer.address);
    await found(page, 60);
    await page.keyboard.press("/");
    await page.keyboard.type("ou");
    await page.keyboard.press("Tab");
    await page.keyboard.type("bl");
    await page.keyboard.press("Tab");
    expect(await page.inputValue("#search")).toBe("outcome:block ");
    await found(page, 6);
    await page.keyboard.press("Enter");
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await page.locator(".event-page h1").waitFor();
    const second = await page.locator(".row").nth(1).innerText();
    expect(await page.locator(".row.open").innerText()).toBe(second);
    await page.keyboard.press("k");
    await page.locator(".row.open").first().waitFor();
    await page.keyboard.press("Escape");
    await page.locator(".event-page").waitFor({ state: "detached" });
    await page.keyboard.press("Escape");
    await found(page, 60);
    await page.keyboard.press("?");
    await page.locator("dialog[open]").waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("3");
    await page.locator(".groups").waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  test("a search that is wrong says so and keeps what was found", async () => {
    const { page, close } = await openWatched(browser, viewer.address);
    await found(page, 60);
    await page.fill("#search", "outcome:blok");
    expect(await page.getByRole("alert").innerText()).toContain("did you mean block?");
    expect(await rowsOf(page)).not.toEqual([]);
    await close();
  });

  test("on a narrow screen nothing is wider than the screen, and an event takes all of it", async () => {
    const viewport = { width: 360, height: 640 };
    const { page, faults, close } = await openWatched(browser, viewer.address, { viewport });
    await found(page, 60);
    const width = (): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth);
    expect(await width()).toBe(360);
    await page.locator(".row").first().click();
    await page.locator(".event-page h1").waitFor();
    expect(await page.locator(".list").isVisible()).toBe(false);
    expect(await width()).toBe(360);
    expect(faults).toEqual([]);
    await close();
  });

  test("without the token there is a page and nothing in it", async () => {
    const { page, close } = await openWatched(browser, `${viewer.origin}/`);
    await page.locator(".over").waitFor();
    expect(await rowsOf(page)).toEqual([]);
    await close();
  });

  test("text of hooks is never more than text, in whatever field it is", async () => {
    const ledger = new AskedLedger();
    const evil = `"'><img src=x onerror=alert(1)><svg onload=alert(1)><script>alert(1)</script>{{7*7}}\u202e\u001b[31m`;
    ledger.add({
      id: `id-${evil}`,
      session: evil,
      tool: evil,
      cwd: `/${evil}`,
      input: { command: evil, [evil]: evil },
      hook: evil,
      at: `${evil}:3`,
      outcome: "block",
      run: { exit: 0, stdout: `{"decision":"${evil}"}`, stderr: evil },
      problems: [{ code: evil, severity: evil, hook: evil, path: evil, found: evil, offset: 13, lost: evil, suggestion: evil }],
      verdict: {
        toUser: [{ hook: evil, kind: evil, text: evil }],
        toModel: [{ hook: evil, kind: evil, text: `javascript:alert(1) ${evil}` }],
        ruling: { decision: evil, why: evil },
      },
    });
    const other = await RunningViewer.start({ home: ledger.folder, cwd: ledger.folder });
    try {
      const { page, faults, close } = await openWatched(browser, other.address);
      await page.locator(".row .time").waitFor();
      await page.locator(".row").first().click();
      await page.locator(".event-page .section").first().waitFor();
      expect(await page.locator(".event-page").innerText()).toContain("<img src=x onerror=alert(1)>");
      await page.getByRole("button", { name: "by session" }).click();
      await page.locator(".lane .link").click();
      for (const view of ["hooks", "problems"]) {
        await page.getByRole("link", { name: view, exact: true }).click();
        await page.locator(".numbers").waitFor();
        if (view === "hooks") await page.locator(".numbers .link").first().click();
      }
      await page.fill("#search", "hook:");
      await page.locator("#completions li").first().waitFor();
      expect(await page.locator("img, script:not([src]), iframe, object, #page svg[onload]").count()).toBe(0);
      expect(await page.evaluate(() => document.body.textContent.includes("\u202e"))).toBe(false);
      expect(faults).toEqual([]);
      await close();
    } finally {
      await other.stop();
    }
  });

  describe("from a page of another origin", () => {
    let server: Server;
    beforeAll(async () => {
      server = createServer((_, response) => {
        response.setHeader("content-type", "text/html");
        response.end("<!doctype html><title>elsewhere</title>");
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    });
    afterAll(() => {
      server.close();
    });

    test("nothing can be read or done, even with the token", async () => {
      const { port } = server.address() as AddressInfo;
      for (const elsewhere of [`http://127.0.0.1:${port}`, `http://rebind.test:${port}`]) {
        const context = await browser.newContext();
        const page = await context.newPage();
        await page.goto(elsewhere);
        const tried = await page.evaluate(
          async ([origin = "", token = ""]) => {
            const results: string[] = [];
            const headers = { "content-type": "application/json", "x-snaphook-token": token };
            const body = '{"search":"","count":5}';
            const requests: RequestInit[] = [
              {},
              { mode: "no-cors" },
              { credentials: "include" },
              { method: "POST", body },
              { method: "POST", body, mode: "no-cors" },
              { method: "POST", body, headers },
              { method: "POST", body, headers, mode: "no-cors" },
              { method: "POST", body, headers, credentials: "include" },
            ];
            for (const path of ["/", "/api/search", "/api/live", "/icon.svg"])
              for (const request of requests)
                await fetch(origin + path, request).then(
                  async (response) => results.push(response.type === "opaque" ? "opaque" : await response.text()),
                  () => results.push("refused"),
                );
            const load = (name: string, attribute: "src" | "href"): Promise<void> =>
              new Promise((done) => {
                const element = document.createElement(name);
                element.addEventListener("load", () => done(void results.push(`${name} loaded`)));
                element.addEventListener("error", () => done(void results.push("refused")));
                element.setAttribute("rel", "stylesheet");
                element.setAttribute(attribute, `${origin}/icon.svg`);
                document.body.append(element);
              });
            await load("img", "src");
            await load("script", "src");
            await load("link", "href");
            await new Promise<void>((done) => {
              const socket = new WebSocket(`${origin.replace("http", "ws")}/api/live`);
              socket.addEventListener("open", () => done(void results.push("socket open")));
              socket.addEventListener("error", () => done(void results.push("refused")));
            });
            return [...new Set(results)];
          },
          [viewer.origin, viewer.token],
        );
        // What is opaque cannot be read, and was a refusal.
        expect(tried.filter((one) => one !== "opaque" && one !== "refused")).toEqual([]);
        await context.close();
      }
    });

    test("a name that leads to loopback, as with DNS rebinding, is refused", async () => {
      const context = await browser.newContext();
      const page = await context.newPage();
      const response = await page.goto(`http://rebind.test:${viewer.port}/`);
      expect(response?.status()).toBe(403);
      await context.close();
    });

    test("it cannot be put into a frame", async () => {
      const { port } = server.address() as AddressInfo;
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.goto(`http://127.0.0.1:${port}`);
      const answered = page.waitForResponse((response) => response.url().startsWith(viewer.origin));
      await page.evaluate((address) => {
        const frame = document.createElement("iframe");
        frame.src = address;
        document.body.append(frame);
      }, viewer.address);
      expect((await answered).status()).toBe(403);
      await context.close();
    });
  });

  test("a hundred thousand events scroll to the end, drawn a few at a time", async () => {
    const ledger = new AskedLedger();
    ledger.fill(100_000);
    const other = await RunningViewer.start({ home: ledger.folder, cwd: ledger.folder });
    try {
      const { page, faults, close } = await openWatched(browser, other.address);
      await page.locator(".modes", { hasText: "100,000 found" }).waitFor();
      await page.evaluate(() => document.querySelector("#events")?.scrollTo(0, 1e9));
      await page.locator('.row[aria-posinset="100000"] .time').waitFor();
      expect(await page.locator(".row").count()).toBeLessThan(120);
      expect(faults).toEqual([]);
      await close();
    } finally {
      await other.stop();
    }
  });

  test("what is written to the ledger is on the page a moment later, also into one that was not there", async () => {
    const ledger = new AskedLedger();
    const other = await RunningViewer.start({ home: ledger.folder, cwd: ledger.folder });
    try {
      const { page, faults, close } = await openWatched(browser, other.address);
      await page.getByText("Nothing is recorded yet.").waitFor();
      ledger.add({ id: "first", tool: "Write" });
      await page.locator(".row", { hasText: "Write" }).waitFor();
      await page.fill("#search", "outcome:block");
      await page.locator(".modes", { hasText: "no event fits" }).waitFor();
      ledger.add({ id: "second", tool: "Bash", outcome: "block" });
      await page.locator(".row", { hasText: "Bash" }).waitFor();
      await page.locator(".row").first().click();
      await page.locator(".event-page h1").waitFor();
      // An event that is looked at changes too.
      await page.fill("#search", "");
      ledger.add({ id: "third", outcome: null, tool: "Edit" });
      await page.locator(".row", { hasText: "unfinished" }).click();
      await page.getByText("It has no end on record").waitFor();
      ledger.lines.add(Date.now(), recordsOf({ id: "third", tool: "Edit", outcome: "ask" }).slice(1));
      await page.locator(".event-page .outcome.ask").waitFor();
      await page.locator(".row .outcome.ask").waitFor();
      expect(faults).toEqual([]);
      await close();
    } finally {
      await other.stop();
    }
  });

  test("a question of an agent that waits is answered in the page, with words for the model", async () => {
    const agent = new AskingAgent(home, join(root, "elsewhere"));
    try {
      const { page, faults, close } = await openWatched(browser, viewer.address);
      await page.locator(".badge").waitFor();
      await page.getByRole("link", { name: "questions" }).click();
      const question = page.locator(".question");
      expect(await question.locator(".diff").innerText()).toContain('command: "echo $((40 + 2))"');
      expect(await seriousFindings(page)).toEqual([]);
      await question.getByRole("textbox").fill("use node");
      await question.getByRole("button", { name: "Deny" }).click();
      expect(await agent.ended).toEqual({
        status: 0,
        stdout: "I will look.\nWith node, then.\n",
        stderr: "Bash waits for an answer: snaphook view\nBash: denied: echo $((40 + 2))\n",
      });
      await page.getByText("Denied: Bash").waitFor();
      await page.getByText("No agent waits for an answer.").waitFor();
      expect(faults).toEqual([]);
      await close();
    } finally {
      agent.kill();
    }
  });

  test("somebody else's ledger is only read, and says so", async () => {
    const ledger = new AskedLedger();
    ledger.fill(3000);
    const own = temporaryFolder();
    const other = await RunningViewer.start({ home: own, cwd: own, args: ["--ledger", ledger.file] });
    try {
      const { page, faults, close } = await openWatched(browser, other.address);
      await page.locator(".modes", { hasText: "3,000 found" }).waitFor();
      expect(await page.locator(".read-only").innerText()).toBe("read-only");
      expect(faults).toEqual([]);
      await close();
    } finally {
      await other.stop();
    }
    expect([readdirSync(ledger.folder), readdirSync(own)]).toEqual([["ledger.jsonl"], []]);
  });

  test("the page says when the command has ended, and keeps what it shows", async () => {
    const ledger = new AskedLedger();
    ledger.fourEvents();
    const other = await RunningViewer.start({ home: ledger.folder, cwd: ledger.folder });
    const { page, close } = await openWatched(browser, other.address);
    await page.locator(".row .time").first().waitFor();
    expect(await other.stop("SIGKILL")).toBe(null);
    await page.getByText("snaphook view has ended").waitFor();
    expect(await rowsOf(page)).not.toEqual([]);
    await close();
  });

  test("the ledger is never written to", () => {
    const lines = readFileSync(join(home, "ledger.jsonl"), "utf8").trim().split("\n");
    // Those of the agent that asked something are its own.
    const events = lines.map((line) => JSON.parse(line) as { type: string; payload?: { prompt?: string } });
    expect(events.filter(({ type }) => type === "event").slice(0, 60)).toHaveLength(60);
  });
});
