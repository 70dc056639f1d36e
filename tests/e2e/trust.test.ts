import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { snaphook } from "./snaphook.js";
import { temporaryFolder } from "../workspace.js";

let root: string;
let cwd: string;
beforeEach(() => {
  root = temporaryFolder();
  cwd = join(root, "project");
  process.env["SNAPHOOK_HOME"] = join(root, "home");
  mkdirSync(join(cwd, ".snaphook"), { recursive: true });
  writeFileSync(join(cwd, "guard.sh"), "#!/bin/sh\n# \u001b[31mred\u202e\nexit 2\n", {
    mode: 0o755,
  });
  const hooks = [{ name: "guard", command: "./guard.sh" }];
  writeFileSync(
    join(cwd, ".snaphook/settings.json"),
    JSON.stringify({ hooks: { PreToolUse: [{ hooks }] } }),
  );
});

const trust = (...args: readonly string[]): ReturnType<typeof snaphook> =>
  snaphook(["trust", ...args], { cwd });

test("list, review, approve, run, change, review again, revoke: the way of a hook", () => {
  expect(trust().stdout).toContain(
    "new      project:PreToolUse:0.0  guard: nobody has approved it",
  );
  const review = trust("review").stdout;
  expect(review).toContain('"command": "./guard.sh"');
  expect(review).toContain("exit 2");
  expect(review).toContain("snaphook trust approve ID");
  expect(trust("approve", "project:PreToolUse:0.0")).toMatchObject({ status: 0 });
  expect(snaphook(["run", "PreToolUse"], { cwd })).toMatchObject({ status: 0 });
  writeFileSync(join(cwd, "guard.sh"), "#!/bin/sh\nexit 0\n");
  expect(snaphook(["run", "PreToolUse"], { cwd })).toMatchObject({ status: 3 });
  const changed = trust("review").stdout;
  expect(changed).toContain("- exit 2".replace("- ", "-"));
  expect(changed).toContain("+exit 0");
  expect(trust("revoke", "--all").stdout).toBe("1 approval taken back\n");
  expect(trust().stdout).toContain("nobody has approved it");
});

test("what a script holds cannot steer the terminal of who reads it", () => {
  const { stdout } = trust("review");
  expect(stdout).not.toContain("\u001b[31m");
  expect(stdout).not.toContain("\u202e");
  expect(stdout).toContain("red");
});

test("a review says how much of a long file it does not show", () => {
  const long = `#!/bin/sh\n${"#".repeat(64 * 1024)}\nexit 0 # ä\n`;
  writeFileSync(join(cwd, "guard.sh"), long);
  const rest = Buffer.byteLength(long) - 64 * 1024;
  expect(trust("review").stdout).toContain(
    `(the last ${rest} bytes are not shown: read them in the file itself)`,
  );
});

test("a review tells where a link leads", () => {
  renameSync(join(cwd, "guard.sh"), join(cwd, "real.sh"));
  expect(trust("review").stdout).not.toContain(" → ");
  symlinkSync("real.sh", join(cwd, "guard.sh"));
  const { stdout } = trust("review");
  expect(stdout).toContain("./guard.sh → ./real.sh  sha256");
});

test("lock and check: exit code 3 where hooks drifted, and it is explained", () => {
  expect(trust("check")).toMatchObject({ status: 3 });
  expect(trust("check").stderr).toContain(
    "there is no snaphook.lock; write it: snaphook trust lock",
  );
  expect(trust("lock").stdout).toContain("snaphook.lock pins 1 hook of this project");
  expect(trust("check")).toMatchObject({ status: 0 });
  writeFileSync(join(cwd, "guard.sh"), "#!/bin/sh\nexit 0\n");
  const { status, stdout, stderr } = trust("check");
  expect(status).toBe(3);
  expect(stdout).toContain("PreToolUse guard");
  expect(stderr).toContain("not what snaphook.lock pins");
  expect(trust("approve", "--all")).toMatchObject({ status: 3 });
  expect(snaphook(["run", "PreToolUse", "--trust-project"], { cwd })).toMatchObject({ status: 3 });
});

test("--json is data: state, fingerprint, entry, files", () => {
  const { hooks } = JSON.parse(trust("--json").stdout) as { hooks: object[] };
  expect(hooks).toMatchObject([
    { id: "project:PreToolUse:0.0", state: "new", runs: false, files: [{ path: "./guard.sh" }] },
  ]);
  expect(JSON.parse(trust("check", "--json").stdout)).toMatchObject({ ok: false });
});

test.each<[string[], string]>([
  [["bogus"], 'unknown subcommand "bogus"; there are: list, review, approve, revoke, lock, check'],
  [["approve"], "which hooks? Give their ids, or --all"],
  [["revoke"], "which hooks? Give their ids, or --all"],
  [["approve", "nothing"], 'no hook "nothing" in this project; there are: project:PreToolUse:0.0'],
])("trust %j is a mistake that is explained", (args, message) => {
  const { status, stderr } = trust(...args);
  expect(status).toBe(2);
  expect(stderr).toContain(message);
});

test("a store that cannot be read is named, and nothing is lost", () => {
  trust("approve", "--all");
  const file = join(root, "home/trust.json");
  writeFileSync(file, "{", { mode: 0o600 });
  expect(trust("approve", "--all")).toMatchObject({ status: 2 });
  expect(trust("approve", "--all").stderr).toContain("trust.json is not JSON");
  expect(readFileSync(file, "utf8")).toBe("{");
  expect(trust().stdout).toContain("unknown");
});

test("a project without hooks says so, and nothing is made", () => {
  rmSync(join(cwd, ".snaphook"), { recursive: true });
  expect(trust().stdout).toBe("This project has no hooks of its own.\n");
  expect(existsSync(join(root, "home"))).toBe(false);
});

test("the settings of a project without hooks count from the moment of its approval on", () => {
  const rules = { permissions: { deny: ["Bash"] } };
  writeFileSync(join(cwd, ".snaphook/settings.json"), JSON.stringify(rules));
  const asked = (): boolean =>
    snaphook(["permissions", "Bash", "--input", "command=ls"], { cwd }).stdout.includes(
      "Bash: DENY\n",
    );
  const before = asked();
  expect(trust("approve", "--all")).toEqual({
    status: 0,
    stdout: "This project has no hooks of its own. Its settings are read from now on.\n",
    stderr: "",
  });
  expect([before, asked()]).toEqual([false, true]);
});

test.each([[[]], [["review"]], [["approve", "--all"]], [["--json"]]])(
  "settings that cannot be read are an error, never no hooks: %j",
  (args) => {
    writeFileSync(join(cwd, ".snaphook/settings.json"), '{ "hooks": {');
    const { status, stdout, stderr } = trust(...args);
    expect(status).toBe(1);
    expect(stderr).toContain("error A settings file is not JSON");
    expect(stdout).not.toContain("no hooks");
  },
);
