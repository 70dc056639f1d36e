import { isAbsolute } from "node:path";
import type { LocatedObject, Member } from "./located.js";
import { readHooks } from "./read-hooks.js";
import { readObject, reportWrong, type Context } from "./read-object.js";
import { readWebhook } from "./read-webhook.js";
import { pathOf, type Report } from "./report.js";
import {
  fleetKeys,
  limitKeys,
  permissionKeys,
  policyKeys,
  settingsKeys,
  telemetryKeys,
} from "./settings-keys.js";
import type { Layer } from "../layer/index.js";
import type { Hook, HookEntry, PermissionText, PolicySettings, Settings } from "./settings.js";

/** What one layer says. What it does not say is absent or empty. */
export interface LayerSettings {
  readonly layer: Layer;
  readonly hooks: readonly HookEntry[];
  readonly dialect?: string | undefined;
  readonly limits: Partial<Settings["limits"]>;
  readonly allowUpdatedPrompt?: boolean | undefined;
  readonly disableAllHooks: boolean;
  readonly requireHooks: readonly string[];
  readonly permissions: Settings["permissions"];
  /** The floor for every hook of every layer; only the managed layer has one. */
  readonly onFailure?: Hook["onFailure"] | undefined;
  readonly ledger?: Settings["ledger"] | undefined;
  readonly record?: boolean | undefined;
  readonly httpHosts: readonly string[];
  readonly httpVariables: readonly string[];
  readonly telemetry: Settings["telemetry"];
  readonly fleet: Settings["fleet"];
  readonly policy: StatedPolicy | null;
  readonly serveIdleMinutes?: number | undefined;
}

/** The settings of a layer that says nothing. */
export function nothingStated(layer: Layer): LayerSettings {
  return {
    layer,
    hooks: [],
    limits: {},
    disableAllHooks: false,
    requireHooks: [],
    permissions: [],
    httpHosts: [],
    httpVariables: [],
    telemetry: null,
    fleet: null,
    policy: null,
  };
}

/** Where it is kept is not always stated. */
type StatedPolicy = Omit<PolicySettings, "folder"> & { readonly folder: string | null };

/** Checks one file's settings, or those given by code (`file` is null). What is wrong is reported and left out. */
export function readLayer(
  root: LocatedObject,
  layer: Layer,
  file: string | null,
  report: Report,
): LayerSettings {
  const context: Context = { layer, report, hook: "", code: "setting-invalid" };
  const fields = readObject(root, settingsKeys, "", context);
  const observe = fields.get("observe") ?? settingsKeys.observe.default;
  const inHooks: Context = { ...context, code: "hook-invalid", observe };
  return {
    layer,
    hooks: readHooks(fields.members("hooks"), file, inHooks),
    dialect: fields.get("dialect"),
    limits: readLimits(fields.members("limits"), context),
    allowUpdatedPrompt: fields.get("allowUpdatedPrompt"),
    disableAllHooks: fields.get("disableAllHooks") ?? settingsKeys.disableAllHooks.default,
    requireHooks: fields.get("requireHooks") ?? [],
    permissions: readPermissions(fields.members("permissions"), file, context),
    onFailure: fields.get("onFailure"),
    ledger: fields.get("ledger"),
    record: fields.get("record"),
    httpHosts: fields.get("httpHosts") ?? [],
    httpVariables: fields.get("httpVariables") ?? [],
    telemetry: readTelemetry(fields.members("telemetry").at(-1), context),
    fleet: readFleet(fields.members("fleet").at(-1), context),
    policy: readPolicy(fields.members("policy").at(-1), context),
    serveIdleMinutes: fields.get("serveIdleMinutes"),
  };
}

function readLimits(members: readonly Member[], context: Context): Partial<Settings["limits"]> {
  const limits: Partial<Record<keyof Settings["limits"], number>> = {};
  for (const { value } of members) {
    if (value.type !== "object") continue;
    const fields = readObject(value, limitKeys, "limits", context);
    for (const name of Object.keys(limitKeys) as (keyof typeof limitKeys)[]) {
      const limit = fields.get(name);
      if (limit !== undefined) limits[name] = limit;
    }
  }
  return limits;
}

function readTelemetry(member: Member | undefined, context: Context): Settings["telemetry"] {
  if (member?.value.type !== "object") return null;
  const fields = readObject(member.value, telemetryKeys, "telemetry", context);
  const endpoint = fields.get("endpoint");
  if (endpoint === undefined) {
    if (fields.members("endpoint").length === 0)
      missing("telemetry", "endpoint", "the URL of a receiver", member, context);
    return null;
  }
  return {
    endpoint,
    headers: fields.get("headers") ?? {},
    serviceName: fields.get("serviceName") ?? telemetryKeys.serviceName.default,
    content: fields.get("content") ?? telemetryKeys.content.default,
  };
}

