import { readFileSync } from "node:fs";
import { parse, printParseErrorCode, type ParseError } from "jsonc-parser";
import { ModelError } from "./model.js";
import { field } from "./record.js";
import { readScript, type Script } from "./scripted.js";

/** Reads the script of the embedded model from a file. What is wrong is reported with the file and the place in it. */
export function readScriptFile(file: string): Script {
  const wrong = (what: string): ModelError =>
    new ModelError(`The script ${file} cannot be played: ${what}.`, "no-model");
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    throw wrong(plainReasons.get(field(error, "code")) ?? "it cannot be read");
  }
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw wrong("it is not UTF-8 text");
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw wrong(faultIn(text));
  }
  const script = readScript(json);
  if ("error" in script) throw wrong(script.error);
  return script;
}

const plainReasons: ReadonlyMap<unknown, string> = new Map([
  ["ENOENT", "there is no such file"],
  ["EACCES", "permission denied"],
  ["EISDIR", "it is a folder"],
]);

/** The messages of JSON.parse differ from Node to Node and often have no place. */
function faultIn(text: string): string {
  const faults: ParseError[] = [];
  parse(text, faults, { disallowComments: true });
  const [fault] = faults;
  if (fault === undefined) return "it is not JSON";
  return `${placeOf(fault.offset, text)}: ${printParseErrorCode(fault.error)}`;
}

function placeOf(offset: number, text: string): string {
  const lines = text.slice(0, offset).split("\n");
  return `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
}
