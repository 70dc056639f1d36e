import { parse, TomlDate, TomlError, type TomlTable, type TomlValue } from "smol-toml";
import type { Located } from "../config/index.js";
import type { HostFileText } from "./read-file.js";
import type { SettingsRead } from "./read-json.js";
import { stepTo, tomlLines, type TomlLines } from "./toml-lines.js";

/** As deep as settings in JSON are looked into. */
const DEEPEST = 64;

/** Reads TOML with its lines. A key that appears twice is a fault of the text, as the language has it. */
export function readToml({
  text,
  isUtf8,
  hasBom,
}: Extract<HostFileText, { state: "read" }>): SettingsRead {
  if (!isUtf8) return { fault: "bytes that are not UTF-8", line: 1 };
  let table: TomlTable;
  try {
    table = parse(text, { integersAsBigInt: "asNeeded" });
  } catch (error) {
    if (!(error instanceof TomlError)) return { beyond: "a value nested too deep" };
    return { fault: error.message.split("\n", 1)[0] ?? "no TOML", line: error.line };
  }
  const root = locate(table, "", tomlLines(text), 0);
  return hasBom ? { root, doubt: "a byte order mark" } : { root };
}

function locate(value: TomlValue, path: string, lines: TomlLines, depth: number): Located {
  const line = path === "" ? 1 : (lines.get(path) ?? null);
  if (typeof value === "string") return { type: "text", value, line };
  if (typeof value === "number" || typeof value === "bigint")
    return { type: "number", value, line };
  if (typeof value === "boolean") return { type: "flag", value, line };
  if (value instanceof TomlDate) return { type: "unfit", why: "a date", line };
  if (depth >= DEEPEST) return { type: "unfit", why: "a value nested too deep", line };
  if (Array.isArray(value)) {
    const items = value.map((item, at) => locate(item, stepTo(path, at), lines, depth + 1));
    return { type: "list", items, line };
  }
  const members = Object.entries(value).map(([key, item]) => {
    const at = stepTo(path, key);
    return { key, line: lines.get(at) ?? null, value: locate(item, at, lines, depth + 1) };
  });
  return { type: "object", members, line };
}