/** One with a fault has nobody who may answer: were it left out, another layer's would count. */
function readFleet(member: Member | undefined, context: Context): Settings["fleet"] {
  if (member === undefined) return null;
  const { value, line } = member;
  const object = value.type === "object" ? value : ({ type: "object", members: [], line } as const);
  const fields = readObject(object, fleetKeys, "fleet", context);
  if (fields.members("url").length === 0)
    missing("fleet", "url", "the URL of a PostgreSQL database", member, context);
  const isUnknown = object.members.some(({ key }) => !Object.hasOwn(fleetKeys, key));
  const hosts = readFleetHosts(fields.members("hosts"), context);
  const webhook = readWebhook(fields.members("webhook").at(-1), context);
  const areKeys = checkAnswerers(fields.members("answerers"), context);
  const isFaulty =
    fields.bad ||
    !areKeys ||
    isUnknown ||
    hosts === null ||
    webhook === undefined ||
    fields.get("url") === undefined;
  // An unknown key may be meant to be this one.
  const isUnclear = hosts === null || value.type !== "object" || (isUnknown && hosts.length === 0);
  return {
    url: isFaulty ? "" : (fields.get("url") ?? ""),
    answerers: isFaulty ? {} : (fields.get("answerers") ?? {}),
    waitSeconds: fields.get("waitSeconds") ?? fleetKeys.waitSeconds.default,
    checkSeconds: fields.get("checkSeconds") ?? fleetKeys.checkSeconds.default,
    hosts: isUnclear ? hostNames : hosts,
    twoPersons: fields.get("twoPersons") ?? [],
    protectedNames: fields.get("protectedNames") ?? {},
    webhook: webhook ?? null,
  };
}

/** A public key as `publicKeyText` of src/signing writes it: 32 bytes in Base64. */
const publicKey = /^ed25519:[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/;

/** Whether all that stands for a key is one. What is no text was reported already. */
function checkAnswerers(members: readonly Member[], context: Context): boolean {
  const listed = members.flatMap(({ value }) => (value.type === "object" ? value.members : []));
  const wrong = listed.filter(({ value }) => value.type === "text" && !publicKey.test(value.value));
  for (const { key, value } of wrong)
    reportWrong(
      value,
      pathOf("fleet.answerers", key),
      ["what snaphook approvals key prints"],
      context,
    );
  return wrong.length === 0;
}

/** Those that have a bridge, as tests/fleet/bridge.test.ts compares. */
const hostNames = ["claude-code", "codex", "copilot", "cursor", "gemini", "qwen-code", "wave"];

/** The hosts that are listed; null where something else is, and any of them may be meant. */
function readFleetHosts(members: readonly Member[], context: Context): readonly string[] | null {
  const listed = members.flatMap(textsOf).map(({ text }) => text);
  let isFaulty = false;
  for (const { value } of members) {
    if (value.type !== "list") isFaulty = true;
    else
      for (const [index, item] of value.items.entries()) {
        if (item.type === "text" && hostNames.includes(item.value)) continue;
        isFaulty = true;
        // What is no text was reported already.
        if (item.type === "text") reportWrong(item, `fleet.hosts[${index}]`, hostNames, context);
      }
  }
  return isFaulty ? null : listed;
}

/** One with a fault has no key, so that no policy holds: were it left out, there would be none. */
function readPolicy(member: Member | undefined, context: Context): StatedPolicy | null {
  if (member === undefined) return null;
  const { value, line } = member;
  const object = value.type === "object" ? value : ({ type: "object", members: [], line } as const);
  const fields = readObject(object, policyKeys, "policy", context);
  if (fields.members("keys").length === 0)
    missing("policy", "keys", "a list of public keys", member, context);
  const folder = fields.get("folder") ?? null;
  const isAbsolutePath = folder === null || isAbsolute(folder);
  if (!isAbsolutePath)
    reportWrong(
      fields.members("folder").at(-1)?.value ?? value,
      "policy.folder",
      ["an absolute path"],
      context,
    );
  const isUnknown = object.members.some(({ key }) => !Object.hasOwn(policyKeys, key));
  const isFaulty = fields.bad || isUnknown || !isAbsolutePath;
  return { keys: isFaulty ? [] : (fields.get("keys") ?? []), folder };
}

/** Says that a whole object is lost for want of one key. */
function missing(
  object: string,
  key: string,
  allowed: string,
  { line }: Member,
  { report }: Context,
): void {
  const path = `${object}.${key}`;
  report.add("setting-invalid", "", {
    path,
    line,
    found: "nothing",
    allowed: [allowed],
    lost: object,
  });
}

function readPermissions(
  members: readonly Member[],
  file: string | null,
  context: Context,
): PermissionText[] {
  const objects = members.flatMap(({ value }) => (value.type === "object" ? [value] : []));
  return objects.flatMap((value) => {
    const fields = readObject(value, permissionKeys, "permissions", context);
    return permissionLists.flatMap((list) =>
      fields.members(list).flatMap((member) =>
        textsOf(member).map(({ text, line }) => ({
          layer: context.layer,
          list,
          text,
          file,
          line,
        })),
      ),
    );
  });
}

const permissionLists = ["allow", "ask", "deny"] as const;

/** The texts of a list with their lines; what is no text was reported already. */
function textsOf({ value }: Member): { text: string; line: number | null }[] {
  if (value.type !== "list") return [];
  return value.items.flatMap((item) =>
    item.type === "text" ? [{ text: item.value, line: item.line }] : [],
  );
}
