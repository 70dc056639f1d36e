import { constants } from "node:os";
import type { CommandFile } from "../../lint/index.js";
import type { Payload } from "../../payload/index.js";
import type { SandboxCommand } from "../../sandbox/index.js";
import type { Fault, FaultyRun, PrintedRun } from "../../verify/index.js";

/** The exit code where a fault could not be made. */
const NOT_MADE = 95;
const LARGE = 10 * 1024 * 1024;
/** A shell starts with it; interpreters do not. */
const SMALL_KB = 16 * 1024;

/** The library of faketime, where systems have it. Its program makes a semaphore, for which a sandbox has no place. */
const FAKETIME = ["/usr/lib/*", "/usr/lib", "/usr/lib64", "/usr/local/lib"]
  .map((folder) => `${folder}/faketime/libfaketime.so.1`)
  .join(" ");

/** A guard as it is started, and what is known of its script. */
export interface FaultTarget {
  readonly command: SandboxCommand;
  /** As the host sends it. */
  readonly payload: Payload;
  /** The script that it starts; null where it starts none. */
  readonly file: CommandFile | null;
  /** The program that runs the script, by name; null where that is not known. */
  readonly interpreter: string | null;
  /** Other programs that it starts. */
  readonly programs: readonly string[];
}

/** One form of a fault as it is really run. */
export interface FaultyCommand {
  readonly command: SandboxCommand;
  readonly detail?: string;
}

/** The commands by which a fault is made; empty where it has no meaning for this guard. */
export function faultyCommands(fault: Fault, target: FaultTarget): readonly FaultyCommand[] {
  const make = makers[fault];
  return make === undefined ? [] : make(target);
}

const makers: Readonly<Partial<Record<Fault, (target: FaultTarget) => readonly FaultyCommand[]>>> =
  {
    "no-interpreter": (target) => {
      const { command, interpreter, file } = target;
      if (interpreter !== null)
        return [{ command: { ...command, without: interpreter }, detail: interpreter }];
      // Its first line names a path.
      return file?.interpreter === null ? withFile(target, otherInterpreter) : [];
    },
    "no-program": ({ command, programs }) =>
      programs.map((program) => ({ command: { ...command, without: program }, detail: program })),
    "script-missing": (target) => withFile(target, 'rm -- "$1"'),
    "not-executable": (target) => withFile(target, 'chmod a-x -- "$1"'),
    "folder-deleted": prelude('d=$(mktemp -d) && cd "$d" && rmdir "$d"'),
    "folder-unreadable": prelude('d=$(mktemp -d) && cd "$d" && chmod 000 .'),
    "stdin-closed": ({ command }) => [
      { ...started(command, "exec <&-"), detail: "stdin is closed" },
      { command: { ...command, stdin: "" }, detail: "stdin is empty" },
    ],
    "large-payload": ({ command, payload }) => [
      sending(command, { padding: "x".repeat(LARGE), ...payload }),
    ],
    "fields-missing": ({ command, payload }) => [sending(command, without(payload, context))],
    "input-missing": ({ command, payload }) => {
      const left = without(payload, inputs);
      return Object.keys(left).length === Object.keys(payload).length
        ? []
        : [sending(command, left)];
    },
    // Every write to a file fails, as on a full disk; pipes are no files.
    "disk-full": prelude('trap "" XFSZ && ulimit -f 0'),
    "no-memory": prelude(`ulimit -v ${SMALL_KB}`),
    "clock-jump": prelude(
      `for lib in ${FAKETIME}; do [ ! -e "$lib" ] || break; done && [ -e "$lib" ] && ` +
        'export LD_PRELOAD="$lib" FAKETIME=+10y FAKETIME_DONT_FAKE_MONOTONIC=1',
    ),
  };

/** The file stays the same one, with its mode. */
const otherInterpreter =
  '{ echo "#!/no/such/interpreter"; tail -n +2 -- "$1"; } > "$1.other" && cat -- "$1.other" > "$1"';

/** What hosts say of the session. */
const context =
  "session_id sessionId transcript_path transcriptPath cwd permission_mode tool_use_id timestamp conversation_id generation_id model cursor_version workspace_roots user_email turn_id agent_id agent_type prompt_id effort";

/** Where hosts have what a guard looks at. */
const inputs =
  "tool_input toolInput toolArgs prompt command file_path content url edits attachments";

function without(payload: Payload, names: string): Payload {
  const left = new Set(names.split(" "));
  return Object.fromEntries(Object.entries(payload).filter(([name]) => !left.has(name)));
}

function sending(command: SandboxCommand, payload: Payload): FaultyCommand {
  return { command: { ...command, stdin: `${JSON.stringify(payload)}\n` } };
}

function prelude(first: string): (target: FaultTarget) => readonly FaultyCommand[] {
  return ({ command }) => [started(command, first)];
}

/** Something is done in the same process before the guard's program takes its place. */
function started(command: SandboxCommand, first: string): FaultyCommand {
  const line = `{ ${first}; } 2>/dev/null || exit ${NOT_MADE}; exec "$@"`;
  const { file, args } = command;
  return { command: { ...command, file: "/bin/sh", args: ["-c", line, "fault", file, ...args] } };
}

function withFile({ command, file }: FaultTarget, first: string): readonly FaultyCommand[] {
  if (file === null) return [];
  const line = `{ ${first}; } 2>/dev/null || exit ${NOT_MADE}; shift; exec "$@"`;
  const args = ["-c", line, "fault", file.path, command.file, ...command.args];
  return [{ command: { ...command, file: "/bin/sh", args } }];
}

const signalNames = new Map(
  Object.entries(constants.signals).map(([name, number]) => [number, name] as const),
);

/**
 * What was seen of a run, as the host would get it; null where the fault was not made. A shell in between makes a code
 * of a signal, so that a code of that kind is read both ways.
 */
export function faultyRuns(
  run: PrintedRun,
  base: PrintedRun,
  detail: string | undefined,
): readonly FaultyRun[] | null {
  if (run.exit === NOT_MADE) return null;
  const hasAnswer =
    `${base.stdout}${base.stderr}`.trim() !== "" &&
    run.stdout === base.stdout &&
    run.stderr === base.stderr;
  const late = run.timedOut === true ? "it did not end in time" : undefined;
  const texts = [detail, late].filter((text) => text !== undefined);
  const said = { hasAnswer, ...(texts.length > 0 && { detail: texts.join(", ") }) };
  const signal = run.exit === undefined ? undefined : signalNames.get(run.exit - 128);
  if (signal === undefined) return [{ run, ...said }];
  const { exit: _exit, ...rest } = run;
  return [
    { run, ...said },
    { run: { ...rest, signal }, ...said },
  ];
}
