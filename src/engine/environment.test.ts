import { describe, expect, test } from "vitest";
import type { Hook, Settings } from "../config/index.js";
import type { Payload } from "../payload/index.js";
import { findDialect } from "../dialects/index.js";
import { headerVariables, hookVariables, ownEnvironment, trustEnvironment } from "./environment.js";

const environment = { PATH: "/bin", TOKEN: "t", API_KEY: "k", LANG: "C" };
const hook = (more: object = {}): Hook =>
  ({
    event: "PreToolUse",
    name: "guard",
    env: {},
    passEnv: [],
    source: { layer: "user" },
    ...more,
  }) as unknown as Hook;
const wave = findDialect("wave");

describe("what every hook gets", () => {
  test("is the host's variables without credentials, the project's folder by all its names, and the depth", () => {
    const { sharedIn, trusted } = hookVariables(environment, "/project", 1);
    const names = {
      SNAPHOOK_PROJECT_DIR: "/project",
      WAVE_PROJECT_DIR: "/project",
      CLAUDE_PROJECT_DIR: "/project",
    };
    const shared = sharedIn(wave);
    expect(shared()).toStrictEqual({ PATH: "/bin", LANG: "C", ...names, SNAPHOOK_DEPTH: "2" });
    expect(shared()).toBe(shared());
    expect(trusted()).toMatchObject({ PATH: "/bin", LANG: "C", ...names });
    expect(trusted()).not.toHaveProperty("API_KEY");
    expect(trusted()).not.toHaveProperty("SNAPHOOK_DEPTH");
  });

  test("is of the moment at which it was asked for", () => {
    const changing: Record<string, string> = { LANG: "C" };
    const { sharedIn } = hookVariables(changing, "/project", 0);
    changing["LANG"] = "de";
    expect(sharedIn(wave)()).toMatchObject({ LANG: "C", SNAPHOOK_DEPTH: "1" });
  });
});

test("files of a hook are found by the same variables, and by the PATH", () => {
  const { variables, searchPath } = trustEnvironment(environment, "/project");
  expect(variables).toEqual(hookVariables(environment, "/project", 0).trusted());
  expect(searchPath).toBe("/bin");
  expect(trustEnvironment({}, "/project").searchPath).toBe("");
});

describe("what one hook gets in addition", () => {
  const own = (given: Hook, payload: Payload, shared: Readonly<Record<string, string>> = {}) =>
    ownEnvironment(given, payload, { dialect: wave, environment, projectDir: "/p", shared });

  test("is its event, its name and what the event says", () => {
    const payload = { session_id: "s", tool_name: "Bash" };
    expect(own(hook(), payload)).toEqual({
      WAVE_PROJECT_DIR: "/p",
      CLAUDE_PROJECT_DIR: "/p",
      HOOK_EVENT: "PreToolUse",
      HOOK_TOOL_NAME: "Bash",
      HOOK_SESSION_ID: "s",
      SNAPHOOK_SESSION_ID: "s",
      SNAPHOOK_EVENT: "PreToolUse",
      SNAPHOOK_HOOK: "guard",
    });
  });

  test("is empty where the event does not say it, so that nothing of another session is there", () => {
    expect(own(hook(), {})).toMatchObject({
      HOOK_TOOL_NAME: "",
      HOOK_SESSION_ID: "",
      SNAPHOOK_SESSION_ID: "",
    });
  });

  test("is what its entry sets or asks for, and nothing that all have already", () => {
    const given = hook({ env: { A: "1", SNAPHOOK_HOOK: "mine" }, passEnv: ["TOKEN", "ABSENT"] });
    const shared = { WAVE_PROJECT_DIR: "/p", CLAUDE_PROJECT_DIR: "/other", A: "1" };
    const all = own(given, {}, shared);
    expect(all).toMatchObject({ TOKEN: "t", SNAPHOOK_HOOK: "mine", CLAUDE_PROJECT_DIR: "/p" });
    expect(Object.keys(all)).not.toContain("WAVE_PROJECT_DIR");
    expect(Object.keys(all)).not.toContain("A");
    expect(Object.keys(all)).not.toContain("ABSENT");
  });
});

test.each([
  ["user", { TOKEN: "t", LANG: "C" }],
  ["project", { TOKEN: "t" }],
  ["local", { TOKEN: "t" }],
  ["managed", { TOKEN: "t", LANG: "C" }],
])(
  "headers of a hook of the %s settings hold what it asks for, a project's only what the user agrees to",
  (layer, expected) => {
    const settings = { httpVariables: ["TOKEN", "API_KEY"] } as unknown as Settings;
    const given = hook({ source: { layer } });
    expect(headerVariables(given, ["TOKEN", "LANG"], { environment, settings })).toEqual(expected);
  },
);
