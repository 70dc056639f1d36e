import { expect, test } from "vitest";
import { brokenWords, openWatched, seriousFindings } from "./browser.js";
import { found, rowsOf, type ExamplePage } from "./example-page.js";

export function testViews(example: ExamplePage): void {
  test("every view is shown, in light and dark, without an error and without a serious finding of axe", async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      const { page, faults, close } = await openWatched(example.browser, example.viewer.address, {
        colorScheme,
      });
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
    const { page, faults, close } = await openWatched(example.browser, example.viewer.address);
    await page.fill("#search", "curl");
    await found(page, 2);
    await page.locator(".row").first().click();
    const event = page.locator(".event-page");
    await event.locator(".merge").waitFor();
    expect(await event.locator("mark").allInnerTexts()).toEqual(['1"Block"', "2continu"]);
    expect(await event.locator(".merge tbody tr").allInnerTexts()).toEqual([
      "old-guard\tdeny decided\tdeny is the strictest that was said",
    ]);
    expect(await event.locator(".lane-box h3").allInnerTexts()).toEqual([
      "user",
      "model",
      "log",
      "nobody",
    ]);
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
    const { page, faults, close } = await openWatched(example.browser, example.viewer.address);
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
    await page.waitForFunction(
      () => !document.querySelector(".modes")?.textContent?.includes("60 found"),
    );
    const count = (await rowsOf(page)).length;
    expect(count).toBeGreaterThan(2);
    expect(count).toBeLessThan(30);
    expect(faults).toEqual([]);
    await close();
  });

  test("keys search, complete, move, open and close", async () => {
    const { page, faults, close } = await openWatched(example.browser, example.viewer.address);
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
    // Who types slowly asks for an outcome that is not there yet ("outcome:b"), and the browser notes the answer.
    const unfinished =
      "Failed to load resource: the server responded with a status of 400 (Bad Request)";
    expect(faults.filter((fault) => fault !== unfinished)).toEqual([]);
    await close();
  });

  test("a search that is wrong says so and keeps what was found", async () => {
    const { page, close } = await openWatched(example.browser, example.viewer.address);
    await found(page, 60);
    await page.fill("#search", "outcome:blok");
    expect(await page.getByRole("alert").innerText()).toContain("did you mean block?");
    expect(await rowsOf(page)).not.toEqual([]);
    await close();
  });

  test("on a narrow screen nothing is wider than the screen, and an event takes all of it", async () => {
    const viewport = { width: 360, height: 640 };
    const { page, faults, close } = await openWatched(example.browser, example.viewer.address, {
      viewport,
    });
    await found(page, 60);
    const width = (): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth);
    expect(await width()).toBe(360);
    await page.locator(".row").first().click();
    await page.locator(".event-page h1").waitFor();
    expect(await page.locator(".list").isVisible()).toBe(false);
    expect(await width()).toBe(360);
    for (const view of ["hooks", "problems"]) {
      await page.getByRole("link", { name: view }).click();
      await page.locator(".numbers").waitFor();
      expect({ view, width: await width(), broken: await brokenWords(page) }).toEqual({
        view,
        width: 360,
        broken: [],
      });
    }
    expect(faults).toEqual([]);
    await close();
  });
}
