import { describe, expect, test } from "vitest";
import { judge } from "./judge.js";
import { readRules } from "./read-rules.js";
import type { RuleText } from "./rule.js";
import type { CallWorld } from "./world.js";

const world: CallWorld = {
  projectDir: "/p",
  home: "/h",
  cwd: "/p",
  canonical: (path) => path,
  exists: () => true,
  protectedPaths: () => [],
};

function text(
  list: RuleText["list"],
  written: string,
  layer: RuleText["layer"] = "user",
): RuleText {
  return { layer, list, text: written, file: "/h/s.json", line: 3 };
}

const decide = (texts: readonly RuleText[], tool: string, input: unknown = {}): string =>
  judge({ tool, input }, readRules(texts).rules, world).decision;

describe("which tools a rule is about", () => {
  test.each<[rule: string, about: readonly string[], notAbout: readonly string[]]>([
    ["Bash", ["Bash"], ["bash", "BashOutput", "Read"]],
    ["  Bash  ", ["Bash"], ["Read"]],
    ["Bash|Edit", ["Bash", "Edit"], ["Bash|Edit", "Read"]],
    ["mcp__*", ["mcp__a__b"], ["Bash"]],
    ["*", ["Bash", "anything"], []],
    ["/^mcp__(a|b)__/", ["mcp__a__x", "mcp__b__x"], ["mcp__c__x"]],
    ["/a/(b)/", ["xa/by"], ["a"]],
    ["a/b", ["a/b"], ["a"]],
    [" Bash ", ["Bash"], [" Bash "]],
    [" b*h ", ["bash"], [" bash "]],
  ])("%j", (rule, about, notAbout) => {
    expect(readRules([text("deny", rule)]).problems).toEqual([]);
    for (const tool of about)
      expect([tool, decide([text("deny", rule)], tool)]).toEqual([tool, "deny"]);
    for (const tool of notAbout)
      expect([tool, decide([text("deny", rule)], tool)]).toEqual([tool, "none"]);
  });
});

describe("what is in parentheses", () => {
  test.each<[rule: string, argument: unknown]>([
    ["Bash", { type: "none" }],
    ["Bash(git push *)", { type: "main", text: "git push *" }],
    ["Bash ( git push * )", { type: "main", text: "git push *" }],
    ["Bash(echo (a) b)", { type: "main", text: "echo (a) b" }],
    ["Bash(a[ {b)", { type: "main", text: "a[ {b" }],
    ["/Ba(sh)/(rm *)", { type: "main", text: "rm *" }],
    ["/[/(]b/(rm *)", { type: "main", text: "rm *" }],
    ["/Bash/(rm /x/)", { type: "main", text: "rm /x/" }],
    [
      "WebFetch(url=https://a.b/*)",
      {
        type: "fields",
        text: "url=https://a.b/*",
        fields: [{ field: "url", text: "https://a.b/*" }],
      },
    ],
    [
      "T(a.b=1, c-d=x, y,  e=)",
      {
        type: "fields",
        text: "a.b=1, c-d=x, y,  e=",
        fields: [
          { field: "a.b", text: "1" },
          { field: "c-d", text: "x, y" },
          { field: "e", text: "" },
        ],
      },
    ],
    [
      "T(a= x , b=y )",
      {
        type: "fields",
        text: "a= x , b=y",
        fields: [
          { field: "a", text: "x" },
          { field: "b", text: "y" },
        ],
      },
    ],
    [" Bash(rm *) ", { type: "main", text: "rm *" }],
    [" /Bash/(rm *)\n", { type: "main", text: "rm *" }],
    ["Bash(export A=*)", { type: "main", text: "export A=*" }],
    ["T(=x)", { type: "main", text: "=x" }],
    ["T(1a=x)", { type: "main", text: "1a=x" }],
  ])("%j", (rule, argument) => {
    const { rules, problems } = readRules([text("allow", rule)]);
    expect(problems).toEqual([]);
    expect(rules.map((one) => one.argument)).toEqual([argument]);
  });
});

