import {
  chmodSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
} from "node:fs";
import { join } from "node:path";
import type { Fired } from "snaphook/engine";
import { afterEach, beforeEach, expect, test } from "vitest";
import { allow, HostileWorkspace, toolCall, write } from "./hostile-workspace.js";

// A script that is exchanged after the look and put back before the next look has run all the same.

let workspace: HostileWorkspace;
beforeEach(() => {
  workspace = new HostileWorkspace();
});
afterEach(() => workspace.close());

/** Puts the other script in the place of the approved one; what it gives back undoes that. */
type Exchange = (hooks: string) => () => void;

const exchanges: Readonly<Record<string, Exchange>> = {
  "written over, with its times set back"(hooks) {
    const file = join(hooks, "guard.sh");
    const [text, { atime, mtime }] = [readFileSync(file), statSync(file)];
    write(file, readFileSync(join(hooks, "other/guard.sh")));
    return () => {
      write(file, text);
      utimesSync(file, atime, mtime);
    };
  },
  "moved aside and back"(hooks) {
    const file = join(hooks, "guard.sh");
    renameSync(file, `${file}.aside`);
    renameSync(join(hooks, "other/guard.sh"), file);
    return () => renameSync(`${file}.aside`, file);
  },
  "replaced by a link and back"(hooks) {
    const file = join(hooks, "guard.sh");
    renameSync(file, `${file}.aside`);
    symlinkSync("other/guard.sh", file);
    return () => renameSync(`${file}.aside`, file);
  },
};

const linkTurned: Readonly<Record<string, Exchange>> = {
  "a link that is pointed elsewhere and back": (hooks) =>
    turn(join(hooks, "linked.sh"), "other/guard.sh", "guard.sh"),
};

const overlooked: Readonly<Record<string, Exchange>> = {
  "a folder that is moved aside and back"(hooks) {
    renameSync(hooks, `${hooks}.aside`);
    renameSync(join(`${hooks}.aside`, "other"), hooks);
    return () => {
      renameSync(hooks, `${hooks}.gone`);
      renameSync(`${hooks}.aside`, hooks);
    };
  },
};

/** Only the last part of the path is looked at as a link: not a second link behind it, and not a folder. */
const behind: Readonly<Record<string, readonly [string, Exchange]>> = {
  "a link behind a link, that is pointed elsewhere and back,": [
    "chained.sh",
    (hooks) => turn(join(hooks, "linked.sh"), "other/guard.sh", "guard.sh"),
  ],
  "a folder that is a link, which is pointed elsewhere and back,": [
    "through/guard.sh",
    (hooks) => turn(join(hooks, "through"), "other", "."),
  ],
};

function turn(link: string, there: string, back: string): () => void {
  const point = (target: string): void => {
    rmSync(link);
    symlinkSync(target, link);
  };
  point(there);
  return () => point(back);
}

/** Runs `./hooks/NAME`, exchanges it before it starts, and puts it back before it ends. */
async function thereAndBack(name: string, exchange: Exchange): Promise<Fired> {
  const wait = (mark: string): string =>
    `while [ ! -e '${join(workspace.markFolder, mark)}' ]; do sleep 0.01; done`;
  // Not in the line itself: a file that it names and that appears meanwhile would be noticed for itself.
  const environment = { ...process.env, BEFORE: `${workspace.mark("started")}; ${wait("go")}` };
  const project = workspace.projectWith([
    { command: `eval "$BEFORE"; ./hooks/${name}`, name: "guard" },
  ]);
  const hooks = join(project, "hooks");
  for (const [file, mark] of [
    ["guard.sh", "approved"],
    ["other/guard.sh", "replaced"],
  ] as const) {
    // Equally long: a shell that has read the one finds nothing more behind it.
    const text = `#!/bin/sh\n${workspace.mark(mark)}\n${wait("end")}\necho '${allow}'\n`;
    write(join(hooks, file), text);
    chmodSync(join(hooks, file), 0o755);
  }
  // What runs where the whole folder is another one.
  write(join(hooks, "other/linked.sh"), readFileSync(join(hooks, "other/guard.sh")));
  chmodSync(join(hooks, "other/linked.sh"), 0o755);
  symlinkSync("guard.sh", join(hooks, "linked.sh"));
  symlinkSync("linked.sh", join(hooks, "chained.sh"));
  symlinkSync(".", join(hooks, "through"));

  const engine = workspace.engine(project, { environment });
  await engine.approve(engine.review());
  const fired = engine.fire(toolCall);
  await seen("started");
  const putBack = exchange(hooks);
  write(join(workspace.markFolder, "go"), "");
  await seen("replaced");
  putBack();
  write(join(workspace.markFolder, "end"), "");
  return fired;
}

