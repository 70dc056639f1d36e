import { isProjectLayer } from "../layer/index.js";
import { asProgram } from "./as-program.js";
import { actionKeys, hookKeys, type HookType } from "./hook-keys.js";
import { calledBy, fileName } from "./hook-name.js";
import { describe, type LocatedObject, type Member } from "./located.js";
import { readObject, type Context, type CheckedObject } from "./read-object.js";
import { withoutPassword } from "./read-value.js";
import { pathOf } from "./report.js";
import type { HookAction, HookEntry } from "./settings.js";
import type { KeyTable } from "./value-spec.js";
import { isRefusedVariable, refusedVariables } from "./variables.js";
import { WAVE_SECONDS } from "./wave-rules.js";

type HookFields = CheckedObject<typeof hookKeys>;

/** What a hook gets from the group and the event that it is in. */
export type EntryContext = Pick<HookEntry, "id" | "event" | "matcher" | "if" | "source">;

/** Reads one hook, or reports why it is none. */
export function readHook(
  entry: LocatedObject,
  path: string,
  surroundings: EntryContext,
  context: Context,
): HookEntry | null {
  const fields = readObject(entry, hookKeys, path, context);
  const stated = fields.get("type");
  if (stated === undefined && fields.members("type").length > 0) return null;
  const type = stated ?? hookKeys.type.default;
  if (type === "function" && context.layer !== "program") {
    refuseFunction(fields, path, context);
    return null;
  }
  dropForeignKeys(fields, type, path, context);
  if (lacksAction(entry, fields, type, path, context) || fields.bad) return null;
  const action = actionOf(fields, type);
  const onFailure = fields.get("onFailure") ?? hookKeys.onFailure.default;
  const isAsync = fields.get("async") ?? hookKeys.async.default;
  const on = fields.get("on");
  const observe = fields.get("observe") ?? context.observe ?? hookKeys.observe.default;
  const known = approvedAs(entry);
  if (isAsync) warnOfGuard(action, onFailure, fields, path, context);
  return {
    ...surroundings,
    name: context.hook,
    ...(known !== null && { approvedAs: known === "" ? surroundings.id : known }),
    action,
    timeout: secondsOf(fields.get("timeout"), context),
    onFailure,
    env: readVariables(fields, path, context),
    passEnv: fields.get("passEnv") ?? [],
    cwd: fields.get("cwd") ?? null,
    merge: fields.get("merge") ?? hookKeys.merge.default,
    sequential: fields.get("sequential") ?? hookKeys.sequential.default,
    ...(on !== undefined && { on }),
    ...(observe && { observe }),
    ...(isAsync && { async: isAsync }),
    disabled: fields.get("disabled") ?? hookKeys.disabled.default,
  };
}

function secondsOf(said: number | undefined, { host }: Context): number {
  return host === "wave"
    ? Math.min(said ?? WAVE_SECONDS, WAVE_SECONDS)
    : (said ?? hookKeys.timeout.default);
}