describe("a rule that cannot be read is a problem; a restriction then asks, a permission is gone", () => {
  test.each<[rule: string, why: string, asks: readonly string[], silent: readonly string[]]>([
    ["", "it names no tool", ["Bash", "Read"], []],
    ["  ", "it names no tool", ["Bash", "Read"], []],
    [" | ", "it names no tool", ["Bash", "Read"], []],
    ["(rm *)", "it names no tool", ["Bash", "Read"], []],
    ["Bash)", "its / or ) has no counterpart", ["Bash", "Read"], []],
    ["/Bash", "its / or ) has no counterpart", ["Bash", "Read"], []],
    ["/Bash(rm *)", "its / or ) has no counterpart", ["Bash", "Read"], []],
    ["x".repeat(1001), "it is longer than 1000 characters", ["Bash", "Read"], []],
    ["Ba[sh", "a [ without its ]", ["Bash", "Read"], []],
    ["Bash()", "there is nothing in its parentheses", ["Bash"], ["Read"]],
    ["Bash( )", "there is nothing in its parentheses", ["Bash"], ["Read"]],
    ["Bash(rm *", "its ( does not end with the last )", ["Bash"], ["Read"]],
    ["Bash(rm *) x", "its ( does not end with the last )", ["Bash"], ["Read"]],
    ["Bash(a) | Read(b)", "its ( does not end with the last )", ["Bash"], ["Read"]],
    [`Bash(${"x".repeat(1001)})`, "it is longer than 1000 characters", ["Bash"], ["Read"]],
    ["Bash(a\u0000b)", "it contains a control character", ["Bash"], ["Read"]],
    ["Read(a[b)", "a [ without its ]", ["Read"], ["Bash"]],
    ["Read(path={a)", "a { without its }", ["Read"], ["Bash"]],
    ["Bash|Read(a[b)", "a [ without its ]", ["Read", "Bash"], ["Write"]],
    ["*(a[b)", "a [ without its ]", ["Read", "Bash"], []],
  ])("%j: %s", (rule, why, asks, silent) => {
    for (const list of ["ask", "deny"] as const) {
      const source = text(list, rule);
      expect(readRules([source]).problems).toEqual([
        { source, why: `it cannot be read (${why}): it asks about every call it may mean` },
      ]);
      for (const tool of asks) expect([tool, decide([source], tool)]).toEqual([tool, "ask"]);
      for (const tool of silent) expect([tool, decide([source], tool)]).toEqual([tool, "none"]);
    }
    const source = text("allow", rule);
    expect(readRules([source])).toEqual({
      rules: [],
      problems: [{ source, why: `it cannot be read (${why}): it is ignored` }],
    });
  });

  test("an expression that is not one asks about everything", () => {
    expect(decide([text("deny", "/(Bash/")], "Read")).toBe("ask");
    expect(decide([text("deny", "/(?=x)/(rm *)")], "Read")).toBe("ask");
  });

  test("1000 characters can be read", () => {
    expect(readRules([text("deny", `Bash(${"x".repeat(1000)})`)]).problems).toEqual([]);
  });
});

describe("layers", () => {
  const layers = ["user", "project", "local", "program", "managed"] as const;

  test.each(layers)("an allow of %s", (layer) => {
    const source = text("allow", "Bash", layer);
    const counts = layer !== "project" && layer !== "local";
    expect(decide([source], "Bash", { command: "ls" })).toBe(counts ? "allow" : "none");
    expect(readRules([source]).problems).toEqual(
      counts
        ? []
        : [{ source, why: "an allow rule of a project does not count: only you can allow" }],
    );
  });

  test("an unreadable allow of a project is one problem", () => {
    expect(readRules([text("allow", "Bash(", "project")]).problems).toHaveLength(1);
  });

  test.each(layers)("an ask or a deny of %s counts against an allow of anyone", (layer) => {
    for (const list of ["ask", "deny"] as const) {
      for (const other of layers) {
        const restriction = text(list, "Bash", layer);
        const permission = text("allow", "Bash", other);
        expect(decide([restriction, permission], "Bash", { command: "ls" })).toBe(list);
        expect(decide([permission, restriction], "Bash", { command: "ls" })).toBe(list);
      }
    }
  });

  test("deny wins over ask in any order", () => {
    const rules = [text("ask", "Bash"), text("deny", "Bash", "project")];
    expect(decide(rules, "Bash")).toBe("deny");
    expect(decide(rules.toReversed(), "Bash")).toBe("deny");
  });
});

