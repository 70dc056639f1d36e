import {
  denyInstead,
  render,
  renderOrDeny,
  type PortableAnswer,
} from "../../../src/bridge/index.js";
import { bridgedHosts, bridgeOf, ownNames, type HostBridge } from "../../../src/hosts/index.js";
import { interpret } from "../../../src/interpret/index.js";
import type {
  EventRow,
  KitHost,
  KitMark,
  PayloadRow,
  PrintedForm,
  ToolRow,
} from "../../../src/hook/kit-host.js";
import { shapeKey, type AnswerPart, type AnswerShape } from "../../../src/hook/shape.js";
import { events, eventSpec } from "../../../src/payload/index.js";
import { markedAnswer, shapesOf } from "./shapes.js";

const nothing = { outcome: "proceed", permission: "none" } as const;

/** Each alone, as bare as it can be. */
const examples: Readonly<Partial<Record<AnswerPart, PortableAnswer>>> = {
  block: { outcome: "block", permission: "deny" },
  halt: { outcome: "halt", permission: "none" },
  defer: { outcome: "defer", permission: "defer" },
  ask: { outcome: "ask", permission: "ask" },
  allow: { outcome: "proceed", permission: "allow" },
  input: { ...nothing, input: { a: 1 } },
  prompt: { ...nothing, prompt: "say it so" },
  output: { ...nothing, toolOutput: "redacted" },
  context: { ...nothing, context: "note" },
  warning: { ...nothing, warning: "careful" },
};

/** A host for authors of hooks; Snaphook reads hooks as Wave does. */
interface AuthorsHost {
  readonly name: string;
  readonly dialect: string;
  readonly bridge: HostBridge;
  /** The host's names of its events, and what hooks call them. */
  readonly events: Readonly<Record<string, string>>;
}

/** Every host, Snaphook first: a hook that it runs may have inherited what another host has set. */
function authorsHosts(): readonly AuthorsHost[] {
  const hosts = bridgedHosts().map(({ name, events: own }): AuthorsHost => {
    const bridge = bridgeFor(name);
    const called = Object.entries(own).map(([event, { canonical }]) => {
      const asTool = bridge.payload(event).toolEvents?.[event]?.canonical;
      return [event, asTool ?? canonical ?? event];
    });
    return { name, dialect: name, bridge, events: Object.fromEntries(called) };
  });
  const wave = bridgeFor("wave");
  const waveEvents = hosts.find(({ name }) => name === "wave")?.events;
  const canonical = Object.fromEntries(events.map(({ name }) => [name, name]));
  const start = { ...wave.start, environment: { SNAPHOOK_SESSION_ID: "sessionId" } } as const;
  const marks = [{ variables: ["SNAPHOOK_SESSION_ID", "SNAPHOOK_HOOK"] }];
  return [
    {
      name: "snaphook",
      dialect: "wave",
      bridge: { ...wave, ...ownNames, start, marks },
      events: { ...canonical, ...waveEvents },
    },
    ...hosts,
  ];
}

function bridgeFor(name: string): HostBridge {
  const found = bridgeOf(name);
  if (found === null) throw new Error(`no bridge for ${name}`);
  return found;
}

/** What can be said on an event that hooks call by this name: all that one host or another does. */
function saysOf(hosts: readonly AuthorsHost[]): ReadonlyMap<string, ReadonlySet<AnswerPart>> {
  const says = new Map<string, Set<AnswerPart>>();
  for (const { dialect, events: own } of hosts)
    for (const [event, name] of Object.entries(own)) {
      const said = says.get(name) ?? new Set();
      says.set(name, said);
      for (const [part, answer] of Object.entries(examples) as [AnswerPart, PortableAnswer][]) {
        // What a setting must allow is said all the same.
        const lost = render(dialect, event, answer).losses;
        const isOptional =
          part === "prompt" &&
          bridgeFor(dialect).answers.parts.prompt?.some(({ optIn }) => optIn !== undefined);
        if (lost.length > 0 && isOptional !== true) continue;
        if (isOptional === true && name !== "UserPromptSubmit") continue;
        said.add(part === "block" && eventSpec(name).decidesPermission ? "deny" : part);
      }
    }
  return says;
}

