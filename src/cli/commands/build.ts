import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { extname } from "node:path";
import { replaceFile } from "../../io/index.js";
import { forTerminalLine, toJsonText } from "../../show/index.js";
import type { Arguments } from "../arguments.js";
import { buildJavaScript } from "../build/build-javascript.js";
import { kitText } from "../build/kits.js";
import { putIntoPython, putIntoShell } from "../build/put-kit-in.js";
import { build as spec } from "../command-spec.js";
import { writeAll } from "../files.js";
import { prepare } from "../prepare.js";
import { UsageError } from "../usage-error.js";

/** Makes one file of a hook and the kit that it imports, or prints the kit. */
export async function run(argv: readonly string[]): Promise<number> {
  const given = prepare(spec, argv);
  if (given === null) return 0;
  const kit = given.text("kit");
  const [path, ...more] = given.positionals;
  if (kit !== undefined) {
    if (path !== undefined) throw new UsageError("give a hook or --kit, not both");
    return put(given, kitText(kit), { kit });
  }
  if (path === undefined || more.length > 0)
    throw new UsageError("which hook? For example: snaphook build hooks/guard.mjs --out guard.mjs");
  const { text, by } = await built(path, read(path));
  return put(given, text, { hook: path, by });
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${(error as Error).message}`);
  }
}

async function built(
  path: string,
  source: string,
): Promise<{ readonly text: string; readonly by: string }> {
  switch (extname(path)) {
    case ".py":
      return {
        text: withKit(path, putIntoPython(source), "from snaphook_hook import …"),
        by: "kit",
      };
    case ".sh":
    case ".bash":
      return { text: withKit(path, putIntoShell(source), '. "…/snaphook-hook.sh"'), by: "kit" };
    case ".js":
    case ".mjs":
    case ".cjs":
    case ".ts":
    case ".mts":
    case ".cts": {
      const made = await buildJavaScript(path, source);
      check(path, made.text);
      return made;
    }
    default:
      throw new UsageError(`${path}: a hook is a .mjs, .js, .cjs, .ts, .mts, .py or .sh file`);
  }
}

function withKit(path: string, text: string | null, how: string): string {
  if (text === null) throw new UsageError(`${path} does not use the kit: it has no line ${how}`);
  return text;
}

/** What Node cannot read would end with 1, and so let everything pass on most hosts. */
function check(path: string, text: string): void {
  const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "--check"], {
    input: text,
    encoding: "utf8",
  });
  if (status !== 0) throw new UsageError(`${path} became what Node cannot read: ${stderr.trim()}`);
}

function put(given: Arguments, text: string, about: Readonly<Record<string, string>>): number {
  const out = given.text("out");
  if (out === undefined) {
    writeAll(1, text);
    return 0;
  }
  const hook = about["hook"];
  if (hook !== undefined && existsSync(out) && realpathSync(out) === realpathSync(hook))
    throw new UsageError(`--out ${out} is the hook itself`);
  // Whoever may start the one may start the other.
  replaceFile(out, text, hook === undefined ? {} : { mode: statSync(hook).mode & 0o777 });
  const bytes = Buffer.byteLength(text);
  writeAll(
    1,
    given.flag("json")
      ? `${toJsonText({ ...about, out, bytes })}\n`
      : `wrote ${forTerminalLine(out)} (${Math.ceil(bytes / 1024)} KB): one file that needs nothing else\n`,
  );
  return 0;
}
