import fc from "fast-check";
import { expect, test } from "vitest";
import { judge, readRules, type Ruling, type CallWorld } from "./index.js";
import type { RuleText } from "./rule.js";
import { parseCommand } from "../shell/index.js";

const world: CallWorld = {
  projectDir: "/p",
  home: "/h",
  cwd: "/p",
  canonical: (path) => path.replace("/p/link", "/p/secrets"),
  exists: () => true,
  protectedPaths: () => ["/p/.snaphook"],
};

/** Looser first. */
const order: readonly Ruling["decision"][] = ["allow", "none", "ask", "deny"];
const strictness = (texts: readonly RuleText[], tool: string, input: unknown): number =>
  order.indexOf(judge({ tool, input }, readRules(texts).rules, world).decision);

// A program in a command that is made of known parts.
const program = fc.constantFrom("ls", "git log", "rm", "cat", "npm", "node");
const argument = fc.constantFrom(
  "x",
  "-rf",
  "'a b'",
  '"c;d"',
  "$v",
  "*.ts",
  "\\;",
  "a=b",
  "#x",
  "''",
  "~/y",
);
const simple = fc.tuple(program, fc.array(argument, { maxLength: 3 })).map(([name, rest]) => ({
  text: [name, ...rest].join(" "),
  programs: name.split(" ").slice(0, 1),
}));

interface Built {
  readonly text: string;
  readonly programs: readonly string[];
}

/** Ways to put a command into another one; each leaves its program where a shell runs it. */
const wrappings: readonly ((inner: string) => string)[] = [
  (inner) => `( ${inner}\n)`,
  (inner) => `{ ${inner}\n}`,
  (inner) => `! ${inner}`,
  (inner) => `echo $( ${inner}\n)`,
  (inner) => `echo "$( ${inner}\n)"`,
  (inner) => `cat <( ${inner}\n)`,
  (inner) => `echo \${v:-$( ${inner}\n)}`,
  (inner) => `if ${inner}\nthen ls; fi`,
  (inner) => `while ${inner}\ndo ls; done`,
  (inner) => `for v in 1 2; do ${inner}\ndone`,
  (inner) => `case x in x) ${inner}\n;; esac`,
  (inner) => `f() { ${inner}\n}`,
  (inner) => `v=$( ${inner}\n)`,
  (inner) => `ls; ${inner}`,
  (inner) => `ls|${inner}`,
  (inner) => `ls &&\\\n ${inner}`,
  (inner) => `ls & ${inner}`,
  (inner) => `${inner}\n# comment`,
  (inner) => `cat <<E${inner.length}\n$( ${inner}\n)\nE${inner.length}\n`,
  (inner) => `sh <<'E${inner.length}'\n${inner}\nE${inner.length}\n`,
  (inner) => `sh -c ${quoted(inner)}`,
  (inner) => `eval ${quoted(inner)}`,
  (inner) => `sudo -u root sh -c ${quoted(inner)}`,
  (inner) => `env A=1 timeout 5 bash -lc ${quoted(inner)}`,
  (inner) => `find . -exec sh -c ${quoted(inner)} \\;`,
  (inner) => `xargs -n1 sh -c ${quoted(inner)}`,
];

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

const nested = (start: fc.Arbitrary<Built>): fc.Arbitrary<Built> =>
  fc
    .tuple(start, fc.array(fc.constantFrom(...wrappings), { maxLength: 5 }))
    .map(([{ text, programs }, wraps]) => ({
      text: wraps.reduce((inner, wrap) => wrap(inner), text),
      programs,
    }));

const joined = fc
  .tuple(nested(simple), fc.constantFrom(";", "\n", " && ", " || ", "|"), nested(simple))
  .map(([one, between, other]) => ({
    text: `{ ${one.text}\n}${between}${other.text}`,
    programs: [...one.programs, ...other.programs],
  }));

