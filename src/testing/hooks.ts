import type { ProgramHook } from "../engine/index.js";
import { answers } from "./answers.js";

/** A hook as it is in settings given by code, with its matcher. */
export type TestHook = ProgramHook & { readonly matcher?: string };

/** A program that prints an answer and leaves with an exit code. */
export function printing(answer: object, exit = 0): TestHook {
  return { command: `cat >/dev/null; printf %s ${quote(JSON.stringify(answer))}; exit ${exit}` };
}

/** A program that blocks by exit code 2 and says why. */
export function blocking(reason = "blocked"): TestHook {
  return { command: `cat >/dev/null; printf %s ${quote(reason)} >&2; exit 2` };
}

const denial = JSON.stringify(answers.deny());
const deny = `printf %s ${quote(denial)}`;

/** Programs that do what hooks should not, each for an agent to survive. Deadlines are short, so that tests are. */
export const badHooks = {
  sleeps: { command: "sleep 60", timeout: 0.3 },
  ignoresTerm: { command: "trap '' TERM; while :; do sleep 0.1; done", timeout: 0.3 },
  stopsItself: { command: "kill -STOP $$", timeout: 0.3 },
  killsItself: { command: "kill -9 $$" },
  deniesAndCrashes: { command: `${deny}; kill -SEGV $$` },
  deniesAndSleeps: { command: `${deny}; sleep 60`, timeout: 0.3 },
  deniesWithExitOne: { command: `${deny}; exit 1` },
  deniesByHalf: { command: `printf %s ${quote(denial.slice(0, denial.length / 2))}` },
  leavesChild: { command: `${deny}; sleep 60 &`, timeout: 5 },
  daemonises: { command: "setsid sleep 60 & sleep 60", timeout: 0.3 },
  neverReads: { command: "exec 0<&-; sleep 0.1; exit 2" },
  floods: { command: "yes", timeout: 10 },
  floodsStderr: { command: "yes >&2", timeout: 10 },
  saysNothingOnBlock: { command: "exit 2" },
  printsTwoObjects: { command: `${deny}; printf '{}'` },
  printsNoise: { command: `echo "Welcome back!"; ${deny}` },
  printsGarbage: { command: "head -c 1000 /dev/urandom" },
  isMissing: { command: "./no-such-hook" },
} as const satisfies Readonly<Record<string, TestHook>>;

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
