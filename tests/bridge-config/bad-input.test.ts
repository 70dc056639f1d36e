import { mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import type { HostConfig } from "../../src/hosts/settings.js";
import { layOut, readIn } from "./disk.js";

interface Subject {
  readonly name: string;
  readonly host: string;
  readonly file: string;
  /** A file with one hook in it that runs. */
  readonly good: { readonly hooks: Readonly<Record<string, readonly object[]>> };
}

const claude = (event: string, matcher?: string): Subject["good"] => ({
  hooks: { [event]: [{ matcher, hooks: [{ type: "command", command: "a" }] }] },
});
const cursor = { version: 1, hooks: { stop: [{ command: "a" }] } };
const copilot = { version: 1, hooks: { agentStop: [{ type: "command", bash: "a" }] } };

const subjects: readonly Subject[] = [
  {
    name: "Claude Code",
    host: "claude-code",
    file: "project/.claude/settings.json",
    good: claude("Stop"),
  },
  { name: "Codex", host: "codex", file: "root/etc/codex/hooks.json", good: claude("Stop") },
  {
    name: "Gemini",
    host: "gemini",
    file: "project/.gemini/settings.json",
    good: claude("AfterAgent"),
  },
  {
    name: "Qwen Code",
    host: "qwen-code",
    file: "project/.qwen/settings.json",
    good: claude("Stop"),
  },
  { name: "Cursor", host: "cursor", file: "project/.cursor/hooks.json", good: cursor },
  {
    name: "Cursor with Claude's file",
    host: "cursor",
    file: "project/.claude/settings.json",
    good: claude("Stop", ""),
  },
  { name: "Copilot", host: "copilot", file: "project/.github/hooks/a.json", good: copilot },
  {
    name: "Copilot with Claude's file",
    host: "copilot",
    file: "project/.claude/settings.json",
    good: claude("Stop"),
  },
  { name: "Wave", host: "wave", file: "project/.wave/settings.json", good: claude("Stop") },
];

/** What becomes of a file: its state, how many of its hooks run, and the worst that is reported. */
function fate({ file }: Subject, config: HostConfig): string {
  const state = config.files.find(({ path }) => path.endsWith(file))?.state;
  const running = config.hooks.filter(({ ignored }) => ignored === undefined).length;
  const severities = config.problems.map(({ severity }) => severity);
  const worst = (["error", "warning"] as const).find((one) => severities.includes(one));
  return `${state}, ${running} running, ${worst ?? "nothing"}`;
}

const deep = "[".repeat(60_000) + "]".repeat(60_000);
const json = ({ good }: Subject): string => JSON.stringify(good);
const changed = (subject: Subject, more: object): string =>
  JSON.stringify({ ...subject.good, ...more });

interface Row {
  readonly name: string;
  readonly text: (subject: Subject) => string;
  readonly usual: string;
  readonly except?: Readonly<Record<string, string>>;
}

const dropped = "invalid, 0 running, error";
const fine = "read, 1 running, nothing";
const rows: readonly Row[] = [
  { name: "nothing wrong", text: json, usual: fine },
  { name: "no text", text: () => "", usual: dropped },
  { name: "space", text: () => " \n", usual: dropped },
  { name: "null", text: () => "null", usual: dropped },
  { name: "a text", text: () => '"hooks"', usual: dropped },
  {
    name: "a line comment",
    text: (subject) => `// x\n${json(subject)}`,
    usual: dropped,
    except: { Gemini: fine, "Qwen Code": fine, Cursor: fine },
  },
  {
    name: "a comment between stars",
    text: (subject) => `/* x */${json(subject)}`,
    usual: dropped,
    except: { Gemini: fine, "Qwen Code": fine },
  },
  {
    name: "a comma too many",
    text: (subject) => json(subject).replace(/}$/, ",}"),
    usual: dropped,
  },
  { name: "half of it", text: (subject) => json(subject).slice(0, -3), usual: dropped },
  { name: "something after it", text: (subject) => `${json(subject)} x`, usual: dropped },
  {
    name: "hooks that are a list",
    text: (subject) => changed(subject, { hooks: [] }),
    usual: dropped,
  },
  {
    name: "hooks that are null",
    text: (subject) => changed(subject, { hooks: null }),
    usual: dropped,
  },
  {
    name: "no hooks at all",
    text: (subject) => changed(subject, { hooks: undefined }),
    usual: "read, 0 running, nothing",
    except: { Cursor: dropped },
  },
  {
    name: "a key that nobody knows",
    text: (subject) => changed(subject, { "x y": 1 }),
    usual: fine,
    except: {
      Codex: dropped,
      Cursor: "read, 1 running, warning",
      Copilot: "read, 1 running, warning",
    },
  },
  {
    name: "an event that nobody knows",
    text: (subject) => changed(subject, { hooks: { ...subject.good.hooks, Nothing: [] } }),
    usual: "read, 1 running, error",
    except: { Cursor: dropped },
  },
  {
    name: "an event that is an object",
    text: (subject) =>
      JSON.stringify({
        ...subject.good,
        hooks: Object.fromEntries(Object.keys(subject.good.hooks).map((key) => [key, {}])),
      }),
    usual: "read, 0 running, error",
    except: { Codex: dropped, Cursor: dropped, Wave: dropped },
  },
  {
    name: "the same key twice",
    text: (subject) => json(subject).replace(/"hooks"/, '"hooks":{},"hooks"'),
    usual: "read, 1 running, warning",
    except: { Codex: dropped },
  },
  {
    name: "a list that is nested deep",
    text: (subject) => json(subject).replace(/}$/, `,"x":${deep}}`),
    usual: "unreadable, 0 running, warning",
  },
  {
    name: "ten MiB",
    text: (subject) => json(subject).padEnd(10 * 1024 * 1024),
    usual: "unreadable, 0 running, error",
  },
  {
    name: "a mark of byte order",
    text: (subject) => `\uFEFF${json(subject)}`,
    usual: "read, 1 running, warning",
    except: { Codex: dropped },
  },
];

test.each(rows)("a file with $name", ({ text, usual, except = {} }) => {
  const fates = subjects.map((subject) => {
    const folder = layOut({ [subject.file]: text(subject) });
    return `${subject.name}: ${fate(subject, readIn(folder, subject.host))}`;
  });
  expect(fates).toEqual(subjects.map(({ name }) => `${name}: ${except[name] ?? usual}`));
});

test("a folder in place of the file, and a file in place of the folder", () => {
  const fates = subjects.map((subject) => {
    const folder = layOut({});
    mkdirSync(join(folder, subject.file), { recursive: true });
    const other = layOut({ [dirname(subject.file)]: subject.good });
    const { hooks, problems } = readIn(other, subject.host);
    return [fate(subject, readIn(folder, subject.host)), hooks, problems];
  });
  expect(fates).toEqual(subjects.map(() => ["unreadable, 0 running, error", [], []]));
});

test("a link in place of the file, a broken one and one in a circle", () => {
  const fates = subjects.map((subject) => {
    const states = ["real.json", "gone.json", subject.file].map((target) => {
      const folder = layOut({ "real.json": subject.good });
      mkdirSync(dirname(join(folder, subject.file)), { recursive: true });
      symlinkSync(join(folder, target), join(folder, subject.file));
      return fate(subject, readIn(folder, subject.host));
    });
    return states.join(" | ");
  });
  expect(fates).toEqual(
    subjects.map(
      ({ host }) =>
        `${host === "cursor" ? dropped : fine} | missing, 0 running, nothing | unreadable, 0 running, error`,
    ),
  );
});