const soup = fc
  .array(
    fc.constantFrom(
      ..."abc $(){}[]<>|&;'\"`\\\n\t#=*?~!:-0,".split(""),
      "$(",
      "${",
      "<<E\n",
      "\nE\n",
      "if ",
      "case x in ",
      "esac",
      "for x in ",
      "sudo ",
      "sh -c ",
      "eval ",
      "$'",
      "((",
      "&>",
      "rm ",
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(""));

const layer = fc.constantFrom<RuleText["layer"]>("user", "project", "local", "program", "managed");
const ruleText = fc.constantFrom(
  "Bash",
  "*",
  "Read",
  "Write",
  "Bash(rm *)",
  "Bash(ls *)",
  "Bash(git *)",
  "Bash(cat *)",
  "Bash(echo *)",
  "Write(src/**)",
  "Write(secrets/**)",
  "Bash(",
  "/(x/",
  "",
  "X(path=src/*)",
  "Bash(command=rm *)",
  "*(a*)",
  "Bash(*)",
);
const rule = fc.record<RuleText>({
  layer,
  list: fc.constantFrom<RuleText["list"]>("allow", "ask", "deny"),
  text: ruleText,
  file: fc.constant(null),
  line: fc.constant(null),
});
const call = fc.oneof(
  fc.tuple(
    fc.constant("Bash"),
    fc
      .oneof(
        joined.map(({ text }) => text),
        soup,
      )
      .map((command) => ({ command })),
  ),
  fc.tuple(
    fc.constantFrom("Write", "Read", "X", "Bash"),
    fc.oneof(
      fc.record({
        path: fc.constantFrom("src/a", "secrets/a", "link/a", "/p/.snaphook/a", "", "../x"),
      }),
      fc.anything(),
    ),
  ),
);

test("adding a deny or an ask never loosens", () => {
  fc.assert(
    fc.property(
      call,
      fc.array(rule, { maxLength: 5 }),
      rule,
      fc.nat(),
      ([tool, input], rules, added, at) => {
        fc.pre(added.list !== "allow");
        const place = at % (rules.length + 1);
        const more = [...rules.slice(0, place), added, ...rules.slice(place)];
        expect(strictness(more, tool, input)).toBeGreaterThanOrEqual(
          strictness(rules, tool, input),
        );
      },
    ),
  );
});

test("adding an allow of a project changes nothing", () => {
  fc.assert(
    fc.property(
      call,
      fc.array(rule, { maxLength: 5 }),
      ruleText,
      fc.boolean(),
      ([tool, input], rules, text, local) => {
        const added: RuleText = {
          layer: local ? "local" : "project",
          list: "allow",
          text,
          file: null,
          line: null,
        };
        const before = judge({ tool, input }, readRules(rules).rules, world);
        expect(judge({ tool, input }, readRules([added, ...rules]).rules, world)).toStrictEqual(
          before,
        );
      },
    ),
  );
});

test("no text makes parseCommand throw", () => {
  fc.assert(
    fc.property(fc.oneof(soup, fc.string(), fc.string({ unit: "binary" })), (text) => {
      expect(parseCommand(text).commands).toBeInstanceOf(Array);
    }),
  );
});

test("every program of a nested command is found", () => {
  fc.assert(
    fc.property(joined, ({ text, programs }) => {
      const { commands, unparsed } = parseCommand(text);
      const found = commands.map(({ words }) => words[0]?.text);
      for (const name of programs) expect(found).toContain(name);
      // Code with `$v` in it is not known in full; nothing else of these parts is in doubt.
      if (!text.includes("$v")) expect(unparsed).toBeNull();
    }),
  );
});

test("a denied command stays denied or asked in any nesting, whatever is allowed", () => {
  fc.assert(
    fc.property(
      nested(simple.map(({ text }) => ({ text: `rm ${text}`, programs: ["rm"] }))),
      ({ text }) => {
        const rules = readRules([
          { layer: "user", list: "allow", text: "*", file: null, line: null },
          { layer: "project", list: "deny", text: "Bash(rm *)", file: null, line: null },
        ]).rules;
        expect(["deny", "ask"]).toContain(
          judge({ tool: "Bash", input: { command: text } }, rules, world).decision,
        );
      },
    ),
  );
});
