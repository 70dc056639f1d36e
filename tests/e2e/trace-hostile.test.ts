import { beforeAll, describe, expect, test } from "vitest";
import { snaphook, type Ran } from "./snaphook.js";
import { Home } from "./trace-home.js";

const trace = (...args: string[]): Ran => snaphook(["trace", ...args]);

describe("hostile text in every field", () => {
  const hostile = `"><script>alert(1)</script><img src=x onerror=alert(2)>'\`=\u001B]0;x\u0007\u001B[2J\u202E\u0085&lt;`;
  beforeAll(() => {
    const home = new Home();
    const problem = {
      code: hostile,
      severity: "error",
      hook: hostile,
      path: hostile,
      found: hostile,
      message: hostile,
      fix: hostile,
      lost: hostile,
      meant: hostile,
    };
    const text = { kind: "feedback", text: hostile, hook: hostile };
    home.add(
      {
        id: `id-${hostile}`,
        event: hostile,
        session: hostile,
        tool: hostile,
        hook: hostile,
        cwd: `/${hostile}`,
        at: `/${hostile}:3`,
        input: { [hostile]: hostile },
        outcome: "block",
        run: { stdout: hostile, stderr: hostile, exit: 2, error: hostile },
        problems: [problem, { ...problem, code: "output-malformed", path: "stdout" }],
        verdict: { toModel: [text], toUser: [text], toLog: [text], prompt: hostile },
      },
      0,
    );
    home.add({ id: "second", outcome: "ask", hook: "=cmd()", input: { command: "+1+1" } }, 1);
  });

  /** Controls but line ends and tabs, and what turns the direction of text. */
  const acting = /[^\P{Cc}\n\t]|[\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;

  test.each<readonly string[]>([["list"], ["show", "id-"], ["stats"], ["stats", "--json"]])(
    "does not act on the terminal: %s",
    (...args) => {
      const { stdout, stderr, status } = trace(...args);
      expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
      expect(stdout).toContain("script");
      expect(stdout).not.toMatch(acting);
    },
  );

  test("is text in the report: only its own tags, no script, nothing from elsewhere", () => {
    const { stdout } = trace("export", "--format", "html", "--out", "-");
    expect(stdout).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(stdout).not.toMatch(acting);
    const body = stdout.slice(stdout.indexOf("</style>"));
    const tags = [...body.matchAll(/<\/?([^\s>]*)([^>]*)>/g)];
    const names = new Set(tags.map(([, name = ""]) => name));
    expect([...names].filter((name) => !/^[a-z]+[1-6]?$/.test(name))).toEqual([]);
    for (const name of ["script", "img", "iframe", "form", "link", "object"])
      expect(names).not.toContain(name);
    const attributes = new Set(
      tags.flatMap(([, , rest = ""]) => [...rest.matchAll(/([a-z-]+)="/g)].map(([, one]) => one)),
    );
    expect([...attributes].filter((one) => /^on|^src$|^style$/.test(one ?? ""))).toEqual([]);
    const links = [...body.matchAll(/href="([^"]*)"/g)].map(([, href = ""]) => href);
    expect(links.filter((href) => !/^#event-\d+$/.test(href))).toEqual([]);
    expect(stdout).toContain("default-src 'none'; style-src 'sha256-");
  });

  test("is no formula in a table", () => {
    const { stdout } = trace("export", "--format", "csv");
    expect(stdout).toContain(",'+1+1,ask,'=cmd(),");
    expect(stdout.replaceAll("\r\n", "")).not.toMatch(acting);
  });
});
