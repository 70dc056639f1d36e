import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { nearestName } from "../../problem/index.js";
import { schema as spec } from "../command-spec.js";
import { writeAll } from "../files.js";
import { prepare } from "../prepare.js";
import { UsageError } from "../usage-error.js";

const folder = fileURLToPath(new URL("../../../schemas/", import.meta.url));
const END = ".schema.json";

/** Prints one of the package's JSON Schemas, or lists them. */
export function run(argv: readonly string[]): number {
  const given = prepare(spec, argv);
  if (given === null) return 0;
  const words = given.positionals;
  const known = schemaNames();
  if (words.length === 0) {
    writeAll(1, given.flag("json") ? `${JSON.stringify(known)}\n` : `${known.join("\n")}\n`);
    return 0;
  }
  const [kind = "", ...rest] = words;
  const name = rest.length === 0 ? kind : `${kind} ${rest.join(" ")}`;
  if (!known.includes(name)) {
    const meant = nearestName(name, known);
    const hint = meant === undefined ? "snaphook schema lists them" : `did you mean ${meant}?`;
    throw new UsageError(`no schema ${JSON.stringify(name)}; ${hint}`);
  }
  writeAll(1, readFileSync(join(folder, `${pathOf(name)}${END}`), "utf8"));
  return 0;
}

/** `settings`, `payload EVENT`, `answer DIALECT EVENT`. */
function schemaNames(): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(END))
    .map((path) => path.slice(0, -END.length).replaceAll(/[/\\.]/g, " "))
    .toSorted();
}

function pathOf(name: string): string {
  const [kind = "", ...rest] = name.split(" ");
  return rest.length === 0 ? kind : `${kind}/${rest.join(".")}`;
}
