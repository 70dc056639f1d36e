import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { UsageError } from "../usage-error.js";

/** A kit as it is in the package: a file for authors to import, and what is put into a hook's own file. */
interface KitFiles {
  /** The name that hooks import it by. */
  readonly name: string;
  readonly path: string;
}

const folder = (path: string): string =>
  fileURLToPath(new URL(`../../../${path}`, import.meta.url));

const kits = {
  node: { name: "snaphook-hook.mjs", path: "dist/lib/hook.js" },
  python: { name: "snaphook_hook.py", path: "kits/snaphook_hook.py" },
  sh: { name: "snaphook-hook.sh", path: "kits/snaphook-hook.sh" },
} as const satisfies Readonly<Record<string, KitFiles>>;

export type KitName = keyof typeof kits;

/** The text of a kit that hooks import as a file of its own. */
export function kitText(given: string): string {
  const names = Object.keys(kits) as KitName[];
  const name = names.find((one) => one === given);
  if (name === undefined) throw new UsageError(`--kit ${given}: known are ${names.join(", ")}`);
  return readFileSync(kitPath(name), "utf8");
}

/** Where the kit's file is. */
export function kitPath(name: KitName): string {
  return folder(kits[name].path);
}

/** The kit for Node as one statement, which a file of either kind can hold. */
export function inlineKit(): string {
  return readFileSync(folder("dist/lib/hook-inline.js"), "utf8").trim();
}