/** The table of one host. Its forms are added to those of all hosts. */
function kitHost(
  host: AuthorsHost,
  says: ReadonlyMap<string, ReadonlySet<AnswerPart>>,
  forms: Numbered<PrintedForm>,
): KitHost {
  const { bridge, dialect } = host;
  const answers = new Numbered<Readonly<Record<string, number>>>();
  const payloads = new Numbered<PayloadRow>();
  const rows = Object.entries(host.events).map(([event, name]): [string, EventRow] => {
    const made = shapesOf(says.get(name) ?? new Set()).flatMap((shape): [string, number][] => {
      const isLost = shape.change === "lost-input" || shape.change === "lost-output";
      if (shape.change === "lost-input" && bridge.inputKeys === undefined) return [];
      if (shape.change === "lost-output" && bridge.outputKeepsShape === undefined) return [];
      const answer = markedAnswer(shape);
      const lost = shape.change === "lost-input" ? "input" : "toolOutput";
      const printed = isLost
        ? denyInstead(dialect, event, answer, [lost])
        : renderOrDeny(dialect, event, answer);
      return [[shapeKey(shape), forms.number(formOf(printed, event, host))]];
    });
    const payload = payloads.number(payloadRow(bridge, event));
    const answer = answers.number(Object.fromEntries(made));
    return [event, [name, payload, answer, isShown(dialect, event) ? 1 : 0]];
  });
  return {
    events: Object.fromEntries(rows),
    payloads: payloads.all,
    answers: answers.all,
    tools: toolRows(bridge),
    mcp: [bridge.mcp.prefix, bridge.mcp.separator],
    ...(bridge.inputKeys !== undefined && { inputKeys: bridge.inputKeys }),
    ...(bridge.outputKeepsShape !== undefined && { outputKeepsShape: true }),
    ...(bridge.answers.silence !== undefined && { silence: bridge.answers.silence }),
  };
}

/** By what the host is known. */
function kitMarks({ name, bridge }: AuthorsHost): readonly KitMark[] {
  const facts: Readonly<Record<string, string>> = {
    sessionId: "session_id",
    event: "hook_event_name",
  };
  return bridge.marks.map(({ variables, ...mark }) => ({
    host: name,
    ...mark,
    ...(variables !== undefined && {
      variables: Object.fromEntries(
        variables.map((one) => [one, facts[bridge.start.environment[one] ?? ""] ?? null]),
      ),
    }),
  }));
}

/** Everything that the kit of every language is made from. */
export interface KitTables {
  readonly hosts: Readonly<Record<string, KitHost>>;
  readonly forms: readonly PrintedForm[];
  readonly marks: readonly KitMark[];
  /** Events that only one host has, and that host. */
  readonly onlyIn: Readonly<Record<string, string>>;
  readonly says: ReadonlyMap<string, ReadonlySet<AnswerPart>>;
}

export function kitTables(): KitTables {
  const known = authorsHosts();
  const says = saysOf(known);
  const forms = new Numbered<PrintedForm>();
  const hosts = Object.fromEntries(known.map((host) => [host.name, kitHost(host, says, forms)]));
  const having = (event: string): readonly string[] =>
    known.filter((host) => Object.hasOwn(host.events, event)).map(({ name }) => name);
  const names = [...new Set(known.flatMap((host) => Object.keys(host.events)))];
  const onlyIn = names.flatMap((event) => {
    const [host, ...others] = having(event);
    return host === undefined || others.length > 0 ? [] : [[event, host]];
  });
  return {
    hosts: { ...hosts, unknown: unknownHost(says, forms) },
    forms: forms.all,
    marks: known.flatMap(kitMarks),
    onlyIn: Object.fromEntries(onlyIn) as Readonly<Record<string, string>>,
    says,
  };
}

const stops: ReadonlySet<string> = new Set(["Stop", "SubagentStop"]);

/**
 * A host that nobody knows: exit code 2 with a text on stderr refuses almost everywhere, and no output at all is no opinion
 * everywhere. So whatever restricts or rewrites is a refusal, and what permits or adds is not said.
 */
