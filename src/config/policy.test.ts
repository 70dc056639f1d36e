import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../tests/workspace.js";
import { bundleSettings, loadSettings, type Settings } from "./index.js";

const key = `ed25519:${"A".repeat(43)}=`;

/** What comes of a policy in a file of the user's or of the machine's. */
function loaded(policy: unknown, managed = false): Settings & { readonly home: string } {
  const root = temporaryFolder();
  const [home, managedFile] = [join(root, "home"), join(root, "managed.json")];
  mkdirSync(home);
  writeFileSync(managed ? managedFile : join(home, "settings.json"), JSON.stringify({ policy }));
  const places = { projectDir: join(root, "project"), home, managedFile, trustProject: false };
  return { ...loadSettings(places), home };
}

describe("the policy of a machine", () => {
  test.each<[string, unknown, readonly string[], readonly string[]]>([
    ["a key", { keys: [key] }, [key], []],
    ["a key and a folder", { keys: [key], folder: "/not/there" }, [key], []],
    ["a folder that is no absolute path", { keys: [key], folder: "x" }, [], ["policy.folder"]],
    ["a folder that is no text", { keys: [key], folder: 5 }, [], ["policy.folder"]],
    ["a key that is unknown", { keys: [key], key }, [], ["policy.key"]],
    ["no key", {}, [], ["policy.keys"]],
    ["a text in its place", "x", [], ["policy", "policy.keys"]],
  ])("one with a fault has no key, so that none holds: %s", (_, given, keys, faults) => {
    const { policy, problems } = loaded(given);
    expect(policy).toMatchObject({ keys, enforced: null, fault: "no policy was pulled yet" });
    expect(problems.map(({ path }) => path)).toEqual([...faults, "policy"]);
    expect(problems.at(-1)).toMatchObject({ code: "policy-unusable", severity: "error" });
  });

  test("what is missing and what is wrong is said", () => {
    const said = [{}, { keys: [key], folder: "x" }].map((given) => loaded(given).problems[0]);
    expect(said).toMatchObject([
      { found: "nothing", allowed: ["a list of public keys"], lost: "policy", line: 1 },
      { found: '"x"', allowed: ["an absolute path"], line: 1 },
    ]);
  });

  test("it is in a folder of the user's, of the machine's, or where it is said to be", () => {
    const own = loaded({ keys: [key] });
    expect(own.policy?.folder).toBe(join(own.home, "policy"));
    expect(loaded({ keys: [key] }, true).policy?.folder).toBe("/var/lib/snaphook/policy");
    expect(loaded({ keys: [key], folder: "/x" }, true).policy?.folder).toBe("/x");
  });
});

describe("the settings of a bundle", () => {
  const place = { path: "/b/settings.json", files: "/b", address: "a1" };
  const read = (settings: unknown): ReturnType<typeof bundleSettings> =>
    bundleSettings(
      Buffer.from(typeof settings === "string" ? settings : JSON.stringify(settings)),
      place,
    );

  test("may state what guards, for every machine alike", () => {
    const hook = { type: "json", json: {} };
    const { settings, problems } = read({
      $schema: "x",
      dialect: "gosu",
      hooks: { Stop: [{ hooks: [hook] }] },
      permissions: { deny: ["Bash(rm *)"] },
      requireHooks: ["guard"],
      httpHosts: ["example.com"],
      httpVariables: ["TOKEN"],
      limits: { parallel: 2 },
      ledger: "required",
      record: true,
      onFailure: "block",
    });
    expect(problems.map(({ path, found }) => [path, found])).toEqual([]);
    expect(settings).toMatchObject({
      dialect: "gosu",
      limits: { parallel: 2, stopBlocks: 8 },
      hooks: [{ id: "managed/policy:Stop:0.0", source: { bundle: "a1" } }],
    });
    expect(read({}).settings).toMatchObject({ dialect: "wave", limits: { parallel: 16 } });
  });

  test.each([
    ["disableAllHooks", true],
    ["telemetry", { endpoint: "http://127.0.0.1:4318" }],
    ["fleet", { url: "postgres://db.example.com/x" }],
    ["policy", { keys: [key] }],
    ["observe", true],
    ["hoks", {}],
  ])("may not state %s", (name, value) => {
    expect(read({ [name]: value }).problems).toMatchObject([
      { code: "setting-ignored", severity: "error", path: name, found: name, line: 1 },
    ]);
  });

  test.each<[string, unknown, string, string]>([
    ["an unknown key of a hook", { timeOut: 5 }, "setting-unknown", ".timeOut"],
    ["a key that has no effect there", { module: "x.mjs" }, "setting-ignored", ".module"],
  ])("%s is an error, and not a warning: a deny could be missing", (_, more, code, at) => {
    const hooks = [{ command: "true", ...(more as object) }];
    expect(read({ hooks: { Stop: [{ hooks }] } }).problems).toMatchObject([
      { code, severity: "error", path: `hooks.Stop[0].hooks[0]${at}` },
    ]);
  });

  test.each<[string, string, string]>([
    ["an event that nobody knows", '{"hooks":{"Stopp":[]}}', "event-unknown"],
    ["a key twice", '{"ledger":"written","ledger":"written"}', "setting-duplicate"],
    ["a rule that cannot be used", '{"permissions":{"deny":["Bash("]}}', "rule-unusable"],
    ["no JSON", "{", "settings-invalid-json"],
    ["no object", "[]", "settings-invalid-json"],
  ])("%s is an error", (_, text, code) => {
    expect(read(text).problems.filter((problem) => problem.code === code)).toMatchObject([
      { severity: "error", file: place.path, line: 1 },
    ]);
  });

  test("its folder takes the place of the variable in programs and modules; a shell has it in its environment", () => {
    const hooks = [
      { command: "$SNAPHOOK_POLICY/guard", args: ["${SNAPHOOK_POLICY}/a", "$SNAPHOOK_POLICY/b"] },
      { type: "module", module: "${SNAPHOOK_POLICY}/guard.mjs" },
      { command: "sh $SNAPHOOK_POLICY/guard.sh", env: { A: "1" } },
      { type: "json", json: { reason: "$SNAPHOOK_POLICY" } },
    ];
    const { settings } = read({ hooks: { Stop: [{ hooks }] } });
    const env = { PYTHONDONTWRITEBYTECODE: "1", SNAPHOOK_POLICY: "/b" };
    expect(settings.hooks).toMatchObject([
      { env, action: { command: "/b/guard", args: ["/b/a", "/b/b"] } },
      { env, action: { module: "/b/guard.mjs" } },
      { env: { ...env, A: "1" }, action: { command: "sh $SNAPHOOK_POLICY/guard.sh" } },
      { env, action: { type: "json" } },
    ]);
  });
});
