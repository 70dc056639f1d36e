import { createHash } from "node:crypto";
import { appendFileSync } from "node:fs";

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Writes a ledger line by line with whatever times a test wants, as several writers would. */
export class LedgerLines {
  private readonly chains = new Map<string, { seq: number; prev: string }>();

  constructor(readonly file: string) {}

  /** Appends records of one writer; the first time also the record that opens its chain. */
  add(time: Date | number, records: readonly object[], writer = "aaaaaaaaaaaaaaaa"): void {
    const at = new Date(time).toISOString();
    const isNew = !this.chains.has(writer);
    const lines = [...(isNew ? [{ type: "open" }] : []), ...records].map((fields) => {
      const chain = this.chains.get(writer) ?? { seq: 0, prev: sha256("") };
      const members = JSON.stringify(fields).slice(1, -1);
      const body = `{"v":1,"seq":${chain.seq},"time":"${at}","pid":1,"writer":"${writer}","prev":"${chain.prev}",${members}`;
      const hash = sha256(`${body}}`);
      this.chains.set(writer, { seq: chain.seq + 1, prev: hash });
      return `${body},"hash":"${hash}"}\n`;
    });
    appendFileSync(this.file, lines.join(""), { mode: 0o600 });
  }
}

/** What happened at one event, as little as a test wants to say. */
export interface Happened {
  readonly id: string;
  readonly event?: string;
  readonly session?: string;
  readonly tool?: string;
  readonly input?: object;
  readonly cwd?: string;
  readonly payload?: object;
  /** Null where it has no verdict. */
  readonly outcome?: string | null;
  readonly hook?: string;
  readonly at?: string;
  readonly ms?: number;
  readonly run?: object;
  readonly level?: string;
  readonly observe?: boolean;
  readonly problems?: readonly object[];
  readonly verdict?: object;
  readonly settings?: string;
}

/** The records that the engine writes of an event with one hook. */
export function recordsOf(happened: Happened): object[] {
  const {
    id: eventId,
    event = "PreToolUse",
    session = "session-1",
    tool = "Bash",
    input = { command: "ls" },
    cwd = "/project",
    hook = "guard",
    at = "/project/.snaphook/settings.json:3",
    outcome = "proceed",
    ms = 10,
    run = {},
    level = outcome === "block" ? "deny" : outcome === "ask" ? "ask" : null,
    observe = false,
    problems = [],
    verdict = {},
    settings,
  } = happened;
  const about = { id: `project:${event}:0.0`, name: hook };
  const observes = observe ? { observe: true } : {};
  const payload = happened.payload ?? {
    hook_event_name: event,
    session_id: session,
    cwd,
    tool_name: tool,
    tool_input: input,
  };
  const begin = {
    type: "event",
    eventId,
    event,
    dialect: "wave",
    payload,
    hooks: [{ ...about, matches: true, why: "it matches" }],
    ...(settings !== undefined && { unmatched: 1, settings }),
  };
  if (outcome === null) return [begin];
  const voice = { hook, level, by: "json", won: !observe, why: "it is the strictest" };
  return [
    begin,
    {
      type: "run",
      eventId,
      ...about,
      hookType: "command",
      ran: true,
      ...observes,
      why: "it matches",
      ms,
      at,
      run: { hook, exit: 0, stdout: "", stderr: "", ...observes, ...run },
    },
    {
      type: "verdict",
      eventId,
      outcome,
      permission: "none",
      input: null,
      prompt: null,
      toModel: [],
      toUser: [],
      toLog: [],
      failed: problems.length > 0,
      diagnosed: problems.length > 0,
      problems,
      provenance: {
        voices: level === null ? [] : [{ ...voice, ...(observe && { observes: true }) }],
        rewrites: [],
      },
      ...verdict,
    },
  ];
}