describe("what is said", () => {
  const said = (texts: readonly RuleText[], command: string): unknown => {
    const { rules } = readRules(texts);
    const { considered, rule, ...ruling } = judge(
      { tool: "Bash", input: { command } },
      rules,
      world,
    );
    return {
      ...ruling,
      rule: rule?.source.text ?? null,
      considered: considered.map((one) => [one.rule.source.text, one.applies, one.why]),
    };
  };

  test("a denied part names the rule, its place and the part", () => {
    expect(
      said([text("allow", "Bash(ls *)"), text("deny", "Bash(rm *)")], "ls; rm -rf 'a b'"),
    ).toEqual({
      decision: "deny",
      why: 'denied by the deny rule Bash(rm *) (user, /h/s.json:3): it matches "rm -rf a b"',
      bySelfProtection: false,
      rule: "Bash(rm *)",
      considered: [
        ["Bash(ls *)", false, 'no allow rule covers "rm -rf a b"'],
        ["Bash(rm *)", true, 'it matches "rm -rf a b"'],
      ],
    });
  });

  test("what cannot be excluded is said so", () => {
    expect(said([text("deny", "Bash(rm *)")], "$x y")).toEqual({
      decision: "ask",
      why: 'asked by the deny rule Bash(rm *) (user, /h/s.json:3): it cannot be excluded: it may fit "… y"',
      bySelfProtection: false,
      rule: "Bash(rm *)",
      considered: [["Bash(rm *)", true, 'it cannot be excluded: it may fit "… y"']],
    });
    expect(said([{ ...text("ask", "Bash(rm *)", "managed"), line: null }], "ls 'x")).toEqual({
      decision: "ask",
      why: "asked by the ask rule Bash(rm *) (managed, /h/s.json): the command cannot be read in full: a ' without its end",
      bySelfProtection: false,
      rule: "Bash(rm *)",
      considered: [["Bash(rm *)", true, "the command cannot be read in full: a ' without its end"]],
    });
  });

  test("an allowed command names one of the rules that cover it", () => {
    const rules = [
      text("allow", "Bash(ls *)"),
      text("allow", "Bash(cat *)"),
      text("allow", "Bash(rm *)"),
      text("allow", "Read"),
      text("deny", "Read"),
    ];
    expect(
      said(
        rules.map((rule) => ({ ...rule, file: null })),
        "ls | cat",
      ),
    ).toEqual({
      decision: "allow",
      why: "allowed by the allow rule Bash(ls *) (user): every part of the command is covered",
      bySelfProtection: false,
      rule: "Bash(ls *)",
      considered: [
        ["Bash(ls *)", true, "every part of the command is covered"],
        ["Bash(cat *)", true, "every part of the command is covered"],
        ["Bash(rm *)", false, "other rules cover the command"],
        ["Read", false, "it is not about Bash"],
        ["Read", false, "it is not about Bash"],
      ],
    });
  });

  test("no rule, no decision", () => {
    expect(said([text("deny", "Bash(rm *)")], "ls")).toEqual({
      decision: "none",
      why: "no rule decides this call",
      bySelfProtection: false,
      rule: null,
      considered: [["Bash(rm *)", false, "it fits no part of the command"]],
    });
  });

  test("long parts are cut", () => {
    expect(said([text("deny", "Bash(rm *)")], `rm ${"x".repeat(197)}`)).toMatchObject({
      why: `denied by the deny rule Bash(rm *) (user, /h/s.json:3): it matches "rm ${"x".repeat(197)}"`,
    });
    expect(said([text("deny", "Bash(rm *)")], `rm ${"x".repeat(300)}`)).toMatchObject({
      why: `denied by the deny rule Bash(rm *) (user, /h/s.json:3): it matches "rm ${"x".repeat(197)}…"`,
    });
  });
});
