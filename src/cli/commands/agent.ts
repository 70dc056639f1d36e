import { homedir } from "node:os";
import { AgentSession, latestSession, readSession, SessionError } from "../../session/index.js";
import { defaultHome } from "../../config/index.js";
import { forTerminalLine } from "../../show/index.js";
import { publishQuestions } from "../../questions/index.js";
import { openRecords } from "./records.js";
import { canonicalPath } from "../../trust/index.js";
import { chooseModel } from "../agent/choose-model.js";
import { joinFleet } from "../agent/join-fleet.js";
import { fleetSettings } from "../fleet/fleet-settings.js";
import { allowOption, type DeniedCall } from "../agent/suggest-allow.js";
import { answerOnce, type OutputForm } from "../agent/headless.js";
import { openTerminal } from "../agent/open-terminal.js";
import { closeOnSignals } from "../agent/signals.js";
import type { Arguments } from "../arguments.js";
import { agent as spec } from "../command-spec.js";
import { isTerminal, readCapped } from "../files.js";
import { say } from "../fold.js";
import { prepare } from "../prepare.js";
import { UsageError } from "../usage-error.js";

const LONGEST_PROMPT = 16 * 1024 * 1024;

export async function run(argv: readonly string[]): Promise<number> {
  // As people know it from other agents.
  const given = prepare(
    spec,
    argv.map((argument) => (argument === "-p" ? "--print" : argument)),
  );
  if (given === null) return 0;
  if (given.positionals.length > 0)
    throw new UsageError(`a prompt is given with -p: snaphook agent -p "${given.positionals[0]}"`);
  const prompt = promptOf(given);
  if (prompt === null && given.flag("wait-for-view"))
    throw new UsageError("--wait-for-view needs a prompt: -p TEXT");
  if (prompt === null && !(isTerminal(0) && isTerminal(1)))
    throw new UsageError("there is no terminal here; give a prompt: snaphook agent -p TEXT");

  const home = defaultHome();
  const workspace = canonicalPath(process.cwd());
  const model = chooseModel(given.text("model"), process.env);
  const resumed = resumedSession(given, home, workspace);
  const records = openRecords(home);
  const fleet = fleetSettings();
  const allow = given.texts("allow");
  const dialect = given.text("dialect");
  const session = new AgentSession({
    workspace,
    home,
    userHome: homedir(),
    model,
    ledger: records.options,
    saves: true,
    // On a terminal somebody types meanwhile. Without one nobody notices, and a thread takes time to start.
    thread: prompt === null,
    environment: { ...process.env },
    trustProject: given.flag("trust-project"),
    ...(dialect !== undefined && { dialect }),
    ...(allow.length > 0 && { program: { permissions: { allow } } }),
    ...(resumed !== null && { resumed }),
    ...(prompt !== null && {
      nobodyToAsk: "Needs approval, but -p is non-interactive.",
      waitsForOthers: given.flag("wait-for-view") || fleet !== null,
    }),
  });
  const signals = closeOnSignals(session);
  if (given.flag("wait-for-view")) sayWhatWaits(session);
  // Without a screen the fleet's signed answers count, and not whatever runs as the same user.
  const stopPublishing =
    prompt === null || given.flag("wait-for-view")
      ? publishQuestions(session, home, (why) => session.note(why))
      : null;
  const isAlone = prompt !== null && !given.flag("wait-for-view");
  const leaveFleet = fleet === null ? null : await joinFleet(session, fleet, isAlone);
  try {
    await records.follow(session.engine.settings);
    if (prompt !== null) {
      const places = { projectDir: workspace, home, userHome: homedir() };
      // Where somebody else may answer, no is no.
      const suggest = (call: DeniedCall): string | null =>
        leaveFleet === null
          ? allowOption(call, { ...places, program: { permissions: { allow } } })
          : null;
      return await answerOnce(session, prompt, formOf(given), suggest);
    }
    await openTerminal(session);
    say(1, `To continue: snaphook agent --resume ${session.id}\n`);
    return 0;
  } finally {
    await session.close("exit");
    stopPublishing?.();
    leaveFleet?.();
    await records.close();
    signals.stop();
  }
}

/** Each question once: it waits for as long as nobody answers it. */
function sayWhatWaits({ permissions }: AgentSession): void {
  const said = new Set<string>();
  permissions.follow((pending) => {
    for (const { id, toolName } of pending) {
      if (said.has(id)) continue;
      said.add(id);
      say(2, `${forTerminalLine(toolName)} waits for an answer: snaphook view\n`);
    }
  });
}

/** Null where the user types. `-` reads it from standard input. */
function promptOf(given: Arguments): string | null {
  const said = given.text("print");
  if (said === undefined) {
    for (const name of ["json", "stream"])
      if (given.flag(name)) throw new UsageError(`--${name} needs a prompt: -p TEXT`);
    return null;
  }
  const { bytes, cut } =
    said === "-" ? readCapped("-", LONGEST_PROMPT) : { bytes: Buffer.from(said), cut: false };
  if (cut) throw new UsageError(`the prompt is longer than ${LONGEST_PROMPT} bytes`);
  const prompt = Buffer.from(bytes).toString();
  if (prompt.trim() === "") throw new UsageError("the prompt is empty");
  return prompt;
}

function formOf(given: Arguments): OutputForm {
  if (given.flag("json") && given.flag("stream"))
    throw new UsageError("--json is one object and --stream is a line an event: choose one");
  if (given.flag("stream")) return "stream";
  return given.flag("json") ? "json" : "text";
}

function resumedSession(
  given: Arguments,
  home: string,
  workspace: string,
): ReturnType<typeof resumable> | null {
  const id = given.text("resume");
  if (id !== undefined) return resumable(home, id, workspace);
  if (!given.flag("continue")) return null;
  const latest = latestSession(home, workspace);
  if (latest === null) throw new UsageError("there is no earlier session of this folder");
  return resumable(home, latest, workspace);
}

function resumable(home: string, id: string, workspace: string) {
  try {
    const { head, messages, damage } = readSession(home, id);
    if (head.workspace !== workspace)
      throw new UsageError(`session ${id} belongs to ${head.workspace}; go there, or use --cwd`);
    if (damage !== null) say(2, `snaphook: ${forTerminalLine(damage)}\n`);
    return { id: head.id, messages };
  } catch (error) {
    if (error instanceof SessionError) throw new UsageError(error.message);
    throw error;
  }
}
