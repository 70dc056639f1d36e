import { escapeActing } from "./for-terminal.js";

/** JSON text of a value in which BigInts are written digit by digit, which `JSON.stringify` refuses to do. */
export function toJsonText(value: unknown, indent = 2): string {
  return write(value, indent === 0 ? null : " ".repeat(indent), "") ?? "null";
}

/** Undefined for what JSON leaves out. `indent` is null for one line. */
function write(value: unknown, indent: string | null, margin: string): string | undefined {
  if (typeof value === "bigint") return value.toString();
  if (typeof value === "string") return quote(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = indent === null ? "" : margin + indent;
  const isArray = Array.isArray(value);
  const parts = isArray
    ? value.map((item) => write(item, indent, inner) ?? "null")
    : Object.entries(value).flatMap(([key, item]) => {
        const text = write(item, indent, inner);
        return text === undefined ? [] : [`${quote(key)}:${indent === null ? "" : " "}${text}`];
      });
  const [open, close] = isArray ? ["[", "]"] : ["{", "}"];
  if (parts.length === 0) return open + close;
  if (indent === null) return `${open}${parts.join(",")}${close}`;
  return `${open}\n${parts.map((part) => inner + part).join(",\n")}\n${margin}${close}`;
}

/** A string whose control and direction characters are escapes: the text may be printed on a terminal. */
function quote(text: string): string {
  return escapeActing(JSON.stringify(text));
}
