import { readFileSync } from "node:fs";
import { commonFields, eventFields, toolEvents } from "../../../src/hook/event-fields.js";
import { toolInputs } from "../../../src/payload/index.js";
import type { KitTables } from "./kit-hosts.js";

/** `kits/snaphook_hook.py`: the same tables for Python. JSON texts are Python's texts too. */
export function pythonFile({ hosts, forms, marks, onlyIn, says }: KitTables): string {
  const template = readFileSync("scripts/generate/hook-kit/templates/snaphook_hook.py", "utf8");
  const events = Object.entries(eventFields).map(([event, fields]) => [event, snakeCase(fields)]);
  const tables = [
    `_SAYS = ${lines(Object.fromEntries(Array.from(says, ([event, parts]) => [event, [...parts]])))}`,
    `_HOSTS = ${lines(Object.fromEntries(Object.entries(hosts).map(([name, host]) => [name, JSON.stringify(host)])))}`,
    `_FORMS = ${list(forms.map((form) => form.join("|")))}`,
    `_MARKS = ${list(marks)}`,
    `_ONLY_IN = ${lines(onlyIn)}`,
    `_TOOL_INPUTS = ${lines(toolInputs)}`,
    `_TOOL_EVENTS = ${JSON.stringify(toolEvents)}`,
    `_COMMON_FIELDS = ${lines(snakeCase(commonFields))}`,
    `_EVENT_FIELDS = ${lines(Object.fromEntries(events) as object)}`,
  ];
  return template.replace("# TABLES", () => tables.join("\n"));
}

function lines(table: object): string {
  const rows = Object.entries(table).map(
    ([name, value]) => `    ${JSON.stringify(name)}: ${python(value)},`,
  );
  return `{\n${rows.join("\n")}\n}`;
}

function list(values: readonly unknown[]): string {
  return `[\n${values.map((value) => `    ${python(value)},`).join("\n")}\n]`;
}

/** JSON but for one word. */
function python(value: unknown): string {
  return JSON.stringify(value).replaceAll(/(:)null\b/g, "$1None");
}

function snakeCase(fields: object): object {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]: [string, unknown]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );
}
