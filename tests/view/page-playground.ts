import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { snaphook } from "../e2e/snaphook.js";
import { temporaryFolder } from "../workspace.js";
import { seriousFindings } from "./browser.js";
import type { ExamplePage } from "./example-page.js";

/** A bound against hanging. */
const patiently = { timeout: 120_000 };

export function testPlayground(example: ExamplePage): void {
  let address = "";
  /** Of all pages: what they complained about, and what they asked for that is no file. */
  const complaints: string[] = [];

  beforeAll(() => {
    const folder = join(temporaryFolder(), "play ground");
    address = snaphook(["playground", "--out", folder]).stdout.trim();
  });

  async function open(fragment = "", look: { dark?: boolean; width?: number } = {}): Promise<Page> {
    const page = await example.browser.newPage({
      colorScheme: look.dark === true ? "dark" : "light",
      viewport: { width: look.width ?? 1280, height: 900 },
    });
    page.setDefaultTimeout(patiently.timeout);
    page.on("console", (message) => complaints.push(`${message.type()}: ${message.text()}`));
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("dialog", (dialog) => {
      complaints.push(`a dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on("request", (request) => {
      if (!request.url().startsWith("file:")) complaints.push(`a request: ${request.url()}`);
    });
    await page.goto(`${address}${fragment}`);
    await page.locator(".card").first().waitFor();
    return page;
  }

  function effects(page: Page): Promise<Record<string, string>> {
    return page
      .locator(".card")
      .evaluateAll((cards) =>
        Object.fromEntries(
          cards.map((card) => [
            card.getAttribute("data-host") ?? "",
            card.querySelector(".effect")?.textContent ?? "",
          ]),
        ),
      );
  }

  const stdout = (page: Page): Locator => page.getByLabel("stdout", { exact: true });
  const stderr = (page: Page): Locator => page.getByLabel("stderr", { exact: true });
  const card = (page: Page, host: string): Locator => page.locator(`.card[data-host="${host}"]`);

  const hosts =
    "claude-code gemini codex cursor copilot qwen-code snaphook wave gosu pact wave/exit wave/strict".split(
      " ",
    );
  const everywhere = (effect: string): Record<string, string> =>
    Object.fromEntries(hosts.map((host) => [host, effect]));

  test("as one types every host and dialect changes, and the link has what was typed", async () => {
    const page = await open();
    await stdout(page).fill("");
    await expect.poll(() => effects(page), patiently).toEqual(everywhere("no effect"));
    await stderr(page).pressSequentially("not <b>here</b>");
    await page.getByLabel("Exit code", { exact: true }).fill("2");
    await expect.poll(() => effects(page), patiently).toEqual(everywhere("blocks"));
    expect(await card(page, "claude-code").locator(".lanes .model dd").textContent()).toContain(
      "not <b>here</b>",
    );
    await page.waitForURL(/#1\.[\w-]+$/);
    await expect
      .poll(() => decoded(page.url()), patiently)
      .toEqual({
        event: "PreToolUse",
        hooks: [{ exit: 2, stderr: "not <b>here</b>" }],
      });
    const other = await open(new URL(page.url()).hash);
    expect(await effects(other)).toEqual(everywhere("blocks"));
    expect(await stderr(other).inputValue()).toBe("not <b>here</b>");
    expect(await other.getByLabel("Exit code", { exact: true }).inputValue()).toBe("2");
    await Promise.all([page.close(), other.close()]);
  });

  test("what is wrong is underlined at its place, says what and the fix, and leads there", async () => {
    const page = await open();
    await stdout(page).fill('{"decision":\n  "deny", "reason": "no"}');
    const mark = page.locator(".marked mark.error");
    await expect.poll(() => mark.allTextContents(), patiently).toEqual(['"decision":\n  "deny"']);
    const [drawn, typed] = await page
      .locator(".marked")
      .first()
      .locator("> *")
      .evaluateAll((layers) =>
        layers.map((layer) => {
          const { x, y, width, height } = layer.getBoundingClientRect();
          const style = getComputedStyle(layer);
          const text = [style.fontFamily, style.fontSize, style.fontVariantLigatures];
          const lines = [style.lineHeight, style.letterSpacing, style.tabSize, style.whiteSpace];
          return { x, y, width, height, padding: style.padding, text, lines };
        }),
      );
    expect(drawn).toEqual(typed);
    const finding = page.locator(".findings li.error", { hasText: "tried to block" });
    await finding.getByRole("button").click();
    const selected = await stdout(page).evaluate((area: HTMLTextAreaElement) =>
      area.value.slice(area.selectionStart, area.selectionEnd),
    );
    expect(selected).toBe('"decision":\n  "deny"');
    await finding.locator("summary").click();
    expect(await finding.textContent()).toMatch(/Claude Code, OpenAI Codex CLI.*Fix: ./);
    await page.close();
  });

  test("the portable form can be used, and Back brings back what was there", async () => {
    const page = await open();
    await stdout(page).fill('{"decision":"deny","reason":"no"}');
    await card(page, "claude-code").getByText("LOST").waitFor();
    await page.getByRole("button", { name: "Use it: the portable form" }).click();
    await expect.poll(() => effects(page), patiently).toEqual(everywhere("blocks"));
    expect([await stdout(page).inputValue(), await stderr(page).inputValue()]).toEqual(["", "no"]);
    await page.goBack();
    await card(page, "claude-code").getByText("LOST").waitFor();
    expect(await stdout(page).inputValue()).toBe('{"decision":"deny","reason":"no"}');
    await page.close();
  });

  test("several hooks come to one decision, and each has its fields", async () => {
    const page = await open();
    await page.getByRole("button", { name: "Add a hook" }).click();
    const second = page.getByRole("group", { name: "Hook 2" });
    await second.getByLabel("Exit code", { exact: true }).fill("2");
    await second.getByLabel("stderr").fill("no");
    await expect.poll(() => effects(page), patiently).toEqual(everywhere("blocks"));
    await page.getByRole("button", { name: "Remove hook 2" }).click();
    await card(page, "claude-code").getByText("LOST").waitFor();
    await page.close();
  });

  test("hostile text is text, wherever it is shown, and in a link", async () => {
    const hostile = `<img src=x onerror=alert(1)></textarea><script>alert(2)</script>\u202e\u001b[31m`;
    const answer = JSON.stringify({ decision: hostile, reason: hostile, [hostile]: hostile });
    const hooks = [{ stdout: answer }, { exit: 2, stderr: hostile }, { stdout: hostile }];
    for (const event of ["PreToolUse", "UserPromptSubmit", hostile]) {
      const draft = { event, tool: hostile, payload: hostile, hooks };
      const page = await open(`#1.${Buffer.from(JSON.stringify(draft)).toString("base64url")}`);
      await page.evaluate(() => {
        for (const details of document.querySelectorAll("details")) details.open = true;
      });
      const shown = (await page.locator(".results").textContent()) ?? "";
      const made = await page.evaluate(() => [
        document.querySelectorAll("img, body script, iframe, [onerror]").length,
        document.querySelectorAll("main textarea").length,
      ]);
      expect([event, made]).toEqual([event, [0, 7]]);
      expect(await page.locator("main").textContent()).toContain("<img src=x onerror=alert(1)>");
      expect(["\u202e", "\u001b"].filter((raw) => shown.includes(raw))).toEqual([]);
      await page.close();
    }
  });

  test("a link that is damaged says so, and the page works", async () => {
    const page = await open("#1.AAAA");
    expect(await page.locator(".notice").textContent()).toBe(
      "This link is damaged or of another version: not loaded.",
    );
    expect(Object.keys(await effects(page)).toSorted()).toEqual(hosts.toSorted());
    await page.close();
  });

  test("a payload that is no object says so; another event has its own, and Back brings it back", async () => {
    const page = await open();
    await page.getByText("Payload: what the hook was given").click();
    const payload = page.getByLabel("Payload as JSON");
    await payload.fill("[1]");
    await page.getByText("This is not a JSON object.").waitFor();
    expect(await page.getByRole("combobox", { name: "Tool" }).isDisabled()).toBe(true);
    await page.getByRole("combobox", { name: "Event" }).selectOption("Stop");
    await expect.poll(() => payload.inputValue(), patiently).toContain('"stop_hook_active": false');
    await page.goBack();
    await expect.poll(() => payload.inputValue(), patiently).toBe("[1]");
    await page.close();
  });

  test("copying the link says what came of it", async () => {
    const page = await open();
    await page.getByRole("button", { name: "Copy link" }).click();
    await page.getByText(/^(?:Link copied\.|The browser does not allow copying)/).waitFor();
    await page.close();
  });

  test("everything is reached by the keyboard, in the order in which it is read", async () => {
    const page = await open();
    const names: string[] = [];
    for (let step = 0; step < 10; step++) {
      await page.keyboard.press("Tab");
      names.push(
        await page.evaluate(() => {
          const at = document.activeElement;
          const label = (at as HTMLInputElement | null)?.labels?.[0];
          const words = label?.querySelector("span") ?? label ?? at;
          return at?.getAttribute("aria-label") ?? words?.textContent ?? "";
        }),
      );
    }
    expect(names.join(", ")).toBe(
      "Skip to what hosts do, Load an example, Copy link, Event, Tool, Ending, Exit code, On failure, stdout, stderr",
    );
    await page.close();
  });

  test.each([
    ["light", { dark: false }],
    ["dark", { dark: true }],
    ["narrow", { width: 360 }],
  ])(
    "%s: nothing serious is found by axe, and nothing is wider than the window",
    async (_, look) => {
      const page = await open("", look);
      await page.evaluate(() => {
        for (const details of document.querySelectorAll("details")) details.open = true;
      });
      expect(await seriousFindings(page)).toEqual([]);
      const wider = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(wider).toBe(0);
      await page.close();
    },
  );

  test("no page complained or asked for anything but its files", () => {
    expect(complaints).toEqual([]);
  });

  function decoded(url: string): unknown {
    const fragment = new URL(url).hash.replace("#1.", "");
    return JSON.parse(Buffer.from(fragment, "base64url").toString());
  }
}
