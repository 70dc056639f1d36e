import type { HookExecutionRecord } from "../agent/index.js";
import type { Engine } from "../engine/index.js";
import { callText, outcomeText, readingFacts } from "../recorded/index.js";
import { noColours, readingText, toJsonText } from "../show/index.js";
import type { Traced } from "./activity.js";
import { counted } from "./text-layout.js";

/** What a line that begins with a slash asks for. */
export type Command =
  | { readonly name: "hooks"; readonly what: "list" | "history" | "clear" }
  | { readonly name: "trust" }
  | { readonly name: "trace"; readonly number: number | null }
  | { readonly name: "permissions"; readonly call: { tool: string; input: unknown } | null }
  | { readonly name: "compact"; readonly instructions: string }
  | { readonly name: "help" }
  | { readonly name: "quit" }
  | { readonly name: "wrong"; readonly why: string };

const usage: readonly (readonly [string, string])[] = [
  [
    "/hooks",
    "the hooks there are, their state and last run; /hooks history shows or hides those that ran, /hooks clear forgets them",
  ],
  ["/trust", "shows the hooks that are not approved again"],
  ["/trace [N]", "the last events and what came of them; with a number one of them in full"],
  ["/permissions [TOOL INPUT]", "the rules, or what they say to a call; INPUT is JSON"],
  ["/compact [WISHES]", "has the model sum up the conversation, to make room"],
  ["/help", "this, and the keys"],
  ["/quit", "ends the session"],
];

/** Null where the text is a prompt. A space before the slash makes it one. */
export function readCommand(text: string): Command | null {
  const found = /^\/(\S*)\s*([\s\S]*)$/.exec(text.trimEnd());
  if (found === null) return null;
  const [, name = "", rest = ""] = found;
  switch (name) {
    case "hooks":
      if (rest === "" || rest === "list") return { name, what: "list" };
      return rest === "history" || rest === "clear"
        ? { name, what: rest }
        : wrong(`/hooks takes history or clear, not ${rest}`);
    case "trace":
      if (rest === "") return { name, number: null };
      return /^\d{1,4}$/.test(rest)
        ? { name, number: Number(rest) }
        : wrong(`/trace wants a number, not ${rest}`);
    case "permissions":
      return rest === "" ? { name, call: null } : readCall(rest);
    case "compact":
      return { name, instructions: rest };
    case "trust":
    case "help":
    case "quit":
      return { name };
    case "exit":
      return { name: "quit" };
    default: {
      const known = usage.map(([line]) => line.split(" ", 1)[0]).join(", ");
      return wrong(
        `There is no command /${name}; there are: ${known}. Put a space before it to send it as a prompt.`,
      );
    }
  }
}

function readCall(rest: string): Command {
  const [, tool = "", json = ""] = /^(\S+)\s*([\s\S]*)$/.exec(rest) ?? [];
  if (json === "")
    return wrong(`/permissions ${tool} wants the input as JSON, as {"command":"ls"}`);
  try {
    return { name: "permissions", call: { tool, input: JSON.parse(json) as unknown } };
  } catch (error) {
    return wrong(`The input is no JSON: ${(error as Error).message}`);
  }
}

function wrong(why: string): Command {
  return { name: "wrong", why };
}

/** Not yet made safe, as all texts here: that is done where they are shown. */
export function helpText(): string {
  const keys = [
    "Enter sends; Alt-Enter, or \\ and Enter, begins a line",
    "↑ ↓ what was sent before; Ctrl-A Ctrl-E Ctrl-K Ctrl-U Ctrl-W Alt-B Alt-F as in a shell",
    "Ctrl-O shows texts whole, or folds them again",
    "Ctrl-C ends the turn; twice it quits",
  ];
  return [...usage.map(([line, what]) => `${line}: ${what}`), ...keys].join("\n");
}

/** Every hook that is configured: whether it runs, and how it ran last. */
export function hooksText(
  engine: Pick<Engine, "settings" | "review">,
  history: readonly HookExecutionRecord[],
): string {
  const ofProject = engine.review();
  const others = engine.settings.hooks.filter(
    ({ id }) => !ofProject.some(({ hook }) => hook.id === id),
  );
  const rows = [
    ...others.map((hook) => ({ hook, state: hook.source.layer })),
    ...ofProject.map(({ hook, state }) => ({ hook, state })),
  ];
  if (rows.length === 0) return "No hooks are configured.";
  return rows
    .map(({ hook, state }) => {
      const { name, event, disabled, source } = hook;
      const ran = history.findLast((one) => one.hook === name && one.event === event);
      const last =
        ran === undefined
          ? "has not run in this session"
          : `last run: ${ran.verdict}, ${Math.round(ran.ms)} ms, exit ${ran.exit}`;
      const place = source.file === null ? "" : `  (${source.file}:${source.line ?? 1})`;
      return `${event} ${name}: ${disabled ? "off" : state} · ${last}${place}`;
    })
    .join("\n");
}

const MOST_TRACED = 20;

/** The last events, the newest last, or one of them in full; 1 is the newest. */
export function traceText(traced: readonly Traced[], number: number | null): string {
  if (traced.length === 0) return "Nothing has happened yet.";
  if (number === null)
    return traced
      .slice(-MOST_TRACED)
      .map((one, index, seen) => `${seen.length - index}. ${traceLine(one)}`)
      .join("\n");
  const one = traced.at(-number);
  if (number === 0 || one === undefined) return `There are ${counted(traced.length, "event")}.`;
  const { reading, dialect, event } = one;
  return readingText(reading, { dialect, event, paint: noColours });
}

function traceLine({ event, tool, input, ms, reading }: Traced): string {
  const row = { ...readingFacts(reading), answer: null, ms, damage: null };
  return `${callText({ event, tool, input }, LONGEST_CALL)} → ${outcomeText(row, noColours)}`;
}

const LONGEST_CALL = 70;

/** The rules of all layers with their places, or what they say to one call. */
export function permissionsText(
  engine: Pick<Engine, "settings" | "judge">,
  call: { readonly tool: string; readonly input: unknown } | null,
): string {
  if (call === null) {
    const { permissions } = engine.settings;
    if (permissions.length === 0)
      return "There are no rules: tools that only read run, for the others you are asked.";
    return permissions
      .map(
        ({ list, text, layer, file, line }) =>
          `${list} ${text}  (${layer}${file === null ? "" : `, ${file}:${line ?? 1}`})`,
      )
      .join("\n");
  }
  const { decision, why, rule } = engine.judge(call);
  const said = decision === "none" ? "nothing" : decision;
  const by = rule === null ? "" : `\nby the rule ${rule.source.text}`;
  return `${call.tool} ${toJsonText(call.input, 0)}\nThe rules say ${said}: ${why}${by}`;
}