async function seen(mark: string): Promise<void> {
  for (let tries = 0; tries < 10_000 && !workspace.marks().includes(mark); tries++)
    await new Promise((wake) => setTimeout(wake, 10));
  if (!workspace.marks().includes(mark)) throw new Error(`the mark ${mark} never came`);
}

function expectNoticed({ hooks, reading }: Fired): void {
  expect(hooks[0]?.run?.changed).toMatch(/^\.\/hooks\//);
  expect(reading.permission).toBe("none");
}

test.each(Object.entries(exchanges))(
  "a script that is %s within one run is noticed, and its allow does not count",
  async (_name, exchange) => {
    expectNoticed(await thereAndBack("guard.sh", exchange));
  },
);

test.each(Object.entries(linkTurned))(
  "%s within one run is noticed, and its allow does not count",
  async (_name, exchange) => {
    expectNoticed(await thereAndBack("linked.sh", exchange));
  },
);

// A stated limit: the file itself is untouched, and that its folder was elsewhere for a while cannot be distinguished from a
// hook that writes next to its script.
test.fails.each(Object.entries(overlooked))(
  "%s within one run is noticed, and its allow does not count",
  async (_name, exchange) => {
    expectNoticed(await thereAndBack("linked.sh", exchange));
  },
);

// Found here, and open.
test.each(Object.entries(behind))(
  "%s within one run is noticed, and its allow does not count",
  async (_name, [name, exchange]) => {
    expectNoticed(await thereAndBack(name, exchange));
  },
);

test("a script that nobody touches is approved to the end, and its allow counts", async () => {
  const { hooks, reading } = await thereAndBack("guard.sh", (folder) => {
    // The other one is started from the folder next to it, so that the course of events is the same.
    write(join(workspace.markFolder, "replaced"), "");
    return () => folder;
  });
  expect(hooks[0]?.run?.changed).toBeUndefined();
  expect(reading.permission).toBe("allow");
  expect(workspace.marks()).toContain("approved");
});

// What the exec form does not run as a copy, because no word is its name, is looked at again.
test.each<[file: string, args: readonly string[]]>([
  ["guard.js", ["guard"]],
  ["pre.js", ["-r", "./pre", "x.js"]],
  ["hooks/index.js", ["./hooks"]],
  ["node_modules/pre/index.js", ["-r", "pre", "x.js"]],
  ["pre.mjs", ["--import=./pre.mjs", "x.js"]],
  ["pre.js", ["--env-file=.env", "x.js"]],
])(
  "%s as found by node %j is not exchanged between the look and the start unnoticed",
  async (file, args) => {
    const beside = workspace.folder("beside");
    const [started, go] = ["started", "go"].map((mark) => join(workspace.markFolder, mark));
    const wait = `: > '${started}'; while [ ! -e '${go}' ]; do sleep 0.01; done`;
    write(join(beside, "node"), `#!/bin/sh\n${wait}\nexec '${process.execPath}' "$@"\n`);
    chmodSync(join(beside, "node"), 0o755);
    const project = workspace.projectWith([{ command: "node", args, name: "guard" }]);
    const script = (mark: string): string =>
      `process.getBuiltinModule("fs").writeFileSync("${join(workspace.markFolder, mark)}", ""); console.log('${allow}');`;
    write(join(project, "x.js"), "");
    write(join(project, ".env"), "NODE_OPTIONS=--require=./pre.js\n");
    const place = join(project, file);
    write(place, script("good"));
    const environment = { ...workspace.variables(), PATH: `${beside}:/usr/bin:/bin` };
    const engine = workspace.engine(project, { environment });
    await engine.approve(engine.review());
    const fired = engine.fire(toolCall);
    await seen("started");
    renameSync(place, `${place}.aside`);
    write(place, script("replaced"));
    write(go ?? "", "");
    await seen("replaced");
    renameSync(`${place}.aside`, place);
    const { hooks, reading } = await fired;
    expect([hooks[0]?.run?.changed, reading.permission]).toEqual([`./${file}`, "none"]);
  },
);
