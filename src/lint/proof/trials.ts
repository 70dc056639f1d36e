import { bridgeOf, ownNames, type ToolOperation } from "../../hosts/index.js";
import { isKnownEvent, sampleInput, samplePayload, type Payload } from "../../payload/index.js";
import type { Subject } from "../subject.js";
import { patternExamples } from "./pattern-example.js";
import type { ProofCase, Trial } from "./trial.js";

const MOST_TRIGGERS = 12;
const MOST_TOOLS = 3;

/** Quoted texts, patterns of `case` and `==`, and patterns of JavaScript. */
const quotes =
  /'([^'\n]*)'|"((?:[^"\\\n]|\\.)*)"|(?:^|\bin|;;)[ \t]*\(?([^\s()"'$#=;]+)\)|[!=]= *([^\s"'$\]=]+)|\/((?:[^/\n\\]|\\.){3,})\/[a-z]*[.,)]/gm;
const LONGEST_TRIGGER = 120;
/** A text rather than a pattern: a dot in it is a dot. */
const plain = /^[\w ./:=@-]+$/;

/** Names of fields and events, paths for jq, options, formats: nothing that a payload would hold as a value. */
const noTrigger =
  /^(?:\.(?:tool|hook|session|transcript|stop|cwd|prompt|message|command|source|reason|file|content)\w*\b.*|\.|[{[].*|-.*|%.*|utf-?8|[rwab]{1,2}|(?:tool|hook|session|transcript|stop)_\w+|(?:permission|hook|additional|updated|system)[A-Z]\w*|command|file_path|content|prompt|decision|reason|allow|deny|ask|block|approve|continue|name|main|__\w+__|Pre\w+|Post\w+|Stop|SessionStart|empty|null|true|false|.)$/i;

/**
 * What a script looks for, by its own texts: values that may make it do something. What it prints is not among them. A
 * place in the script is mostly reached by what is written shortly before it.
 */
export function triggersIn({ subject, raw }: ProofCase): string[] {
  const { script, fates } = subject;
  if (script === null) return [];
  const printed = fates.map(({ text }) => text.text);
  const near = raw.at?.end ?? 0;
  const texts = [...script.source.matchAll(quotes)]
    .map((match) => ({ text: match.slice(1).find((group) => group !== undefined) ?? "", match }))
    .toSorted((one, other) => distance(one.match.index, near) - distance(other.match.index, near));
  const found = new Set<string>();
  for (const { text } of texts) {
    if (found.size >= MOST_TRIGGERS) break;
    if (text.length > LONGEST_TRIGGER || /[$`]\w|\$\(/.test(text) || noTrigger.test(text)) continue;
    if (printed.some((other) => other.includes(text) && text.length * 2 > other.length)) continue;
    for (const example of plain.test(text) ? [text] : patternExamples(text))
      if (!noTrigger.test(example)) found.add(example);
  }
  return [...found].slice(0, MOST_TRIGGERS);
}

/** What comes after a place is further away than what comes before. */
function distance(index: number, place: number): number {
  return index <= place ? place - index : 4 * (index - place);
}

/** The event in Snaphook's words; of Cursor's events some are about one tool. */
export function eventOf({ canonical, hook: { host, event } }: Subject): string {
  const own = event ?? "";
  return canonical ?? bridgeOf(host)?.payload(own).toolEvents?.[own]?.canonical ?? own;
}

/** Tools that the hook runs for, by Snaphook's names. */
function toolsOf(subject: Subject): string[] {
  const { hook, script } = subject;
  const own = hook.event ?? "";
  const operation = bridgeOf(hook.host)?.payload(own).toolEvents?.[own]?.operation;
  if (operation !== undefined) return ownTool(operation);
  const named = (hook.matcher ?? "").split("|").flatMap((name) => ownName(hook.host, name));
  if (named.length > 0) return named.slice(0, MOST_TOOLS);
  const source = script?.source ?? "";
  const known = Object.values(ownNames.tools).map(({ name }) => name);
  const inSource = known.filter((name) => new RegExp(`["']${name}["']`).test(source));
  const byField = /file_path|filePath/.test(source) ? ["Write", "Edit"] : ["Bash"];
  return [...new Set([...inSource, ...byField])].slice(0, MOST_TOOLS);
}

function ownTool(operation: ToolOperation): string[] {
  const tool = ownNames.tools[operation];
  return tool === undefined ? [] : [tool.name];
}

function ownName(host: string, name: string): string[] {
  if (!/^\w+$/.test(name)) return [];
  const tools = Object.entries(bridgeOf(host)?.tools ?? {});
  const operation = tools.find(([, tool]) => tool.name === name)?.[0];
  return operation === undefined ? [name] : ownTool(operation as ToolOperation);
}

/** Payloads in which a hook finds what its script looks for. */
export function callsFor(subject: Subject): readonly Payload[] {
  const trials = trialsFor({ subject, raw: { message: "" } });
  return trials.flatMap(({ stdin }) => (typeof stdin === "string" ? [] : [stdin]));
}

/** Payloads for the hook: samples first, then such in which it finds what it looks for, all of it and one by one. */
export function trialsFor(given: ProofCase): Trial[] {
  const { subject } = given;
  const event = eventOf(subject);
  const triggers = triggersIn(given);
  const isAboutTool = isKnownEvent(event) && "tool_name" in samplePayload(event);
  const tools = isAboutTool ? toolsOf(subject) : [undefined];
  const values = [undefined, triggers.length > 1 ? triggers.join(" ") : undefined, ...triggers];
  return values
    .filter((value, index) => index === 0 || value !== undefined)
    .flatMap((value) => tools.map((tool) => ({ stdin: payloadOf(subject, tool, value) })));
}

/** The payload of the event; with a value, that is what every text in it holds. */
function payloadOf(subject: Subject, tool: string | undefined, value: string | undefined): Payload {
  const event = eventOf(subject);
  const sample = samplePayload(event, {
    ...(tool !== undefined && { tool_name: tool, tool_input: sampleInput(tool) }),
  });
  if (value === undefined) return sample;
  const filled: Record<string, unknown> = { ...sample };
  for (const name of ["tool_input", "tool_response"])
    if (filled[name] !== undefined) filled[name] = withTexts(filled[name], value);
  for (const name of ["prompt", "message", "error"]) if (name in filled) filled[name] = value;
  for (const { path } of subject.script?.facts.fields ?? []) {
    const [top = "", inner, ...deeper] = path.split(".");
    const within = filled[top];
    if (inner === undefined || deeper.length > 0 || typeof within !== "object") continue;
    if (!(inner in (within as object))) filled[top] = { ...within, [inner]: value };
  }
  return filled;
}

function withTexts(given: unknown, value: string): unknown {
  if (typeof given !== "object" || given === null) return given;
  return Object.fromEntries(
    Object.entries(given).map(([key, one]) => [key, typeof one === "string" ? value : one]),
  );
}
