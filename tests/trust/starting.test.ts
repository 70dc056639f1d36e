import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
} from "node:fs";
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { HookAction } from "../../src/config/index.js";
import type { Trust, HookTrust } from "../../src/trust/index.js";
import { TrustWorkspace } from "./trust-workspace.js";

let workspace: TrustWorkspace;
let trust: Trust;
beforeEach(() => {
  workspace = new TrustWorkspace();
  workspace.write("guard.sh", "approved");
  trust = workspace.open();
});

test("trusted for one call, a project runs where it is and may change itself", () => {
  workspace.settings({ command: "./guard.sh", args: [] });
  const once = workspace.open({ once: true });
  const [hook] = workspace.hooks();
  if (hook === undefined) throw new Error("no hook");
  const looked = once.of(hook);
  expect(once.startOf(looked)).toEqual(hook.action);
  workspace.write("guard.sh", "changed");
  expect(once.changedSince(looked)).toBeNull();
});
afterEach(() => {
  trust.close();
});

function look(hook: object): HookTrust {
  workspace.settings(hook);
  const [one] = workspace.hooks();
  if (one === undefined) throw new Error("no hook");
  return trust.of(one);
}

/** The words of the exec form as they would be started. */
function wordsOf(action: HookAction): string[] {
  return action.type === "command" && action.form === "exec"
    ? [action.command, ...action.args]
    : [];
}

