import { describe, expect, test } from "vitest";
import { loadSettings } from "../config/index.js";
import { findDialect } from "../dialects/index.js";
import type { ProcessResult } from "../run/index.js";
import { eventContext } from "./event-context.js";
import { HookStarter } from "./start-hook.js";

// What becomes of a hook around its run: before it, where it may not start, and after it, where something was changed.

const settings = loadSettings({
  projectDir: "/nowhere",
  home: "/nowhere/home",
  managedFile: "/nowhere/managed.json",
  trustProject: false,
  program: { hooks: { Stop: [{ hooks: [{ command: "exit 2", onFailure: "continue" }] }] } },
});
const [hook] = settings.hooks;
if (hook === undefined) throw new Error("no hook");
const payload = { hook_event_name: "Stop" };

interface Around {
  readonly fault?: string;
  /** What the files of its bundle are, before it and after it. */
  readonly marks?: readonly (string | null)[];
  readonly touched?: string;
  readonly changed?: string;
  readonly startOf?: () => never;
  readonly ending?: ProcessResult["ending"];
}

async function ended(around: Around, isTrusted: boolean): Promise<object> {
  const { fault = null, touched = null, changed = null } = around;
  const marks = [...(around.marks ?? [])];
  const ending = around.ending ?? { type: "exited", code: 2 };
  const silence = { stdout: new Uint8Array(), stderr: new Uint8Array() };
  const ran: ProcessResult = { ending, ...silence, cut: false, stderrCut: false, ms: 7 };
  const project = {
    startOf: around.startOf ?? (() => hook?.action),
    markOf: () => marks.shift() ?? null,
    bundleFault: () => fault,
    settle: () => (touched === null ? null : Promise.resolve(touched)),
    changedSince: () => changed,
    variablesOf: () => ({}),
  };
  let runs = 0;
  const runner = {
    run: () => {
      runs++;
      return Promise.resolve(ran);
    },
  };
  const parts = { runner, project, projectDir: "/nowhere", environment: {}, shared: () => ({}) };
  const context = eventContext(payload, settings, findDialect("gosu"), {
    eventId: "e",
    signal: new AbortController().signal,
  });
  const planned = { hook, matches: true, why: "", ...(isTrusted && { trust: {} }) };
  const starter = new HookStarter(parts as never);
  const { run, ms } = await starter.start(planned as never, payload, context);
  return { ending: run.ending, onFailure: run.onFailure, ms, runs };
}

const exited = { type: "exited", code: 2 };
const notStarted = (error: string) => ({ type: "not-started", error });
const changedFile = (file: string, code: number | null) => ({ type: "changed", file, code });
const noRoom = (): never => {
  throw Object.assign(new Error("no room"), { code: "ENOSPC" });
};
const broken = (): never => {
  throw new Error("no room");
};

describe("of nobody's project", () => {
  test.each<[what: string, around: Around, end: object]>([
    ["runs", {}, { ending: exited, onFailure: "continue", ms: 7, runs: 1 }],
    [
      "of a bundle that is not what was signed does not run, and blocks",
      { fault: "the policy was changed" },
      { ending: notStarted("the policy was changed"), onFailure: "block", ms: 0, runs: 0 },
    ],
    [
      "whose bundle is the same after it has run",
      { marks: ["1", "1"] },
      { ending: exited, onFailure: "continue", ms: 7, runs: 1 },
    ],
    [
      "whose bundle is another one after it blocks",
      { marks: ["1", "2"] },
      { ending: changedFile("a file of the policy", 2), onFailure: "block", ms: 7, runs: 1 },
    ],
  ])("a hook %s", async (_what, around, end) => {
    expect(await ended(around, false)).toEqual(end);
  });
});

describe("of a project", () => {
  const cancelled = { type: "cancelled" } as const;
  const late = { type: "timed-out" } as const;
  const signalled = { type: "signaled", signal: "SIGKILL" } as unknown as ProcessResult["ending"];
  test.each<[what: string, around: Around, ending: object, runs: number]>([
    ["as it was approved runs", {}, exited, 1],
    ["without room for its copy", { startOf: noRoom }, notStarted("ENOSPC"), 0],
    ["whose copy fails", { startOf: broken }, notStarted("Error: no room"), 0],
    ["that was touched before it starts", { touched: "a.sh" }, changedFile("a.sh", null), 0],
    ["that was changed while it ran", { changed: "a.sh" }, changedFile("a.sh", 2), 1],
    ["that was changed and killed", { changed: "a", ending: signalled }, changedFile("a", null), 1],
    ["that was changed and cancelled", { changed: "a", ending: cancelled }, cancelled, 1],
    ["that was changed and took too long", { changed: "a", ending: late }, late, 1],
  ])("a hook %s", async (_what, around, ending, runs) => {
    expect(await ended(around, true)).toMatchObject({ ending, runs, onFailure: "continue" });
  });
});
