import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { AskedLedger } from "../trace/asked-ledger.js";
import { recordsOf } from "../trace/ledger-lines.js";
import { temporaryFolder } from "../workspace.js";
import { AskingAgent } from "./asking-agent.js";
import { openWatched, seriousFindings } from "./browser.js";
import { rowsOf, type ExamplePage } from "./example-page.js";
import { RunningViewer } from "./viewer.js";

export function testLiveViews(example: ExamplePage): void {
  test("a hundred thousand events scroll to the end, drawn a few at a time", async () => {
    const ledger = new AskedLedger();
    ledger.fill(100_000);
    const other = await RunningViewer.start({ home: ledger.folder, cwd: ledger.folder });
    try {
      const { page, faults, close } = await openWatched(example.browser, other.address);
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
      const { page, faults, close } = await openWatched(example.browser, other.address);
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
      ledger.lines.add(
        Date.now(),
        recordsOf({ id: "third", tool: "Edit", outcome: "ask" }).slice(1),
      );
      await page.locator(".event-page .outcome.ask").waitFor();
      await page.locator(".row .outcome.ask").waitFor();
      expect(faults).toEqual([]);
      await close();
    } finally {
      await other.stop();
    }
  });

  test("a question of an agent that waits is answered in the page, with words for the model", async () => {
    const agent = new AskingAgent(example.home, join(example.root, "elsewhere"));
    try {
      const { page, faults, close } = await openWatched(example.browser, example.viewer.address);
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
    const other = await RunningViewer.start({
      home: own,
      cwd: own,
      args: ["--ledger", ledger.file],
    });
    try {
      const { page, faults, close } = await openWatched(example.browser, other.address);
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
    const { page, close } = await openWatched(example.browser, other.address);
    await page.locator(".row .time").first().waitFor();
    expect(await other.stop("SIGKILL")).toBe(null);
    await page.getByText("snaphook view has ended").waitFor();
    expect(await rowsOf(page)).not.toEqual([]);
    await close();
  });

  test("the ledger is never written to", () => {
    const lines = readFileSync(join(example.home, "ledger.jsonl"), "utf8").trim().split("\n");
    // Those of the agent that asked something are its own.
    const events = lines.map(
      (line) => JSON.parse(line) as { type: string; payload?: { prompt?: string } },
    );
    expect(events.filter(({ type }) => type === "event").slice(0, 60)).toHaveLength(60);
  });
}