describe("what is started", () => {
  test("a program of the project is a private copy of the bytes that were looked at", () => {
    const looked = look({ command: "./guard.sh", args: ["--strict"] });
    workspace.write("guard.sh", "swapped");
    const [copy = "", ...args] = wordsOf(trust.startOf(looked));
    expect(readFileSync(copy, "utf8")).toBe("approved");
    expect(args).toEqual(["--strict"]);
    expect(copy.startsWith(join(workspace.home, "running", `${process.pid}-`))).toBe(true);
    expect(copy.endsWith("/guard.sh")).toBe(true);
    expect((statSync(copy).mode & 0o777).toString(8)).toBe("500");
    const folders = [join(workspace.home, "running"), dirname(dirname(copy)), dirname(copy)];
    expect(folders.map((folder) => (statSync(folder).mode & 0o777).toString(8))).toEqual([
      "700",
      "700",
      "700",
    ]);
  });

  test("a script behind its interpreter is one as well; options before it stay", () => {
    const words = wordsOf(trust.startOf(look({ command: "sh", args: ["-e", "guard.sh", "x"] })));
    expect([words[0], words[1], words[3]]).toEqual(["sh", "-e", "x"]);
    expect(readFileSync(words[2] ?? "", "utf8")).toBe("approved");
  });

  test("every word that names a file of the project is a copy, all in one place", () => {
    workspace.write("more/data.txt", "data");
    const looked = look({ command: "./guard.sh", args: ["more/data.txt", "nothing"] });
    workspace.write("more/data.txt", "swapped");
    const [script = "", data = "", rest] = wordsOf(trust.startOf(looked));
    expect(readFileSync(data, "utf8")).toBe("data");
    expect(data).toBe(join(dirname(script), "more/data.txt"));
    expect(rest).toBe("nothing");
  });

  test("a program without a slash is one of the PATH, whatever is in the project", () => {
    workspace.write("sh", "planted");
    expect(wordsOf(trust.startOf(look({ command: "sh", args: ["guard.sh"] })))[0]).toBe("sh");
  });

  test("a copy that somebody wrote to, or removed, is made anew", () => {
    const looked = look({ command: "./guard.sh", args: [] });
    const [first = ""] = wordsOf(trust.startOf(looked));
    chmodSync(first, 0o700);
    workspace.write(first, "evil");
    const [second = ""] = wordsOf(trust.startOf(looked));
    expect(readFileSync(second, "utf8")).toBe("approved");
    rmSync(join(workspace.home, "running"), { recursive: true });
    const [third = ""] = wordsOf(trust.startOf(looked));
    expect(readFileSync(third, "utf8")).toBe("approved");
  });

  test("a large program is copied and looked at then: what was swapped is not started", () => {
    workspace.write("tool", "x".repeat(2_000_000));
    const looked = look({ command: "./tool", args: [] });
    const [copy = ""] = wordsOf(trust.startOf(looked));
    expect(readFileSync(copy, "utf8")).toBe("x".repeat(2_000_000));
    workspace.write("tool", "y".repeat(2_000_000));
    chmodSync(copy, 0o700);
    workspace.write(copy, "z");
    expect(() => trust.startOf(looked)).toThrow(/was changed/);
  });

  test("what is a folder above it is above the copy too", () => {
    workspace.write("hooks/deep/guard.sh", "deep");
    workspace.write("library.sh", "library");
    const [copy = ""] = wordsOf(trust.startOf(look({ command: "hooks/deep/guard.sh", args: [] })));
    expect(readFileSync(join(dirname(copy), "../../library.sh"), "utf8")).toBe("library");
  });

  test("an option that is also a file's name is not the program", () => {
    workspace.write("-x", "file");
    const words = wordsOf(trust.startOf(look({ command: "sh", args: ["-x", "guard.sh"] })));
    expect(words[1]).toBe("-x");
    expect(words[2]).not.toBe("guard.sh");
  });

  test("it is found where the hook runs", () => {
    workspace.write("inside/guard.sh", "inside");
    const [copy = ""] = wordsOf(
      trust.startOf(look({ command: "./guard.sh", args: [], cwd: "inside" })),
    );
    expect(readFileSync(copy, "utf8")).toBe("inside");
  });

  test("its neighbours are next to it, as links", () => {
    workspace.write("library.sh", "library");
    mkdirSync(join(workspace.project, "data"));
    const [copy = ""] = wordsOf(trust.startOf(look({ command: "./guard.sh", args: [] })));
    const place = dirname(copy);
    expect(readdirSync(place).toSorted()).toEqual([".snaphook", "data", "guard.sh", "library.sh"]);
    expect(readlinkSync(join(place, "library.sh"))).toBe(join(workspace.project, "library.sh"));
  });

  test("the same bytes are copied once, others again", () => {
    const first = wordsOf(trust.startOf(look({ command: "./guard.sh", args: [] })))[0];
    expect(wordsOf(trust.startOf(look({ command: "./guard.sh", args: [] })))[0]).toBe(first);
    workspace.write("guard.sh", "other");
    const second = wordsOf(trust.startOf(look({ command: "./guard.sh", args: [] })))[0] ?? "";
    expect(second).not.toBe(first);
    expect(readFileSync(second, "utf8")).toBe("other");
  });

  test.each<[string, object]>([
    ["the shell form", { command: "./guard.sh" }],
    ["a hook of type json", { type: "json", json: {} }],
    ["a program of the system", { command: "true", args: ["nothing"] }],
  ])("%s stays as it is", (_, hook) => {
    const looked = look(hook);
    expect(trust.startOf(looked)).toEqual(looked.hook.action);
    expect(existsSync(join(workspace.home, "running"))).toBe(false);
  });

  test("the user's own program runs where it is", () => {
    const hooks = { Stop: [{ hooks: [{ command: "./guard.sh", args: [] }] }] };
    workspace.write(join(workspace.home, "settings.json"), JSON.stringify({ hooks }));
    const [own] = workspace.hooks();
    if (own === undefined) throw new Error("no hook");
    const looked = trust.of(own);
    expect(trust.startOf(looked)).toEqual(own.action);
    workspace.write("guard.sh", "other");
    expect(trust.changedSince(looked)).toBeNull();
  });

  test("the copies go when the session ends, and those of a session that died with the next", () => {
    const dead = spawnSync("true").pid;
    workspace.write(join(workspace.home, "running", `${dead}-abc`, "0", "guard.sh"), "old");
    workspace.write(join(workspace.home, "running", "note"), "not ours");
    const other = workspace.open();
    const kept = wordsOf(other.startOf(look({ command: "./guard.sh", args: [] })))[0] ?? "";
    const [copy = ""] = wordsOf(trust.startOf(look({ command: "./guard.sh", args: [] })));
    expect(existsSync(join(workspace.home, "running", `${dead}-abc`))).toBe(false);
    expect(existsSync(join(workspace.home, "running", "note"))).toBe(true);
    trust.close();
    expect(existsSync(copy)).toBe(false);
    expect(existsSync(kept)).toBe(true);
    other.close();
    other.close();
    expect(existsSync(dirname(dirname(kept)))).toBe(false);
  });
});

