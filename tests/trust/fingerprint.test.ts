import { linkSync, mkdirSync, renameSync, rmSync, symlinkSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { TrustWorkspace } from "./trust-workspace.js";

let workspace: TrustWorkspace;
beforeEach(() => {
  workspace = new TrustWorkspace();
});

/** A hook that says something about everything, in both forms. */
const shell = {
  name: "guard",
  command: "./guard.sh --strict",
  shell: "/bin/sh",
  timeout: 10,
  onFailure: "block",
  env: { LEVEL: "1", MODE: "on" },
  cwd: ".",
  merge: false,
  sequential: false,
  disabled: false,
};
const { command: _, shell: __, ...rest } = shell;
const exec = { ...rest, command: "sh", args: ["guard.sh", "--strict"] };
const json = {
  name: "fixed",
  type: "json",
  json: { continue: true, deep: { list: [1, 2] } },
  exitcode: 0,
};

/** Every way to change one leaf of an entry alone: another value, gone, and each key added. */
function mutations(entry: object): [what: string, changed: object][] {
  const found: [string, object][] = [];
  const walk = (
    value: unknown,
    path: readonly string[],
    rebuild: (value: unknown) => object,
  ): void => {
    const name = path.join(".");
    if (typeof value === "string")
      found.push(
        [name, rebuild(`${value}x`)],
        [
          `${name} case`,
          rebuild(value.toUpperCase() === value ? value.toLowerCase() : value.toUpperCase()),
        ],
      );
    else if (typeof value === "number") found.push([name, rebuild(value + 1)]);
    else if (typeof value === "boolean") found.push([name, rebuild(!value)]);
    else if (Array.isArray(value)) {
      found.push([`${name} longer`, rebuild([...(value as unknown[]), "more"])]);
      found.push([`${name} turned round`, rebuild((value as unknown[]).toReversed())]);
      value.forEach((item, index) =>
        walk(item, [...path, String(index)], (other) => rebuild(value.with(index, other))),
      );
    } else if (typeof value === "object" && value !== null) {
      if (path.length > 0) found.push([`${name} wider`, rebuild({ ...value, more: "more" })]);
      for (const [key, item] of Object.entries(value)) {
        const { [key]: ___, ...without } = value as Record<string, unknown>;
        if (path.length > 0) found.push([`${name}.${key} gone`, rebuild(without)]);
        walk(item, [...path, key], (other) => rebuild({ ...value, [key]: other }));
      }
    }
  };
  walk(entry, [], (value) => value as object);
  return found;
}

/** Words that settings do not take in any other spelling: such an entry is refused before anyone asks about trust. */
const words = new Set(["onFailure", "onFailure case", "type", "type case"]);

const mutationsOf = (entry: object): [string, object][] =>
  mutations(entry).filter(
    ([what, changed]) => !words.has(what) && JSON.stringify(changed) !== JSON.stringify(entry),
  );

describe.each([
  ["shell form", shell],
  ["exec form", exec],
  ["json", json],
])("each field of an entry changed alone asks again: %s", (_name, entry) => {
  test.each(mutationsOf(entry))("%s", async (_what, changed) => {
    workspace.write("guard.sh", "#!/bin/sh\n");
    workspace.settings(entry);
    await workspace.approveAll();
    expect(workspace.states()).toEqual(["approved"]);
    workspace.settings(changed);
    expect(workspace.states()).toEqual(["changed"]);
    workspace.settings(entry);
    expect(workspace.states()).toEqual(["approved"]);
  });

  test.each([
    ["another event", (hooks: object[]) => ({ Stop: [{ matcher: "Bash", hooks }] })],
    ["another matcher", (hooks: object[]) => ({ PreToolUse: [{ matcher: "Bash|Write", hooks }] })],
    ["no matcher", (hooks: object[]) => ({ PreToolUse: [{ hooks }] })],
    [
      "a condition",
      (hooks: object[]) => ({ PreToolUse: [{ matcher: "Bash", if: { command: "*" }, hooks }] }),
    ],
  ])("%s", async (_what, around) => {
    workspace.write("guard.sh", "#!/bin/sh\n");
    workspace.settings(entry);
    await workspace.approveAll();
    workspace.write(".snaphook/settings.json", JSON.stringify({ hooks: around([entry]) }));
    expect(workspace.states()).not.toContain("approved");
  });
});

test("another onFailure, or another type, asks again as well", async () => {
  workspace.write("guard.sh", "#!/bin/sh\n");
  workspace.settings(shell);
  await workspace.approveAll();
  for (const onFailure of ["ask", "continue"]) {
    workspace.settings({ ...shell, onFailure });
    expect(workspace.states()).toEqual(["changed"]);
  }
  workspace.settings({ name: "guard", type: "json", json: {} });
  expect(workspace.states()).toEqual(["changed"]);
});

test("where the entry is does not matter: comments, order of keys and lines", async () => {
  workspace.write("guard.sh", "#!/bin/sh\n");
  workspace.settings(shell);
  await workspace.approveAll();
  const turned = Object.fromEntries(Object.entries(shell).toReversed());
  const text = JSON.stringify(
    { hooks: { PreToolUse: [{ hooks: [turned], matcher: "Bash" }] } },
    null,
    4,
  );
  workspace.write(".snaphook/settings.json", `// moved\n\n${text}`);
  expect(workspace.states()).toEqual(["approved"]);
});

describe("a file that a hook names is part of it", () => {
  /** How hooks name their scripts. `ROOT` is the project, `USER` the user's home folder. */
  test.each<[string, object, string]>([
    ["a relative path", { command: "./hooks/guard.sh" }, "hooks/guard.sh"],
    ["behind an interpreter", { command: "python3 hooks/guard.sh -v" }, "hooks/guard.sh"],
    ["a bare name", { command: "sh guard" }, "guard"],
    ["in quotes", { command: `sh "hooks/my guard.sh"` }, "hooks/my guard.sh"],
    ["in single quotes", { command: "sh 'hooks/my guard.sh'" }, "hooks/my guard.sh"],
    ["with a backslash", { command: "sh hooks/my\\ guard.sh" }, "hooks/my guard.sh"],
    ["by a variable", { command: '"$CLAUDE_PROJECT_DIR"/hooks/guard.sh' }, "hooks/guard.sh"],
    [
      "by a variable in braces",
      { command: "${CLAUDE_PROJECT_DIR}/hooks/guard.sh" },
      "hooks/guard.sh",
    ],
    [
      "by a variable of its own",
      { command: "$DIR/guard.sh", env: { DIR: "./hooks" } },
      "hooks/guard.sh",
    ],
    ["behind &&", { command: "true && ./hooks/guard.sh" }, "hooks/guard.sh"],
    ["behind ; without a space", { command: "true;./hooks/guard.sh" }, "hooks/guard.sh"],
    ["in a substitution", { command: "echo $(./hooks/guard.sh)" }, "hooks/guard.sh"],
    ["in backquotes", { command: "echo `./hooks/guard.sh`" }, "hooks/guard.sh"],
    ["by an option", { command: "tool --config=conf/guard.json" }, "conf/guard.json"],
    ["read from", { command: "sh < hooks/guard.sh" }, "hooks/guard.sh"],
    ["absolute", { command: "sh ROOT/hooks/guard.sh" }, "hooks/guard.sh"],
    ["in the home folder", { command: "~/bin/guard.sh" }, "USER/bin/guard.sh"],
    ["by $HOME", { command: '"$HOME"/bin/guard.sh' }, "USER/bin/guard.sh"],
    ["along the PATH", { command: "guard-tool --fast" }, "USER/bin/guard-tool"],
    ["in another folder", { command: "./guard.sh", cwd: "hooks" }, "hooks/guard.sh"],
    ["exec form, the program", { command: "./hooks/guard.sh", args: [] }, "hooks/guard.sh"],
    ["exec form, an argument", { command: "node", args: ["hooks/guard.mjs"] }, "hooks/guard.mjs"],
    ["exec form, along the PATH", { command: "guard-tool", args: [] }, "USER/bin/guard-tool"],
    ["in a variable", { command: "true", env: { SCRIPT: "hooks/guard.sh" } }, "hooks/guard.sh"],
    ["by a pattern", { command: "for hook in hooks/*.sh; do sh $hook; done" }, "hooks/guard.sh"],
    ["by a pattern that reaches down", { command: "cat hooks/**/*.sh | sh" }, "hooks/a/b/guard.sh"],
    ["in the middle of a pattern", { command: "sh hooks/{guard,other}.sh" }, "hooks/guard.sh"],
    ["as what npm runs", { command: "npm run guard" }, "package.json"],
    ["as what make runs", { command: "make", args: ["guard"] }, "Makefile"],
    ["behind very many words", { command: `echo ${"word ".repeat(2000)}; ./guard.sh` }, "guard.sh"],
    ["as the shell", { command: "true", shell: "ROOT/hooks/shell" }, "hooks/shell"],
  ])("%s", async (_what, hook, named) => {
    const place = (text: string): string =>
      text.replaceAll("ROOT", workspace.project).replaceAll("USER", workspace.userHome);
    const file = place(named);
    workspace.write(file, "one");
    workspace.settings(JSON.parse(place(JSON.stringify(hook))) as object);
    const options = {
      variables: { CLAUDE_PROJECT_DIR: workspace.project },
      searchPath: `/usr/bin:${workspace.userHome}/bin`,
    };
    await workspace.open(options).approve(workspace.looked(options));
    expect(workspace.states(options)).toEqual(["approved"]);
    workspace.write(file, "two");
    expect(workspace.states(options)).toEqual(["changed"]);
    workspace.write(file, "one");
    expect(workspace.states(options)).toEqual(["approved"]);
    rmSync(file.startsWith("/") ? file : join(workspace.project, file));
    expect(workspace.states(options)).toEqual(["changed"]);
  });

  test("also one that is not there yet", async () => {
    workspace.settings({ command: "[ -f extra.sh ] && . ./extra.sh; true" });
    await workspace.approveAll();
    workspace.write("extra.sh", "touch pwned");
    expect(workspace.looked()).toMatchObject([
      { state: "changed", changes: [{ what: "file ./extra.sh", before: null }] },
    ]);
  });

  test("what a hook writes is not what it runs", async () => {
    workspace.settings({ command: "date >> log.txt; date 2>err.txt >'out put.txt'" });
    await workspace.approveAll();
    for (const file of ["log.txt", "err.txt", "out put.txt"]) workspace.write(file, "written");
    expect(workspace.states()).toEqual(["approved"]);
  });

  test("a link is followed, and where it leads is part of the hook", async () => {
    workspace.write("one.sh", "same");
    workspace.write("two.sh", "same");
    symlinkSync("one.sh", join(workspace.project, "guard.sh"));
    workspace.settings({ command: "./guard.sh" });
    await workspace.approveAll();
    expect(workspace.states()).toEqual(["approved"]);
    rmSync(join(workspace.project, "guard.sh"));
    symlinkSync("two.sh", join(workspace.project, "guard.sh"));
    expect(workspace.states()).toEqual(["changed"]);
  });

  test("a link out of the project to a file that changes", async () => {
    const outside = workspace.write(join(workspace.root, "elsewhere.sh"), "one");
    symlinkSync(outside, join(workspace.project, "guard.sh"));
    workspace.settings({ command: "./guard.sh" });
    await workspace.approveAll();
    workspace.write(outside, "two");
    expect(workspace.states()).toEqual(["changed"]);
  });

  test("an interpreter of the project's own, named by the first line", async () => {
    workspace.write("bin/interpreter", "one");
    workspace.write("guard.sh", "#!bin/interpreter -x\ntrue\n");
    workspace.settings({ command: "./guard.sh" });
    await workspace.approveAll();
    workspace.write("bin/interpreter", "two");
    expect(workspace.states()).toEqual(["changed"]);
  });

  test("the same size and the same times do not hide a change", async () => {
    const file = workspace.write("guard.sh", "exit 2 # strict");
    utimesSync(file, 1, 1);
    workspace.settings({ command: "./guard.sh" });
    await workspace.approveAll();
    workspace.write("guard.sh", "exit 0 # strict");
    utimesSync(file, 1, 1);
    expect(workspace.states()).toEqual(["changed"]);
  });

  test("a large program is looked at too, and a change of it is seen at once", async () => {
    const file = workspace.write("tool", "x".repeat(3_000_000));
    workspace.settings({ command: "./tool" });
    await workspace.approveAll();
    expect(workspace.states()).toEqual(["approved"]);
    workspace.write("tool", `${"x".repeat(2_999_999)}y`);
    expect(workspace.states()).toEqual(["changed"]);
    renameSync(file, `${file}.old`);
    linkSync(`${file}.old`, file);
    expect(workspace.states()).toEqual(["changed"]);
  });

  test("a star in a text names nothing", async () => {
    workspace.settings({ command: "grep -q 'rm *' && exit 2" });
    await workspace.approveAll();
    workspace.write("README.md", "new");
    workspace.write("src/index.ts", "new");
    expect(workspace.states()).toEqual(["approved"]);
  });

  test("the order of variables does not matter, also where they name files", async () => {
    workspace.write("a.sh", "a");
    workspace.write("b.sh", "b");
    workspace.settings({ command: "true", env: { ONE: "a.sh", TWO: "b.sh" } });
    await workspace.approveAll();
    workspace.settings({ command: "true", env: { TWO: "b.sh", ONE: "a.sh" } });
    expect(workspace.states()).toEqual(["approved"]);
  });

  test("a folder of that name is no file", async () => {
    // Or npm would take one of a folder above.
    workspace.write("package.json", "{}");
    workspace.settings({ command: "npm test" });
    await workspace.approveAll();
    mkdirSync(join(workspace.project, "test"));
    expect(workspace.states()).toEqual(["approved"]);
  });
});
