import { bridgeOf } from "../../../hosts/index.js";
import type { RawFinding } from "../../finding.js";
import { namesIn } from "../../matcher-names.js";
import type { FieldRead } from "../../script/facts.js";
import { isBuiltIn, isOfOtherHost, sentTo } from "../../sent-fields.js";
import { wholeSource, type Subject } from "../../subject.js";

/** Something else is used where it is not there. */
export function hasOther(
  field: FieldRead,
  all: readonly FieldRead[],
  sent: ReadonlySet<string>,
): boolean {
  return (
    field.group !== undefined &&
    all.some((other) => other.group === field.group && sent.has(topOf(other)))
  );
}

/** Many names that are tried one after the other are for many hosts. */
export function isTrial({ group }: FieldRead, all: readonly FieldRead[]): boolean {
  const tried = all.filter((one) => group !== undefined && one.group === group);
  return new Set(tried.map(topOf)).size > 2;
}

export function topOf({ path }: FieldRead): string {
  return path.split(".", 1)[0] ?? "";
}

/** How scripts ask for what a program has ended with. */
const EXIT_CODE = /^tool_response\.(?:exit_?code|return_?code|status_code)$/i;

const inputName = ({ path }: FieldRead): string => path.slice("tool_input.".length);

/** Fields that the host never sends, whatever was meant by them. */
export function* unknownFields(
  subject: Subject,
  isMistaken: (name: string) => boolean,
): Generator<RawFinding> {
  const { script, hook } = subject;
  const { payload, input } = sentTo(subject);
  if (script === null || payload === null) return;
  const fields = script.facts.fields.filter(({ isGuess }) => !isGuess);
  yield* searchedFields(subject, payload);
  const isForMany = fields.some(({ path }) => path === "hook_event_name");
  const seen = new Set<string>();
  const unread = { user: "nothing", model: "nothing" };
  for (const field of fields) {
    const top = topOf(field);
    const { path, at } = field;
    if (seen.has(top) || payload.has(top) || isMistaken(top)) continue;
    if (!/^[A-Za-z]\w+$/.test(top) || isBuiltIn(top) || isOfOtherHost(top, hook.host)) continue;
    if (isForMany || hasOther(field, fields, payload)) continue;
    seen.add(top);
    yield {
      at,
      severity: "warning",
      message: `${hook.host} sends no field \`${path}\` on ${hook.event}: what is read from it is always empty.`,
      sees: unread,
      fix: { safety: "unsafe", description: `fields that it sends: ${own(payload).join(", ")}` },
    };
  }
  const code = fields.find(({ path }) => EXIT_CODE.test(path));
  if (code !== undefined && hook.host === "claude-code" && input?.has("command") === true)
    yield {
      at: code.at,
      message: `${hook.host} sends no exit code: ${hook.event} is only for calls that have succeeded, and \`${code.path}\` is always empty.`,
      sees: unread,
      fix: { safety: "unsafe", description: "attach the hook to PostToolUseFailure" },
    };
  if (code === undefined) yield* unreadOutput(subject, fields);
  const response = fields.find(({ path }) => /^tool_response\.\w/.test(path));
  if (response !== undefined && hook.host === "codex" && !isBuiltIn(response.path.slice(14)))
    yield {
      at: response.at,
      severity: "warning",
      message: `codex sends \`tool_response\` as a text: \`${response.path}\` is always empty.`,
      sees: unread,
      fix: { safety: "unsafe", description: "look into the text of `tool_response`" },
    };
  const inputs = fields.filter(({ path }) => /^tool_input\.\w+$/.test(path));
  const [first] = inputs;
  yield* unreadTools(subject, inputs);
  if (first === undefined || input === null || input.size === 0) return;
  if (inputs.some((one) => input.has(inputName(one)) || isBuiltIn(inputName(one)))) return;
  yield {
    at: first.at,
    message: `${hook.matcher} has no \`${inputName(first)}\` in its input: what is read from it is always empty.`,
    sees: unread,
    fix: { safety: "unsafe", description: `fields of the input: ${[...input].join(", ")}` },
  };
}

/** A name that is searched in the text of a payload that has no such field, nor a tool's input. */
function* searchedFields(
  { script, hook }: Subject,
  payload: ReadonlySet<string>,
): Generator<RawFinding> {
  if (payload.has("tool_input")) return;
  const found = script?.facts.searched.filter(
    ({ name }) => !payload.has(name) && !isOfOtherHost(name, hook.host),
  );
  for (const { name, at } of found ?? [])
    yield {
      at,
      severity: "warning",
      message: `${hook.host} sends no field \`${name}\` on ${hook.event}: what is searched here is never found.`,
      sees: { user: "nothing", model: "nothing" },
      fix: { safety: "unsafe", description: `fields that it sends: ${own(payload).join(", ")}` },
    };
}

