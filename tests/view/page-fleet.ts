import { hash, randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { expect } from "vitest";
import { fleetServer } from "../fleet/fleet-workspace.js";
import { harmless, ViewedFleet } from "../fleet/viewed-fleet.js";
import { testIn } from "../workspace.js";
import { openWatched, seriousFindings, brokenWords } from "./browser.js";
import type { ExamplePage } from "./example-page.js";

const evil = `"'><img src=x onerror=alert(1)><svg onload=alert(1)><script>alert(1)</script>{{7*7}}\u202e\u001b[31m`;

export function testFleetPages(example: ExamplePage): void {
  const server = fleetServer();
  const test = testIn(
    () => new ViewedFleet(server()).prepare(),
    (workspace) => workspace.end(),
  );

  test("a question of another machine comes by itself and is allowed, once, as it was shown", async ({
    workspace,
  }) => {
    const viewer = await workspace.view();
    const { page, faults, close } = await openWatched(example.browser, viewer.address);
    await page.getByRole("link", { name: "questions" }).click();
    await page.getByText("No agent waits for an answer.").waitFor();
    const agent = workspace.agent();
    const card = page.locator(".question");
    await card.waitFor();
    expect(await page.locator(".badge").innerText()).toContain("1");
    expect(await card.locator("h2").innerText()).toBe(`May Bash run on ${hostname()}?`);
    expect(await card.locator(".diff").innerText()).toContain('command: "echo $((40 + 2))"');
    const [id = ""] = await workspace.waiting();
    const sha256 = await workspace.sha256(id);
    expect(await card.innerText()).toContain(sha256);
    expect(await card.locator(".who").innerText()).toContain(workspace.project);
    expect(await seriousFindings(page)).toEqual([]);
    await card.getByRole("button", { name: "Allow once" }).click();
    await page.getByText("Allowed: Bash. Stored; it counts").waitFor();
    await page.getByText("No agent waits for an answer.").waitFor();
    expect((await agent.end).stdout).toBe("I will look.\nIt is 42.\n");
    expect((await workspace.statements()).map(({ digest }) => digest)).toEqual([sha256]);
    expect(faults).toEqual([]);
    await close();
  });

  test("a protected target is allowed only with its name, by as many as it needs; the other page sees who", async ({
    workspace,
  }) => {
    const { publicKey: anna } = await workspace.json<{ publicKey: string }>("approvals", "key");
    const needs = { twoPersons: ["Bash"], protectedNames: { Bash: "production" } };
    workspace.settings({ answerers: { anna }, ...needs });
    const [viewer, other] = [await workspace.view(), await workspace.view()];
    const agent = workspace.agent();
    const [one, two] = await Promise.all(
      [viewer, other].map((each) =>
        openWatched(example.browser, each.address, { colorScheme: "dark" }),
      ),
    );
    if (one === undefined || two === undefined) throw new Error("two pages are open");
    for (const { page } of [one, two]) await page.getByRole("link", { name: "questions" }).click();
    const card = one.page.locator(".question");
    await card.getByText("2 persons; allowed by: nobody yet").waitFor();
    const allow = card.getByRole("button", { name: "Allow once" });
    await card.locator(".button.deny:enabled").waitFor();
    expect(await allow.isDisabled()).toBe(true);
    await card.getByLabel("Type production to allow it:").fill("production");
    expect(await seriousFindings(one.page)).toEqual([]);
    await allow.click();
    await one.page.getByText("Stored; one more person must allow it.").waitFor();
    await two.page.getByText("2 persons; allowed by: anna").waitFor();
    const again = two.page.locator(".question");
    await again.getByLabel("Type production to allow it:").fill("production");
    await again.getByRole("button", { name: "Allow once" }).click();
    // The same person twice is not two; a no counts until the second has allowed it.
    await two.page.getByText("Not counted: You have allowed it already").waitFor();
    await again.getByLabel("Words for the model").fill("use node");
    await again.getByRole("button", { name: "Deny" }).click();
    await two.page.getByText("Denied: Bash. Stored;").waitFor();
    await one.page.getByText(`Denied by anna: Bash on ${hostname()}`).waitFor();
    expect((await agent.end).stdout).toBe("I will look.\nWith node, then.\n");
    for (const { faults, close } of [one, two]) {
      expect(faults).toEqual([]);
      await close();
    }
  });

  test("a question that moves to another place cannot be answered for a moment", async ({
    workspace,
  }) => {
    const ids = [await workspace.askAs(harmless), await workspace.askAs(harmless)];
    const viewer = await workspace.view();
    const { page, faults, close } = await openWatched(example.browser, viewer.address);
    await page.getByRole("link", { name: "questions" }).click();
    await page.locator(".question").nth(1).locator(".button.allow:enabled").waitFor();
    // Notes each time the button is turned off or on.
    await page.evaluate(() => {
      const button = document.querySelectorAll(".question")[1]?.querySelector(".button.allow");
      const seen: boolean[] = [];
      Object.assign(globalThis, { seen });
      if (button instanceof HTMLButtonElement)
        new MutationObserver(() => seen.push(button.disabled)).observe(button, {
          attributeFilter: ["disabled"],
        });
    });
    await workspace.answer("deny", ids[0] ?? "");
    await page.locator(".said", { hasText: "Denied by anna" }).waitFor();
    await page.waitForFunction(
      () => (globalThis as unknown as { seen: boolean[] }).seen.length > 1,
    );
    expect(await page.evaluate(() => (globalThis as unknown as { seen: boolean[] }).seen)).toEqual([
      true,
      false,
    ]);
    expect(faults).toEqual([]);
    await close();
  });

  test("text of questions, machines and faults is never more than text, in whatever field it is", async ({
    workspace,
  }) => {
    const input = JSON.stringify({ command: evil, [evil]: evil });
    const question = {
      ...harmless,
      tool: evil,
      input,
      inputSha256: hash("sha256", input, "hex"),
      reasons: [{ from: evil, text: evil }],
      host: evil,
      machine: evil,
      session: evil,
      project: evil,
      persons: 2,
      protectedName: evil,
    };
    const id = await workspace.askAs(question);
    await workspace.askAs({ ...question, tool: 5, why: evil });
    await workspace.query(
      (sql) => sql`
        insert into snaphook_fleet.machines (id, name, version, enforced, highest, fault, missing)
        values (${randomUUID()}, ${evil}, ${evil.slice(0, 60)}, 4, 5, ${evil}, ${JSON.stringify([evil])}::text::jsonb)`,
    );
    const viewer = await workspace.view();
    const { page, faults, close } = await openWatched(example.browser, viewer.address);
    await page.getByRole("link", { name: "questions" }).click();
    const card = page.locator(".question").first();
    await card.waitFor();
    expect(await card.innerText()).toContain("<img src=x onerror=alert(1)>");
    await page.getByText("It cannot be answered here: it cannot be read").waitFor();
    await workspace.answer("deny", id, "--as", evil.replaceAll("\0", ""));
    await page.locator(".said", { hasText: "Denied by" }).waitFor();
    await page.getByRole("link", { name: "fleet" }).click();
    await page.locator(".machines tbody tr").waitFor();
    expect(await page.locator(".machines").innerText()).toContain("<svg onload=alert(1)>");
    expect(await page.locator("img, script:not([src]), iframe, #page svg[onload]").count()).toBe(0);
    expect(await page.evaluate(() => document.body.textContent.includes("\u202e"))).toBe(false);
    expect(faults).toEqual([]);
    await close();
  });

  test("machines are shown as fleet status has them, on a narrow screen too", async ({
    workspace,
  }) => {
    await workspace.query(
      (sql) => sql`
        insert into snaphook_fleet.machines (id, name, version, enforced, observed, highest, missing)
        values (${randomUUID()}, 'build-7', '1.2.3', 4, null, 5, '["guard"]'),
          (${randomUUID()}, 'laptop-anna', '1.2.4', 5, 6, 6, '[]')`,
    );
    const viewer = await workspace.view();
    const agent = workspace.agent();
    const { page, faults, close } = await openWatched(example.browser, viewer.address, {
      viewport: { width: 360, height: 800 },
    });
    await page.locator(".badge").waitFor();
    await page.getByRole("link", { name: "fleet" }).click();
    await page.getByText("required hooks are missing: guard").waitFor();
    await page.getByText("went back from revision 5 to 4").waitFor();
    expect(await page.locator(".trust-head").innerText()).toContain("something is wrong with 1");
    expect(await page.locator(".machines tbody tr").count()).toBe(2);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
    expect(await brokenWords(page)).toEqual([]);
    expect(await seriousFindings(page)).toEqual([]);
    expect(faults).toEqual([]);
    const [id = ""] = await workspace.waiting();
    await workspace.answer("deny", id);
    await agent.end;
    await close();
  });

  test("a database that is away is one line, the rest works, and the questions come back", async ({
    workspace,
  }) => {
    const viewer = await workspace.view();
    const agent = workspace.agent();
    const { page, close, faults } = await openWatched(example.browser, viewer.address);
    await page.getByRole("link", { name: "questions" }).click();
    await page.locator(".question").waitFor();
    await server().kill();
    await page.getByText("The fleet cannot be reached: ").waitFor();
    expect(await page.locator(".question").count()).toBe(0);
    await page.getByRole("link", { name: "events" }).click();
    await page.getByText("found").waitFor();
    await page.getByRole("link", { name: "fleet" }).click();
    await page.getByText("The fleet cannot be reached: ").waitFor();
    await server().start();
    await page.locator(".trust-head").waitFor();
    await page.getByRole("link", { name: "questions" }).click();
    await page.locator(".question").getByRole("button", { name: "Deny" }).click();
    expect((await agent.end).status).toBe(1);
    expect(faults).toEqual([]);
    await close();
  });
}