describe("what is looked at again afterwards", () => {
  const touch: readonly (readonly [string, () => void])[] = [
    ["written", () => workspace.write("guard.sh", "other")],
    ["written with the same bytes", () => workspace.write("guard.sh", "approved")],
    ["gone", () => rmSync(join(workspace.project, "guard.sh"))],
    ["of another mode", () => chmodSync(join(workspace.project, "guard.sh"), 0o700)],
    ["of another time", () => utimesSync(join(workspace.project, "guard.sh"), 1, 1)],
    [
      "changed and changed back, times and all",
      () => {
        const path = join(workspace.project, "guard.sh");
        const { atime, mtime } = statSync(path);
        workspace.write("guard.sh", "evil....");
        workspace.write("guard.sh", "approved");
        utimesSync(path, atime, mtime);
      },
    ],
    [
      "a link now",
      () => {
        rmSync(join(workspace.project, "guard.sh"));
        workspace.write("real.sh", "approved");
        symlinkSync("real.sh", join(workspace.project, "guard.sh"));
      },
    ],
  ];

  test.each(touch)("a file that is %s is noticed", (_, change) => {
    const looked = look({ command: "./guard.sh" });
    expect(trust.changedSince(looked)).toBeNull();
    change();
    expect(trust.changedSince(looked)).toBe("./guard.sh");
  });

  test("in the exec form the copies ran, whatever became of the originals; the rest is noticed", () => {
    workspace.write("conf.json", "{}");
    const looked = look({ command: "./guard.sh", args: ["--config=conf.json"] });
    workspace.write("guard.sh", "other");
    expect(trust.changedSince(looked)).toBeNull();
    workspace.write("conf.json", "[]");
    expect(trust.changedSince(looked)).toBe("./conf.json");
  });

  test("a file that came into being is noticed", () => {
    const looked = look({ command: "./guard.sh; . ./later.sh" });
    workspace.write("later.sh", "evil");
    expect(trust.changedSince(looked)).toBe("./later.sh");
  });

  test("a link that is turned to a file like the one before is noticed", () => {
    workspace.write("one.sh", "same");
    symlinkSync("one.sh", join(workspace.project, "link.sh"));
    const looked = look({ command: "./link.sh" });
    rmSync(join(workspace.project, "link.sh"));
    mkdirSync(join(workspace.project, "moved"));
    symlinkSync("moved/one.sh", join(workspace.project, "link.sh"));
    expect(trust.changedSince(looked)).toBe("./link.sh");
  });
});

test("what no tool may write: the scripts that an approved hook runs without naming them", async () => {
  workspace.write("guard.js", "1;");
  workspace.write("package.json", "{}");
  workspace.settings({ command: "node guard" });
  const found = (): string[] =>
    workspace
      .open()
      .protectedPaths(workspace.hooks())
      .filter((path) => /\.js(?:on)?$/.test(path) && !path.includes(".wave"));
  expect(found()).toEqual([]);
  await workspace.approveAll();
  expect(found()).toEqual([join(workspace.project, "guard.js")]);
});

test("what no tool may write: settings, lock file, stores and scripts, there or not", () => {
  workspace.write("tool", "x");
  workspace.settings(
    { command: "./guard.sh && sh later.sh test $HOME/bin/mine.py ~/" },
    { command: "tool", args: ["data"] },
  );
  const { project, userHome, home } = workspace;
  const paths = trust.protectedPaths(workspace.hooks());
  expect(paths).toEqual(
    expect.arrayContaining([
      join(project, ".snaphook"),
      join(project, "snaphook.lock"),
      home,
      join(project, "guard.sh"),
      join(project, "later.sh"),
      join(userHome, "bin/mine.py"),
      join(project, "tool"),
    ]),
  );
  for (const other of [project, userHome, join(project, "test"), join(project, "data"), "/bin/sh"])
    expect(paths).not.toContain(other);
});