function unknownHost(
  says: ReadonlyMap<string, ReadonlySet<AnswerPart>>,
  forms: Numbered<PrintedForm>,
): KitHost {
  const answers = new Numbered<Readonly<Record<string, number>>>();
  const rows = [...says].map(([event, said]): [string, EventRow] => {
    const made = shapesOf(said)
      .filter(({ change }) => change !== "lost-input" && change !== "lost-output")
      .map((shape): [string, number] => [
        shapeKey(shape),
        forms.number(portableForm(shape, event)),
      ]);
    return [event, [event, 0, answers.number(Object.fromEntries(made)), 1]];
  });
  return {
    events: Object.fromEntries(rows),
    payloads: [{ fields: {}, isUnnamed: true }],
    answers: answers.all,
    tools: {},
    mcp: [ownNames.mcp.prefix, ownNames.mcp.separator],
  };
}

function portableForm({ level, reason, change }: AnswerShape, event: string): PrintedForm {
  if (change !== null) {
    const what = change === "output-other" ? "output" : change;
    const why = `A hook rewrote the ${what}, but the host is not known: denied, so that the original is not used.`;
    return [2, reason || level === "ask" ? `${why}\n<r>` : why, ""];
  }
  // To block a stop keeps the agent going.
  const isSaid = level !== null && level !== "allow" && !(level === "halt" && stops.has(event));
  return isSaid ? [2, "<r>", ""] : [0, "", ""];
}

/** Gives equal values the same number. */
class Numbered<Value> {
  readonly all: Value[] = [];
  private readonly known = new Map<string, number>();

  number(value: Value): number {
    const text = JSON.stringify(value);
    const found = this.known.get(text) ?? this.all.push(value) - 1;
    this.known.set(text, found);
    return found;
  }
}

function formOf(
  {
    exit,
    stdout,
    stderr,
  }: { readonly exit: number; readonly stdout: string; readonly stderr: string },
  event: string,
  { name, dialect }: AuthorsHost,
): PrintedForm {
  const general = (text: string): string =>
    text
      .replaceAll(`"hookEventName":"${event}"`, '"hookEventName":"<e>"')
      .replaceAll(
        `but ${dialect} cannot apply that on ${event}`,
        `but ${name} cannot apply that on <e>`,
      );
  return [
    exit,
    general(stderr),
    general(stdout)
      .replaceAll('{"<i>":1}', '"<i>"')
      .replaceAll('{"<o>":1}', '"<o>"')
      .replaceAll(String.raw`{\"<o>\":1}`, "<O>"),
  ];
}

function payloadRow(bridge: HostBridge, event: string): PayloadRow {
  const { fields, inputMayBeText, isUnnamed, toolEvents = {} } = bridge.payload(event);
  const asTool = Object.hasOwn(toolEvents, event) ? toolEvents[event] : undefined;
  return {
    fields: Object.fromEntries(Object.entries(fields).map(([own, theirs]) => [theirs, own])),
    ...(inputMayBeText === true && { isText: true }),
    ...(isUnnamed === true && { isUnnamed: true }),
    ...(asTool !== undefined && {
      tool: [ownNames.tools[asTool.operation]?.name ?? "", asTool.fields] as const,
    }),
  };
}

function toolRows({ tools }: HostBridge): Readonly<Record<string, ToolRow>> {
  const rows = new Map<string, ToolRow>();
  for (const [operation, tool] of Object.entries(tools)) {
    const own = ownNames.tools[operation as keyof typeof tools]?.name ?? tool.name;
    const row = rows.get(tool.name) ?? { name: tool.isOpaque === true ? tool.name : own };
    const fields = Object.entries(tool.fields ?? {}).map(([one, theirs]) => [theirs, one]);
    rows.set(tool.name, {
      ...row,
      ...(tool.isOpaque === true
        ? { covers: [...(row.covers ?? []), own] }
        : fields.length > 0 && { fields: Object.fromEntries(fields) }),
    });
  }
  return Object.fromEntries(rows);
}

/** Whether what is on stderr is shown to somebody, or read as an answer, where the exit code is 0. */
function isShown(dialect: string, event: string): boolean {
  const read = (stderr: string): string => {
    const { toModel, toUser, outcome } = interpret({ dialect, event, runs: [{ exit: 0, stderr }] });
    return JSON.stringify([toModel, toUser, outcome]);
  };
  return read("noise") !== read("") || read('{"decision":"block","reason":"noise"}') !== read("");
}
