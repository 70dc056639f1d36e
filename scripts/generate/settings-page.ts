import {
  hookKeys,
  limitKeys,
  permissionKeys,
  settingsKeys,
  fleetKeys,
  policyKeys,
  telemetryKeys,
  webhookKeys,
} from "../../src/config/index.js";
import { blockIn, code, table, type Files } from "./markdown.js";

type Keys = typeof settingsKeys | typeof hookKeys | typeof limitKeys;

interface Spec {
  readonly description: string;
  readonly default?: unknown;
  readonly required?: boolean;
  readonly layers?: readonly string[];
  readonly hookTypes?: readonly string[];
}

/** The tables of keys in docs/settings.md. */
export function settingsPage(): Files {
  const path = "docs/settings.md";
  const groups = {
    limits: limitKeys,
    permissions: permissionKeys,
    telemetry: telemetryKeys,
    fleet: fleetKeys,
    "fleet.webhook": webhookKeys,
    policy: policyKeys,
  } as const;
  const rowsOf = (keys: object, before: string): string[][] =>
    Object.entries(keys as Readonly<Record<string, Spec>>).flatMap(([name, spec]) => {
      const key = `${before}${name}`;
      const inside = Object.hasOwn(groups, key) ? groups[key as keyof typeof groups] : {};
      return [rowOf(key, spec), ...rowsOf(inside, `${key}.`)];
    });
  const rows = rowsOf(settingsKeys, "");
  const hookRows = Object.entries<Spec>(hookKeys satisfies Keys).map(([key, spec]) => [
    code(key),
    (spec.hookTypes ?? ["all"]).join(", "),
    ...rowOf(key, spec).slice(1),
  ]);
  const head = ["key", "default", ""];
  return blockIn(path, {
    "file-keys": table(head, rows),
    "hook-keys": table(["key", "types", "default", ""], hookRows),
  });
}

function rowOf(key: string, { description, default: given, required, layers }: Spec): string[] {
  const only = layers === undefined ? "" : ` Counts only in: ${layers.join(", ")}.`;
  const value =
    given === undefined ? (required === true ? "required" : "none") : code(JSON.stringify(given));
  return [code(key), value, `${description}${only}`];
}
