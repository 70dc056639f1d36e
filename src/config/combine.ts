import { distinctNames } from "./hook-name.js";
import { failureWords } from "./hook-keys.js";
import type { LayerSettings } from "./read-layer.js";
import { ledgerWords, limitKeys, settingsKeys } from "./settings-keys.js";
import { layers, type Layer } from "../layer/index.js";
import type { Hook, Settings } from "./settings.js";

/** Which hooks a layer's `disableAllHooks` turns off: a layer cannot turn off the layers above it. */
const reachOfSwitch: Readonly<Record<Layer, readonly Layer[]>> = {
  user: ["user", "project", "local", "program"],
  project: ["project", "local"],
  local: ["project", "local"],
  program: ["user", "project", "local", "program"],
  managed: layers,
};

/** One Settings from what the layers say, given in their order: the later prevails, lists are joined. */
export function combine(
  parts: readonly LayerSettings[],
): Omit<Settings, "files" | "problems" | "policy"> {
  const off = new Set(
    parts.flatMap(({ layer, disableAllHooks }) => (disableAllHooks ? reachOfSwitch[layer] : [])),
  );
  const floors = parts.flatMap(({ onFailure }) => onFailure ?? []);
  const floor = failureWords.findLast((word) => floors.includes(word));
  const entries = parts.flatMap((part) => part.hooks);
  const names = distinctNames(
    entries.map((hook) => ({ ...hook, isOwnName: hook.approvedAs === undefined })),
  );
  const hooks = entries.map((hook, index) => ({
    ...hook,
    name: names[index] ?? hook.name,
    entry: hook,
    onFailure: stricter(hook.onFailure, floor),
    disabled: hook.disabled || off.has(hook.source.layer),
  }));
  const ledgers = parts.map(({ ledger }) => ledgerWords.indexOf(ledger ?? "written"));
  return {
    dialect: lastSaid(parts, "dialect") ?? settingsKeys.dialect.default,
    hooks,
    limits: {
      outputBytes: limitOf(parts, "outputBytes"),
      modelChars: limitOf(parts, "modelChars"),
      stopBlocks: limitOf(parts, "stopBlocks"),
      parallel: limitOf(parts, "parallel"),
    },
    allowUpdatedPrompt:
      lastSaid(parts, "allowUpdatedPrompt") ?? settingsKeys.allowUpdatedPrompt.default,
    ledger: ledgerWords[Math.max(0, ...ledgers)] ?? settingsKeys.ledger.default,
    record: lastSaid(parts, "record") ?? settingsKeys.record.default,
    disableAllHooks: off.has("user") && (off.has("managed") || !hooks.some(isManaged)),
    requireHooks: [...new Set(parts.flatMap((part) => part.requireHooks))],
    permissions: parts.flatMap((part) => part.permissions),
    httpHosts: [...new Set(parts.flatMap((part) => part.httpHosts))],
    httpVariables: [...new Set(parts.flatMap((part) => part.httpVariables))],
    telemetry: parts.findLast((part) => part.telemetry !== null)?.telemetry ?? null,
    fleet: parts.findLast((part) => part.fleet !== null)?.fleet ?? null,
    serveIdleMinutes: lastSaid(parts, "serveIdleMinutes") ?? settingsKeys.serveIdleMinutes.default,
  };
}

function isManaged({ source }: Hook): boolean {
  return source.layer === "managed";
}

function lastSaid<Key extends "dialect" | "allowUpdatedPrompt" | "record" | "serveIdleMinutes">(
  parts: readonly LayerSettings[],
  key: Key,
): LayerSettings[Key] {
  return parts.findLast((part) => part[key] !== undefined)?.[key];
}

function limitOf(parts: readonly LayerSettings[], name: keyof Settings["limits"]): number {
  const said = parts.map(({ limits }) => limits[name]).findLast((limit) => limit !== undefined);
  return said ?? limitKeys[name].default;
}

function stricter(
  word: Hook["onFailure"],
  floor: Hook["onFailure"] | undefined,
): Hook["onFailure"] {
  if (floor === undefined) return word;
  return failureWords.indexOf(floor) > failureWords.indexOf(word) ? floor : word;
}
