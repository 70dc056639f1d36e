import { expect, test } from "vitest";
import { openWatched, seriousFindings } from "./browser.js";
import type { ExamplePage } from "./example-page.js";
import { ReviewedProject } from "./reviewed-project.js";

export function testTrust(example: ExamplePage): void {
  test("a new hook is read and approved, its change is shown as a difference, and approval is taken back", async () => {
    const project = new ReviewedProject();
    const viewer = await project.view();
    try {
      const { page, faults, close } = await openWatched(example.browser, viewer.address);
      await page.getByRole("link", { name: "trust" }).click();
      const card = page.locator(".trust");
      await card.getByText("nobody has approved it").waitFor();
      expect(await card.locator(".diff").allInnerTexts()).toEqual([
        expect.stringMatching(/# first\s+exit 2/),
      ]);
      expect(await seriousFindings(page)).toEqual([]);
      await card.getByRole("button", { name: "Approve exactly this version" }).click();
      await page.getByText("Approved: guard").waitFor();
      expect(project.states()).toEqual({ guard: "approved" });

      project.write("guard.sh", "# second\nexit 2\n");
      await page.getByRole("button", { name: "look again" }).click();
      await card.getByText("it changed since it was approved").waitFor();
      expect(await card.locator(".removed").allInnerTexts()).toContainEqual(
        expect.stringContaining("# first"),
      );
      expect(await card.locator(".added").allInnerTexts()).toContainEqual(
        expect.stringContaining("# second"),
      );
      await page.emulateMedia({ colorScheme: "dark" });
      expect(await seriousFindings(page)).toEqual([]);

      // What is approved is what was read, and not what is there by then.
      project.write("guard.sh", "# third\nexit 0\n");
      await card.getByRole("button", { name: "Approve exactly this version" }).click();
      await page.getByText("Nothing was changed: it changed after it was shown").waitFor();
      await card.locator(".added", { hasText: "# third" }).waitFor();
      expect(project.states()).toEqual({ guard: "changed" });
      await card.getByRole("button", { name: "Approve exactly this version" }).click();
      await page.getByText("Approved: guard").waitFor();
      expect(project.states()).toEqual({ guard: "approved" });

      await card.getByRole("button", { name: "guard" }).click();
      await card.getByRole("button", { name: "Take approval back" }).click();
      await page.getByText("Approval taken back: guard").waitFor();
      expect(project.states()).toEqual({ guard: "new" });
      expect(faults).toEqual([]);
      await close();
    } finally {
      await viewer.stop();
    }
  });

  test("hostile text of a project is text, and what is not known must be accepted first", async () => {
    const evil = `"'><img src=x onerror=alert(1)><script>alert(1)</script>\u202e\u001b[31m`;
    const project = new ReviewedProject(
      [{ name: `a ${evil}`, command: `sh ./guard.sh; eval "$X" # ${evil}` }],
      `# ${evil}\n`,
    );
    const viewer = await project.view();
    try {
      const { page, faults, close } = await openWatched(example.browser, viewer.address, {
        viewport: { width: 360, height: 640 },
      });
      await page.getByRole("link", { name: "trust" }).click();
      const approve = page.getByRole("button", { name: "Approve exactly this version" });
      await page.getByText("Not all files that it runs are known").waitFor();
      await page.locator("summary").click();
      expect(await page.locator("#page").innerText()).toContain("<img src=x onerror=alert(1)>");
      expect(await page.locator("img, script:not([src]), iframe").count()).toBe(0);
      expect(await page.evaluate(() => document.body.textContent.includes("\u202e"))).toBe(false);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
      expect(await seriousFindings(page)).toEqual([]);
      await page.getByRole("checkbox").check();
      await approve.click();
      await page.getByText("Approved: a").waitFor();
      expect(Object.values(project.states())).toEqual(["approved"]);
      // What is approved and not there any more is listed, and can be taken back.
      project.settings([]);
      await page.getByRole("button", { name: "look again" }).click();
      await page.getByRole("button", { name: "take back" }).click();
      await page.getByText("Approval taken back: a").waitFor();
      await page.getByText("has no hooks of its own").waitFor();
      expect(faults).toEqual([]);
      await close();
    } finally {
      await viewer.stop();
    }
  });
}
