/** A variable that is given a value. */
const FOLDER = String.raw`(?:const|let|var)\s+(\w+)\s*=\s*(?:path\.)?`;
const OWN = String.raw`(?:__dirname|(?:path\.)?dirname\((?:url\.)?fileURLToPath\(import\.meta\.url\)\)|import\.meta\.dirname)`;
const MOST_FOLDERS = 20;

/**
 * The script that a small one in JavaScript starts by its first argument: `node run.mjs guard` runs `scripts/guard.mjs`. A path from
 * the folder of the small one; null where it starts none, or which one is known only when it runs.
 */
export function dispatched(source: string, argument: string): string | null {
  const named = /(?:const|let|var)\s+(\w+)\s*=[^;\n]*process\.argv\[2\]/.exec(source)?.[1];
  if (named === undefined) return null;
  const folders = foldersIn(source);
  const joined =
    /(?:const|let|var)\s+(\w+)\s*=\s*(?:path\.)?(?:join|resolve)\(([^;]+?)\)\s*;?\s*\n/g;
  for (const [, target = "", given = ""] of source.matchAll(joined)) {
    const parts = given.split(",").map((part) => part.trim());
    const last = nameIn(parts.pop() ?? "", named, argument);
    if (last === null || !isStarted(source, target)) continue;
    const [first = "", ...rest] = parts;
    const folder = new RegExp(`^${OWN}$`).test(first) ? "." : folders.get(first);
    const between = rest.map((part) => /^["'`]([\w./-]+)["'`]$/.exec(part)?.[1]);
    if (folder === undefined || between.includes(undefined)) continue;
    return [folder, ...between, last].join("/");
  }
  return null;
}

/** Variables that hold a folder, from that of the script. */
function foldersIn(source: string): ReadonlyMap<string, string> {
  const folders = new Map<string, string>();
  for (const [, name = ""] of source.matchAll(new RegExp(`${FOLDER}${OWN}`, "g")))
    folders.set(name, ".");
  const derived = new RegExp(
    String.raw`${FOLDER}(?:dirname\((\w+)\)|(?:join|resolve)\((\w+),\s*["']([\w./-]+)["']\))`,
    "g",
  );
  for (const [, name = "", of = "", from = "", path = ""] of source.matchAll(derived)) {
    const base = folders.get(of === "" ? from : of);
    if (base !== undefined && folders.size < MOST_FOLDERS)
      folders.set(name, `${base}/${of === "" ? path : ".."}`);
  }
  return folders;
}

/** `` `${name}.mjs` `` or `name + ".mjs"`, with the argument in it. */
function nameIn(text: string, named: string, argument: string): string | null {
  const template = new RegExp(String.raw`^\`([\w-]*)\$\{${named}\}([\w.-]*)\`$`).exec(text);
  const sum = new RegExp(String.raw`^${named}\s*\+\s*["']([\w.-]+)["']$`).exec(text);
  if (template !== null) return `${template[1]}${argument}${template[2]}`;
  return sum === null ? null : `${argument}${sum[1]}`;
}

/** It is given to a program, or taken in as a module. */
function isStarted(source: string, target: string): boolean {
  const calls = String.raw`(?:spawn|spawnSync|execFile|execFileSync|fork|import|require)`;
  return new RegExp(String.raw`\b${calls}\([^;]{0,80}\b${target}\b`).test(source);
}
