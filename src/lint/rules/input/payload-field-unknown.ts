import { bridgeOf } from "../../../hosts/index.js";
import { samplePayload } from "../../../payload/index.js";
import type { Rule } from "../../rule.js";
import { sentTo } from "../../sent-fields.js";
import { payloadFieldBad, payloadFieldGood } from "./payload-field-examples.js";
import { mistaken } from "./mistaken-names.js";
import { renamed } from "./rename-field.js";
import { hasOther, isTrial, topOf, unknownFields } from "./never-sent.js";

/** Events on which the tool's input is in the payload itself, next to those that the bridge knows. */
const flat: Readonly<Record<string, readonly string[]>> = {
  afterFileEdit: ["file_path"],
  afterTabFileEdit: ["file_path"],
};

/** What the host calls a field of Snaphook's payload on this event; null where it sends no such field. */
function nameHere(field: string, { names, inside }: HostFields): string | null {
  const [first = "", ...rest] = field.split(".");
  if (inside !== undefined && first === "tool_input") {
    const [name = ""] = rest;
    return inside.includes(name) ? name : null;
  }
  return [names[first] ?? first, ...rest].join(".");
}

interface HostFields {
  /** Snaphook's name to the host's. */
  readonly names: Readonly<Record<string, string>>;
  /** Fields of the tool's input that are in the payload itself. */
  readonly inside: readonly string[] | undefined;
}

/** The field that was meant; undefined where the host may well send this one. */
function meantBy(top: string, { names, inside }: HostFields): string | undefined {
  if (Object.values(names).includes(top) || inside?.includes(top) === true) return undefined;
  if (inside !== undefined && top === "tool_input") return `tool_input.${inside[0] ?? ""}`;
  if (Object.hasOwn(names, top)) return top;
  return Object.hasOwn(mistaken, top) ? mistaken[top] : undefined;
}

/** Names of the same fields, as Copilot has them and as all others do. */
const styles = [
  /^tool_(?:name|input|response|use_id)$/,
  /^tool(?:Name|Args|Input|Result)$/,
] as const;

/** `toolName` and `toolArgs` beside `tool_input`: a branch for each of two hosts. One such name alone is a mistake. */
function ofOtherStyle(
  read: ReadonlySet<string>,
  here: ReadonlySet<string>,
): (name: string) => boolean {
  const own = styles.find((style) => [...read].some((name) => style.test(name) && here.has(name)));
  const other = styles.find((style) => style !== own);
  const names = [...read].filter((name) => own !== undefined && other?.test(name) === true);
  return (name) => names.length > 1 && names.includes(name);
}

export const payloadFieldUnknown: Rule = {
  code: "payload-field-unknown",
  group: "input",
  severity: "error",
  confidence: "shape",
  fix: "unsafe",
  *check(subject) {
    const { script, hook, canonical } = subject;
    yield* unknownFields(subject, (name) => Object.hasOwn(mistaken, name));
    const event = hook.event ?? "";
    const form = bridgeOf(hook.host)?.payload(event);
    const inside = form?.toolEvents?.[event]?.fields ?? flat[event];
    if (script === null || (canonical === null && inside === undefined)) return;
    const fields: HostFields = { names: form?.fields ?? {}, inside };
    const sent = new Set([
      ...Object.keys(samplePayload(canonical ?? event)),
      ...(sentTo(subject).payload ?? []),
    ]);
    // By the names that the host has for them.
    const here = new Set(
      [...sent].flatMap((name) =>
        inside !== undefined && name === "tool_input" ? [] : [fields.names[name] ?? name],
      ),
    );
    const read = new Set(script.facts.fields.map(topOf));
    const isForOther = ofOtherStyle(read, here);
    const seen = new Set<string>();
    for (const field of script.facts.fields) {
      const { at } = field;
      const top = topOf(field);
      if (hasOther(field, script.facts.fields, here)) continue;
      if (isForOther(top)) continue;
      const meant = meantBy(top, fields);
      const name = meant === undefined ? null : nameHere(meant, fields);
      const first = name?.split(".", 1)[0] ?? "";
      if (name === null || first === top || seen.has(top)) continue;
      // One of several that are tried one after the other stands for all.
      const key = field.group === undefined ? null : `group ${field.group}`;
      if (key !== null && seen.has(key)) continue;
      if (key !== null) seen.add(key);
      // In a shell script one field after the other is tried.
      if (read.has(first) && script.parsed.language === "shell") continue;
      if (sent.has(top) && nameHere(top, fields) === top) continue;
      // A script for several events asks for what only some of them send.
      if (meant?.startsWith("tool_") === true && !sent.has("tool_name") && inside === undefined)
        continue;
      seen.add(top);
      yield {
        at,
        // Where the right one is read too, this may be for another host.
        severity:
          read.has(first) || field.isFallback === true || isTrial(field, script.facts.fields)
            ? "warning"
            : "error",
        message: `${hook.host} sends no field \`${top}\` on ${hook.event}: what is read from it is always empty.`,
        sees: { user: "nothing", model: "nothing" },
        fix: {
          safety: "unsafe",
          description: `read \`${name}\``,
          edits: renamed(
            script.source,
            script.facts.fields.filter((one) => topOf(one) === top),
            top,
            name,
          ),
        },
      };
    }
  },
  bad: payloadFieldBad,
  good: payloadFieldGood,
};