/** The whole input is looked at, by whatever names. */
const WHOLE =
  /(?:dumps|str|stringify|repr)\(\s*[\w.]*tool_input\b|tool_input(?:\s*\|| *\/\/ *\{\} *\|)/;

/** Where Claude Code puts what a command has printed, and what it says of it. */
const OUTPUT = /^tool_response\.(?:stdout|stderr|interrupted|isImage|\w*[bB]ackground\w*)$/;
/** The whole response is looked at, by whatever names. */
const WHOLE_RESPONSE =
  /(?:dumps|str|stringify|repr|String)\(\s*[\w.]*(?:resp\w*|result|tr|output)\s*[,)]|tool_response(?:\s*\||[^\n]*\b(?:tostring|type)\b)/;

/** What a command has printed is asked for by names that are not there. */
function* unreadOutput(
  { hook, script, canonical }: Subject,
  fields: readonly FieldRead[],
): Generator<RawFinding> {
  if (hook.host !== "claude-code" || canonical !== "PostToolUse" || script === null) return;
  if (namesIn(hook.matcher)?.includes("Bash") !== true) return;
  const read = fields.filter(
    ({ path }) => /^tool_response\.\w/.test(path) && !isBuiltIn(path.slice(14)),
  );
  const [first] = read;
  if (first === undefined || read.some(({ path }) => OUTPUT.test(path))) return;
  if (WHOLE_RESPONSE.test(wholeSource(script))) return;
  yield {
    at: first.at,
    severity: "warning",
    message: `Bash has its output in \`tool_response.stdout\` and \`tool_response.stderr\`, which the hook never reads: \`${first.path}\` is always empty there.`,
    sees: { user: "nothing", model: "nothing" },
    fix: { safety: "unsafe", description: "read `tool_response.stdout` and `.stderr` too" },
  };
}

/** A tool's path, and the text that it writes: each tool has its own names for them. */
const roles: readonly { readonly names: RegExp; readonly what: string; readonly tools: RegExp }[] =
  [
    { names: /_path$/, what: "path", tools: /./ },
    { names: /^(?:content|new_string)$/, what: "text", tools: /^(?:Edit|Write)$/ },
  ];

const ASKS =
  /[=!]=?=? *["'](?:Write|Edit)["']|^[ \t]*["']?(?:\w+\|)*(?:Write|Edit)["']?(?:\|[\w|]+)?\)/m;

/** `Edit|Write|NotebookEdit`, and only `file_path` is read: of a notebook the hook sees nothing. */
function* unreadTools(
  { hook, script }: Subject,
  inputs: readonly FieldRead[],
): Generator<RawFinding> {
  const tools = namesIn(hook.matcher) ?? [];
  const read = new Set(inputs.map(inputName));
  const [first] = inputs;
  if (first === undefined || WHOLE.test(script === null ? "" : wholeSource(script))) return;
  // Who asks for the tool knows what it has.
  const isAsked =
    script?.facts.compared.some(({ path }) => path === "tool_name") === true ||
    (script !== null && ASKS.test(wholeSource(script)));
  for (const { names, what, tools: known } of roles) {
    const namesOf = (tool: string): readonly string[] => {
      const fields = bridgeOf(hook.host)?.inputFields?.(tool);
      const all = [...(fields?.required ?? []), ...(fields?.optional ?? [])];
      return known.test(tool) ? all.filter((name) => names.test(name)) : [];
    };
    const isRead = (tool: string): boolean => namesOf(tool).some((name) => read.has(name));
    if (!tools.some(isRead) || (isAsked && what === "text")) continue;
    for (const tool of tools) {
      const [name] = namesOf(tool);
      if (name === undefined || isRead(tool)) continue;
      yield {
        at: first.at,
        severity: "warning",
        message: `${tool} has its ${what} in \`${name}\`, which the hook never reads: it does nothing for that tool.`,
        sees: { user: "nothing", model: "nothing" },
        fix: { safety: "unsafe", description: `read \`tool_input.${name}\` too` },
      };
    }
  }
}

/** What is about the event, and not about the session. */
function own(payload: ReadonlySet<string>): readonly string[] {
  return [...payload].filter(
    (name) =>
      !/^(?:session_id|transcript_path|cwd|hook_event_name|prompt_id|permission_mode|effort|scratchpad_dir|turn_id|model)$/.test(
        name,
      ),
  );
}
