import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hooksOf, layOut, problemsOf, read, readIn } from "./disk.js";

/** The administrator's file, of which nothing has to be approved. */
const file = "root/etc/codex/config.toml";
const json = { hooks: { Stop: [{ hooks: [{ type: "command", command: "a" }] }] } };
const stop = '[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ntype = "command"\ncommand = "a"\n';

test("hooks in TOML are read as those in JSON, with their lines", () => {
  const config = read("codex", {
    [file]: `model = "x"

[[hooks.PreToolUse]]
matcher = "Bash"

  [[hooks.PreToolUse.hooks]]
  type = "command"
  command = """
./guard.sh"""
  timeout = 5
  statusMessage = "looking"

[hooks]
Stop = [{ hooks = [
  { type = "mcp_tool", server = "s", tool = "t" }] }]
`,
  });
  const common = {
    file: config.files[2]?.path,
    layer: "system",
    onFailure: "continue",
    dialect: "codex@0.166.0",
  };
  expect({ hooks: config.hooks, problems: config.problems }).toEqual({
    hooks: [
      {
        ...common,
        id: "system/config.toml:PreToolUse:0.0",
        line: 6,
        event: "PreToolUse",
        matcher: "Bash",
        type: "command",
        command: "./guard.sh",
        timeoutSeconds: 5,
      },
      {
        ...common,
        id: "system/config.toml:Stop:0.0",
        line: 15,
        event: "Stop",
        type: "mcp_tool",
        timeoutSeconds: 600,
      },
    ],
    problems: [],
  });
});

const dropped: readonly [name: string, text: string, problem: string][] = [
  ["no TOML", "a = = 1\n", ":1 Invalid TOML document: invalid value"],
  ["a key twice", "[hooks]\nStop = []\nStop = []\n", ":3 Invalid TOML document: "],
  ["hooks that are no table", "hooks = 5\n", "hooks:1 5"],
  ["an event that is no list", "[hooks]\nStop = 1\n", "hooks.Stop:2 1"],
  ["a date for a list", "\n[hooks]\nStop = 1979-05-27\n", "hooks.Stop:3 a date"],
  [
    "an unknown type",
    `[[hooks.Stop]]\nhooks = [{ type = "http" }]\n`,
    'hooks.Stop[0].hooks[0].type:2 "http"',
  ],
  ["a fraction of a second", `${stop}timeout = 1.5\n`, "hooks.Stop[0].hooks[0].timeout:5 1.5"],
  ["a number beyond all", `${stop}timeout = inf\n`, "hooks.Stop[0].hooks[0].timeout:5 Infinity"],
];

test.each(dropped)("%s drops the hooks of the file", (_name, text, problem) => {
  const config = read("codex", { [file]: text });
  expect(problemsOf(config)).toEqual([expect.stringContaining(`host-config-dropped ${problem}`)]);
  expect(config.files[2]?.state).toBe("invalid");
  expect(config.hooks.filter(({ ignored }) => ignored === undefined)).toEqual([]);
});

const nothing: readonly [name: string, text: string][] = [
  ["nothing", ""],
  ["comments", "# [hooks]\n"],
  ["another table", "[webhooks]\nStop = 1\n"],
  ["approvals alone", '[hooks.state."a:stop:0:0"]\nenabled = true\n'],
  ["an empty table", "[hooks]\n"],
];

test.each(nothing)("%s in TOML is no hook and no problem", (_name, text) => {
  const config = read("codex", { [file]: text });
  expect({ hooks: config.hooks, problems: config.problems, state: config.files[2]?.state }).toEqual(
    {
      hooks: [],
      problems: [],
      state: "read",
    },
  );
});

test("hooks in both files of a folder run, and Codex's warning is reported", () => {
  const folder = layOut({ [file]: `\n${stop}`, "root/etc/codex/hooks.json": json });
  const config = readIn(folder, "codex");
  expect(hooksOf(config)).toEqual(["system:Stop:0.0", "system/config.toml:Stop:0.0"]);
  expect(problemsOf(config)).toEqual([
    expect.stringContaining(`host-config-doubled hooks:2 hooks here and in ${folder}/`),
  ]);
});

test("what the administrator requires is read, and so are the folders it names", () => {
  const config = read("codex", {
    "root/etc/codex/requirements.toml": `[hooks]\nmanaged_dir = "/x"\n${stop}`,
  });
  expect(hooksOf(config)).toEqual(["managed:Stop:0.0"]);
  expect(config.problems).toEqual([]);
});

const required = "root/etc/codex/requirements.toml";
const switches: readonly [
  name: string,
  files: Record<string, string>,
  running: readonly string[],
][] = [
  ["off", { [file]: `features.hooks = false\n${stop}` }, []],
  ["on", { [file]: `features.hooks = true\n${stop}` }, ["system/config.toml"]],
  [
    "off, and required to be on",
    { [file]: `features.hooks = false\n${stop}`, [required]: "features.hooks = true\n" },
    ["system/config.toml"],
  ],
  [
    "off, in a project that is not trusted",
    { [file]: stop, "project/.codex/config.toml": "features.hooks = false\n" },
    ["system/config.toml"],
  ],
  ["off, by a word", { [file]: `features.hooks = "false"\n${stop}` }, ["system/config.toml"]],
];

test.each(switches)("the feature is %s", (_name, files, running) => {
  const { hooks } = read("codex", files);
  expect(
    hooks.filter(({ ignored }) => ignored === undefined).map(({ id }) => id.split(":")[0]),
  ).toEqual(running);
  expect(hooks.length).toBe(1);
});

test("a mark of byte order is reported, bytes that are not UTF-8 break the file", () => {
  expect(problemsOf(read("codex", { [file]: `\uFEFF${stop}` }))).toEqual([
    "host-config-unread :1 a byte order mark",
  ]);
  expect(problemsOf(read("codex", { [file]: Buffer.from('a = "\u00ff"', "latin1") }))).toEqual([
    "host-config-dropped :1 bytes that are not UTF-8",
  ]);
});

test("a value that is nested deep, a text of a MiB and a file of ten are states, not crashes", () => {
  const deep = (depth: number): string => `a = ${"[".repeat(depth)}${"]".repeat(depth)}\n${stop}`;
  const states = [
    deep(500),
    deep(100_000),
    `a = "${"\\\\".repeat(400_000)}"\n${stop}`,
    "# x\n".repeat(2_500_000),
  ].map((text) => read("codex", { [file]: text }).files[2]?.state);
  expect(states).toEqual(["read", "invalid", "read", "unreadable"]);
}, 20_000);

test("a folder in place of the file is reported", () => {
  const folder = layOut({});
  mkdirSync(join(folder, file), { recursive: true });
  expect(problemsOf(readIn(folder, "codex"))).toEqual([
    "settings-unreadable :null no regular file",
  ]);
});

test("no key of TOML reaches a prototype", () => {
  const config = read("codex", {
    [file]: `[__proto__]\nfeatures = 1\n[hooks.__proto__]\nx = 1\n${stop}`,
  });
  expect(hooksOf(config)).toEqual(["system/config.toml:Stop:0.0"]);
  expect(Object.prototype).not.toHaveProperty("features");
});

test("other signs of a project's root are reported, because they are not looked for", () => {
  const folder = layOut({});
  mkdirSync(join(folder, "home/.codex"));
  writeFileSync(join(folder, "home/.codex/config.toml"), 'project_root_markers = [".hg"]\n');
  expect(problemsOf(readIn(folder, "codex"))).toEqual([
    "host-config-unread project_root_markers:1 other signs of a project's root than .git",
  ]);
});
