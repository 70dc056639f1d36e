import { readFileSync } from "node:fs";
import type { KitHost } from "../../../src/hook/kit-host.js";
import { toolInputs } from "../../../src/payload/index.js";
import type { KitTables } from "./kit-hosts.js";

/** What can be said in the shell: one thing at a time, and nothing that would have to be written as JSON. */
const shapes = ["d", "h", "q", "f", "a", "ar", "c", "w"];

/** `kits/snaphook-hook.sh`: the same tables for awk, as far as the shell can use them. */
export function shellFile(tables: KitTables): string {
  const template = readFileSync("scripts/generate/hook-kit/templates/snaphook-hook.sh", "utf8");
  const used = new Map<number, number>();
  const numbered = (form: number): number => {
    if (!used.has(form)) used.set(form, used.size + 1);
    return used.get(form) ?? 0;
  };
  const rows = Object.entries(tables.hosts).flatMap(([name, host]) =>
    hostLines(name, host, numbered),
  );
  const forms = Array.from(used, ([form, number]) =>
    statement("formTexts", [number], (tables.forms[form] ?? []).join("|")),
  );
  const marks = tables.marks.map(({ host, fields = [], lacks = [], variables = {} }) => {
    const named = Object.entries(variables).map(([name, field]) => `${name}=${field ?? ""}`);
    return `marks[++markCount] = ${text([host, fields.join(","), lacks.join(","), named.join(",")].join("|"))}`;
  });
  const lines = [
    ...rows,
    ...forms,
    ...marks,
    ...Object.entries(tables.onlyIn).map(([event, host]) => statement("onlyIn", [event], host)),
    ...Array.from(tables.says.keys(), (event) => statement("says", [event], "1")),
    ...Object.entries(toolInputs).map(([tool, fields]) =>
      statement("inputs", [tool], pairs(fields)),
    ),
  ];
  const body = `function tables() {\n${lines.map((line) => `  ${line}`).join("\n")}\n}`;
  if (body.includes("'")) throw new Error("the shell's quotes are in a table");
  return template.replace("# TABLES", () => body);
}

const first = (
  events: readonly (readonly [string, KitHost["events"][string]])[],
): Map<string, string> => new Map(events.toReversed().map(([event, [called]]) => [called, event]));

function hostLines(name: string, host: KitHost, numbered: (form: number) => number): string[] {
  const unnamed = Object.entries(host.events).filter(
    ([, [, payload]]) => host.payloads[payload]?.isUnnamed === true,
  );
  return [
    statement("known", [name], "1"),
    ...(host.silence === undefined ? [] : [statement("silence", [name], host.silence)]),
    statement("mcp", [name], `${host.mcp[0]}|${host.mcp[1] ?? ""}`),
    ...Object.entries(host.events).map(([event, [called, payload, answers]]) =>
      statement("row", [name, event], `${called}|${name}-${payload}|${name}-${answers}`),
    ),
    ...Array.from(first(Object.entries(host.events)), ([called, event]) =>
      statement("named", [name, called], event),
    ),
    ...Array.from(first(unnamed), ([called, event]) => statement("unnamed", [name, called], event)),
    ...host.payloads.flatMap(({ fields, isText, tool }, index) => [
      ...(Object.keys(fields).length > 0
        ? [statement("fields", [`${name}-${index}`], pairs(fields))]
        : []),
      ...(isText === true ? [statement("isText", [`${name}-${index}`], "1")] : []),
      ...(tool === undefined
        ? []
        : [statement("toolOf", [`${name}-${index}`], `${tool[0]}=${tool[1].join("+")}`)]),
    ]),
    ...host.answers.map((answers, index) => {
      const said = shapes.flatMap((shape) => {
        const form = answers[shape];
        return form === undefined ? [] : [`${shape}=${numbered(form)}`];
      });
      return statement("forms", [`${name}-${index}`], said.join(","));
    }),
    ...Object.entries(host.tools).map(([tool, row]) =>
      statement(
        "tools",
        [name, tool],
        [row.name, pairs(row.fields ?? {}), (row.covers ?? []).join(",")].join("|"),
      ),
    ),
  ];
}

function statement(array: string, keys: readonly (string | number)[], value: string): string {
  return `${array}[${keys.map((key) => text(String(key))).join(", ")}] = ${text(value)}`;
}

function pairs(fields: object): string {
  return Object.entries(fields)
    .map(([one, other]) => `${one}=${String(other)}`)
    .join(",");
}

/** A text of awk. */
function text(value: string): string {
  return JSON.stringify(value);
}
