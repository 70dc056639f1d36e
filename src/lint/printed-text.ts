import type { Write } from "./script/facts.js";
import { cutTo, findingOf, HOLE, optionsOf, textOf, type Value } from "./script/values.js";

/** A text that a hook gives to someone: a whole stream, or a field of its JSON. */
export interface PrintedText {
  readonly write: Write;
  /** `stdout`, `stderr`, or the path of the field. */
  readonly path: string;
  /** Stands for the text in a run that is only read; where it arrives, the text would. */
  readonly probe: string;
  /** What is known of it, holes as dots. */
  readonly text: string;
  /** To how many characters the script cuts it; 0 where it does not, or that is not known. */
  readonly most: number;
  /** The check whose findings are in it; null where there is none. */
  readonly finding: string | null;
}

/** What a write prints, as the host would get it. */
export interface Printed {
  readonly write: Write;
  readonly output: string;
  readonly texts: readonly PrintedText[];
  /** The answer, where it is JSON. */
  readonly answer: AnswerObject | null;
  /** The JSON was written by hand, with values put into it. */
  readonly isInterpolated: boolean;
  /** What it decides is known only when the script runs. */
  readonly isUncertain: boolean;
  /** It would be an answer, but for line breaks inside of its texts. */
  readonly isBroken?: true;
}

type AnswerObject = ReadonlyMap<string, Value>;

// eslint-disable-next-line no-control-regex
const COLOURS = /(?:\u001b|\\(?:033|e|x1b))\[[\d;]*m/gi;

/** A field with such a name is no stream. */
const streams: ReadonlySet<string> = new Set(["stdout", "stderr"]);

/** Fields whose values are words that the host knows. */
const words =
  /^(?:decision|permissionDecision|behavior|hookEventName|permission|action|type|async|asyncTimeout|cancel|continue|mode|destination)$/;

const objects = /^(?:updatedInput|updatedPermissions|tool_input|modifiedArgs|updated_input)$/;

/** A write as it would come out, with a probe for each text in it. */
export function printedBy(write: Write, event: string): Printed {
  const [value = write.value] = optionsOf(write.value).toSorted((a, b) => rank(b) - rank(a));
  const texts: PrintedText[] = [];
  const add = (path: string, text: string, from: Value): string => {
    const probe = `snaphook${write.id}x${texts.length}x`;
    const shown = text.replaceAll(COLOURS, "").replaceAll(HOLE, "…");
    const all = path === write.stream ? write.value : from;
    const finding = findingOf(all) ?? null;
    texts.push({ write, path, probe, text: shown, most: cutTo(from), finding });
    return probe;
  };
  const jsonBy = (answer: Value, isInterpolated: boolean): Printed => {
    let isUncertain = false;
    const unsure = (): void => void (isUncertain = true);
    const output = JSON.stringify(jsonOf(answer, "", { add, event, unsure }));
    const fields = answer.v === "object" ? answer.fields : null;
    return { write, output, texts, answer: fields, isInterpolated, isUncertain };
  };
  if (value.v === "json") return jsonBy(value.value, false);
  const text = textOf(value);
  const isText = !text.trimStart().startsWith("{");
  const parsed = isText ? undefined : parseWithHoles(text);
  // What is put in where no quotes are is JSON already: a number, or what `jq` or `json.dumps` made.
  if (parsed !== undefined) return jsonBy(parsed, hasHoleInText(text));
  // No line break may be in a text of JSON: whatever is put in, this is none.
  if (!isText && parseWithHoles(text.replaceAll(QUOTED, withoutBreaks)) !== undefined) {
    const output = text.replaceAll(HOLE, "x");
    const broken = { answer: null, isInterpolated: false, isUncertain: false } as const;
    return { write, output, texts, ...broken, isBroken: true };
  }
  const isUncertain = text.includes(HOLE) && (!isText || text.startsWith(HOLE));
  const output = isText ? add(write.stream, text, value) : text;
  return { write, output, texts, answer: null, isInterpolated: false, isUncertain };
}

/** What says most of what the hook wants is looked at. */
function rank(value: Value): number {
  if (value.v === "json") return 2;
  return value.v === "text" && value.text !== "" ? 1 : 0;
}

interface JsonContext {
  readonly add: (path: string, text: string, from: Value) => string;
  readonly event: string;
  readonly unsure: () => void;
}

function jsonOf(value: Value, path: string, context: JsonContext): unknown {
  const [first = value, ...more] = optionsOf(value);
  // A text that is sometimes empty, or not there.
  const isEmpty = first.v === "null" || (first.v === "text" && first.text === "");
  const chosen = isEmpty ? (more.find(({ v }) => v !== "null") ?? first) : first;
  const key = path.split(".").at(-1) ?? "";
  switch (chosen.v) {
    case "object":
      if (chosen.isOpen && !objects.test(key)) context.unsure();
      return Object.fromEntries(
        Array.from(chosen.fields, ([name, one]) => [
          name,
          jsonOf(one, path === "" && !streams.has(name) ? name : `${path}.${name}`, context),
        ]),
      );
    case "list":
      return chosen.items.map((item, index) => jsonOf(item, `${path}[${index}]`, context));
    case "number":
    case "flag":
      return chosen.value;
    case "null":
      return null;
    case "text":
      if (!words.test(key)) return chosen.text === "" ? "" : context.add(path, chosen.text, chosen);
      if (!chosen.text.includes(HOLE)) return chosen.text;
      break;
    case "json":
    case "payload":
    case "function":
    case "either":
    case "unknown":
      break;
  }
  if (objects.test(key)) return {};
  // Most take it from the payload.
  if (key === "hookEventName") return context.event;
  const isText = !words.test(key) && key !== "hookSpecificOutput";
  if (isText && path !== "") return context.add(path, HOLE, chosen);
  context.unsure();
  return path === "" ? {} : undefined;
}

const QUOTED = /"(?:[^"\\]|\\[^])*"/g;

function withoutBreaks(quoted: string): string {
  return quoted.replaceAll(/[\n\r\t]/g, " ");
}

function hasHoleInText(json: string): boolean {
  return [...json.matchAll(QUOTED)].some(([quoted]) => quoted.includes(HOLE));
}

/** JSON that was written by hand: a hole in it is a text, or a part of one. */
function parseWithHoles(text: string): Value | undefined {
  const filled = text.replaceAll(/"(?:[^"\\]|\\[^])*"|\0/g, (piece) =>
    piece === HOLE ? '"\\u0000"' : piece.replaceAll(HOLE, "\\u0000"),
  );
  try {
    return valueOf(JSON.parse(filled));
  } catch {
    return undefined;
  }
}

function valueOf(json: unknown): Value {
  if (typeof json === "string") return { v: "text", text: json };
  if (typeof json === "number") return { v: "number", value: json };
  if (typeof json === "boolean") return { v: "flag", value: json };
  if (json === null || typeof json !== "object") return { v: "null" };
  if (Array.isArray(json)) return { v: "list", items: json.map(valueOf) };
  const entries = Object.entries(json).map(([key, value]) => [key, valueOf(value)] as const);
  return { v: "object", fields: new Map(entries), isOpen: false };
}
