import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AskedLedger } from "../trace/asked-ledger.js";
import { openWatched } from "./browser.js";
import { rowsOf, type ExamplePage } from "./example-page.js";
import { RunningViewer } from "./viewer.js";

export function testHostilePages(example: ExamplePage): void {
  test("without the token there is a page and nothing in it", async () => {
    const { page, close } = await openWatched(example.browser, `${example.viewer.origin}/`);
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
      problems: [
        {
          code: evil,
          severity: evil,
          hook: evil,
          path: evil,
          found: evil,
          offset: 13,
          lost: evil,
          suggestion: evil,
        },
      ],
      verdict: {
        toUser: [{ hook: evil, kind: evil, text: evil }],
        toModel: [{ hook: evil, kind: evil, text: `javascript:alert(1) ${evil}` }],
        ruling: { decision: evil, why: evil },
      },
    });
    const other = await RunningViewer.start({ home: ledger.folder, cwd: ledger.folder });
    try {
      const { page, faults, close } = await openWatched(example.browser, other.address);
      await page.locator(".row .time").waitFor();
      await page.locator(".row").first().click();
      await page.locator(".event-page .section").first().waitFor();
      expect(await page.locator(".event-page").innerText()).toContain(
        "<img src=x onerror=alert(1)>",
      );
      await page.getByRole("button", { name: "by session" }).click();
      await page.locator(".lane .link").click();
      for (const view of ["hooks", "problems"]) {
        await page.getByRole("link", { name: view, exact: true }).click();
        await page.locator(".numbers").waitFor();
        if (view === "hooks") await page.locator(".numbers .link").first().click();
      }
      await page.fill("#search", "hook:");
      await page.locator("#completions li").first().waitFor();
      expect(
        await page.locator("img, script:not([src]), iframe, object, #page svg[onload]").count(),
      ).toBe(0);
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
        const context = await example.browser.newContext();
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
                  async (response) =>
                    results.push(response.type === "opaque" ? "opaque" : await response.text()),
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
          [example.viewer.origin, example.viewer.token],
        );
        // What is opaque cannot be read, and was a refusal.
        expect(tried.filter((one) => one !== "opaque" && one !== "refused")).toEqual([]);
        await context.close();
      }
    });

    test("a name that leads to loopback, as with DNS rebinding, is refused", async () => {
      const context = await example.browser.newContext();
      const page = await context.newPage();
      const response = await page.goto(`http://rebind.test:${example.viewer.port}/`);
      expect(response?.status()).toBe(403);
      await context.close();
    });

    test("it cannot be put into a frame", async () => {
      const { port } = server.address() as AddressInfo;
      const context = await example.browser.newContext();
      const page = await context.newPage();
      await page.goto(`http://127.0.0.1:${port}`);
      const answered = page.waitForResponse((response) =>
        response.url().startsWith(example.viewer.origin),
      );
      await page.evaluate((address) => {
        const frame = document.createElement("iframe");
        frame.src = address;
        document.body.append(frame);
      }, example.viewer.address);
      expect((await answered).status()).toBe(403);
      await context.close();
    });
  });
}
