import { render, type PortableAnswer } from "../bridge/index.js";
import { changeNames, changes } from "../dialects/index.js";
import type { Reading } from "../interpret/index.js";
import type { Payload } from "../payload/index.js";
import type { Problem } from "../problem/index.js";
import { verbOf } from "./losses.js";

/** What a hook would have to print, and the exit code. */
export interface PrintedAnswer {
  readonly exit: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** What to print for a host so that it does what the hook wanted. It is tried on the host's own reader. */
export function adviceFor(
  { host, dialect, event }: { host: string; dialect: string; event: string },
  wanted: PortableAnswer,
  payload: Payload,
): { readonly instead: PrintedAnswer | null; readonly fix: string | null } {
  const { exit, stdout, stderr, losses } = render(dialect, event, wanted, payload);
  if (losses.some(({ code }) => code === "host-deny-lost"))
    return { instead: null, fix: `no answer blocks here; use an event that ${host} can block` };
  const limits = losses.map((loss) => limitText(host, wanted, loss)).join("; ");
  // An empty object says nothing either: Cursor wants one.
  if (exit === 0 && (stdout === "" || stdout === "{}"))
    return { instead: null, fix: limits === "" ? null : `none: ${limits}` };
  const instead = { exit, stdout, stderr };
  return { instead, fix: `${printedText(instead)}${limits === "" ? "" : ` (${limits})`}` };
}

/** What a host does not do, by the key of the wanted answer. */
const unable: Readonly<Record<string, string>> = {
  permission: "grant the permission",
  reason: "show the reason",
  ...Object.fromEntries(changeNames.map((name) => [name, changes[name].does])),
  context: "give context to the model",
  warning: "show a text to the user",
  stopReason: "show why the agent stops",
};

function limitText(host: string, wanted: PortableAnswer, { path, lost = path }: Problem): string {
  if (path === "outcome")
    return `${host} cannot ${verbOf(wanted)} here: ${lost.split(": ")[1] ?? lost}`;
  if (lost.startsWith("part of")) return `only ${lost} arrives`;
  return wanted[path as keyof PortableAnswer] === undefined
    ? "the reason replaces the tool's output"
    : `${host} cannot ${unable[path]} here`;
}

function printedText({ exit, stdout, stderr }: PrintedAnswer): string {
  if (exit === 0) return `print ${stdout}`;
  const output = stdout === "" ? "stdout empty" : `print ${stdout}`;
  return `exit code ${exit} with ${JSON.stringify(stderr)} on stderr, ${output}`;
}

/** How a hook's failure is made to block. `closed` is the same run with the setting turned on. */
export function failureFix(host: string, setting: string | null, closed: Reading): string {
  if (setting !== null && closed.outcome !== "proceed") return `set ${setting} on the hook`;
  return `${host} has no setting for this; make sure the hook always returns an answer`;
}