/** Words by which a command in the settings blocks. What a script does shows only when it has run. */
const blocks = /\bexit\s+2\b|["'\\](?:permissionDecision|decision|continue)["'\\]/;

/** Nobody waits for an async hook: it cannot say no. */
function warnOfGuard(
  action: HookAction,
  onFailure: HookEntry["onFailure"],
  fields: HookFields,
  path: string,
  context: Context,
): void {
  const on = fields.get("on");
  const isGuard = onFailure !== "continue" || on !== undefined;
  if (!isGuard && !blocks.test(asProgram(action)?.command ?? "")) return;
  context.report.add("hook-async-guard", context.hook, {
    path: pathOf(path, "async"),
    line: fields.members("async")[0]?.line ?? null,
    found: !isGuard
      ? "async on a command that blocks"
      : on === undefined
        ? `async with onFailure ${onFailure}`
        : `async with on ${on}`,
    allowed: ["async on a hook that decides nothing"],
    lost: "its vote",
  });
}

/** A file holds data. */
function refuseFunction(fields: HookFields, path: string, context: Context): void {
  context.report.add(context.code, context.hook, {
    path: pathOf(path, "type"),
    line: fields.members("type").at(-1)?.line ?? null,
    found: `"function" in ${context.layer} settings`,
    allowed: [...hookKeys.type.value.words, "function only in settings given by code"],
    lost: context.lost,
  });
}

/** What the hook is called, or null: for its problems too, so it takes what it can get. */
export function nameOf(entry: LocatedObject): string | null {
  const text = textsOf(entry);
  const given = text("name");
  if (given.trim() !== "") return given;
  const { module, run } = { module: text("module"), run: text("run") };
  if (module !== "") return fileName(module);
  if (run !== "") return run;
  const args = text("args");
  const name = calledBy(text("command"), args === "" ? [] : args.split(" "));
  return name ?? (withoutQuery(text("url")) || null);
}

const LONGEST_NAME = 40;

/** What approvals know a hook without a name by: the beginning of its command. It is in every fingerprint. */
function approvedAs(entry: LocatedObject): string | null {
  const text = textsOf(entry);
  if (text("name").trim() !== "") return null;
  const command =
    `${text("command") || text("module") || text("run") || withoutQuery(text("url"))} ${text("args")}`
      .replaceAll(/\s+/g, " ")
      .trim();
  const letters = Array.from(command);
  return letters.length > LONGEST_NAME ? `${letters.slice(0, LONGEST_NAME).join("")}…` : command;
}

/** The text of a key, whatever it holds. */
function textsOf(entry: LocatedObject): (key: string) => string {
  return (key) => {
    const value = entry.members.findLast((member) => member.key === key)?.value;
    if (value?.type === "list")
      return value.items
        .map((item) => (item.type === "text" ? item.value : describe(item)))
        .join(" ");
    if (value?.type === "function" && value.name !== key) return value.name;
    return value?.type === "text" ? value.value : "";
  };
}

/** What follows a `?` may be a secret. */
function withoutQuery(url: string): string {
  return withoutPassword(url.replace(/[?#].*/s, ""));
}

/** A key of another type of hook, or of the other form of command, does nothing: that is said. */
function dropForeignKeys(fields: HookFields, type: string, path: string, context: Context): void {
  for (const [key, { hookTypes }] of Object.entries<KeyTable[string]>(hookKeys)) {
    const [member] = fields.members(key);
    if (member === undefined) continue;
    if (hookTypes !== undefined && !hookTypes.includes(type)) {
      const found = `${key} in a hook of type ${type}`;
      ignore(key, member, found, `only in a hook of type ${hookTypes.join(" or ")}`);
    } else if (key === "shell" && fields.members("args").length > 0) {
      ignore(key, member, "shell together with args", "only without args");
    }
  }
  function ignore(key: string, { line }: Member, found: string, allowed: string): void {
    const details = { path: pathOf(path, key), line, found, allowed: [allowed] };
    context.report.add("setting-ignored", context.hook, details);
    fields.drop(key);
  }
}

/** No command, or one of nothing but spaces. One of a wrong type was reported already. */
function lacksAction(
  entry: LocatedObject,
  fields: HookFields,
  type: HookType,
  path: string,
  context: Context,
): boolean {
  const key = actionKeys[type];
  const [member] = fields.members(key);
  const value = fields.get(key);
  const blank = key !== "json" && typeof value === "string" && value.trim() === "";
  if (member !== undefined && !blank) return false;
  context.report.add(context.code, context.hook, {
    path: pathOf(path, key),
    line: member?.line ?? entry.line,
    found: member === undefined ? "nothing" : describe(member.value),
    allowed: [actionNames[key]],
    lost: context.lost,
  });
  return true;
}

const actionNames = {
  command: "a command",
  json: "an answer",
  module: "a module",
  url: "a URL",
  run: "a function",
} as const;

/** Nobody gets here: without one a hook is none. */
const missing = (): never => {
  throw new TypeError("this hook has no function");
};

function actionOf(fields: HookFields, type: HookType): HookAction {
  switch (type) {
    case "json":
      return {
        type,
        json: fields.get("json"),
        exitcode: fields.get("exitcode") ?? hookKeys.exitcode.default,
      };
    case "module":
      return {
        type,
        module: fields.get("module") ?? "",
        memoryMb: fields.get("memoryMb") ?? hookKeys.memoryMb.default,
      };
    case "function":
      return { type, run: fields.get("run") ?? missing };
    case "http":
      return {
        type,
        url: fields.get("url") ?? "",
        headers: fields.get("headers") ?? {},
        allowedEnvVars: fields.get("allowedEnvVars") ?? [],
      };
    case "command":
    case "worker": {
      const command = fields.get("command") ?? "";
      const args = fields.get("args");
      return args === undefined
        ? { type, form: "shell", command, shell: fields.get("shell") ?? hookKeys.shell.default }
        : { type, form: "exec", command, args };
    }
  }
}

/** The variables of a hook, or of all of a file, without those that a project may not set. */
export function readVariables(
  fields: CheckedObject<Pick<typeof hookKeys, "env">>,
  path: string,
  context: Context,
): Record<string, string> {
  const given = fields.get("env") ?? {};
  const kept = Object.create(null) as Record<string, string>;
  const fromProject = isProjectLayer(context.layer);
  for (const [name, value] of Object.entries(given)) {
    if (!fromProject || !isRefusedVariable(name)) {
      kept[name] = value;
      continue;
    }
    context.report.add("env-refused", context.hook, {
      path: pathOf(pathOf(path, "env"), name),
      line: lineOf(fields.members("env"), name),
      found: name,
      allowed: [`none of ${refusedVariables.join(", ")}`],
      lost: "the variable",
    });
  }
  return kept;
}

function lineOf(members: readonly Member[], name: string): number | null {
  const inside = members.flatMap(({ value }) => (value.type === "object" ? value.members : []));
  return inside.findLast(({ key }) => key === name)?.line ?? null;
}
