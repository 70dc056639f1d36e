import { render, type Wish } from "../../bridge/index.js";
import type { Reading } from "../../interpret/index.js";
import type { Payload } from "../../payload/index.js";
import { verbOf } from "./losses.js";

/** What a hook would have to print, and the exit code. */
export interface Printed {
  readonly exit: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** What to print for a host so that it does what the hook wanted. It is tried on the host's own reader. */
export function adviceFor(
  { host, dialect, event }: { host: string; dialect: string; event: string },
  wish: Wish,
  payload: Payload,
): { readonly instead: Printed | null; readonly fix: string | null } {
  const { exit, stdout, stderr, losses } = render(dialect, event, wish, payload);
  if (losses.some(({ code }) => code === "host-deny-lost"))
    return { instead: null, fix: `no answer blocks here; use an event that ${host} can block` };
  const limits = losses.map(({ path, lost = path }) =>
    path === "outcome"
      ? `${host} cannot ${verbOf(wish)} here: ${lost.split(": ")[1] ?? lost}`
      : `not possible: ${lost.replace(":", ",")}`,
  );
  if (exit === 0 && stdout === "")
    return { instead: null, fix: limits.length === 0 ? null : limits.join("; ") };
  const instead = { exit, stdout, stderr };
  const limit = limits.length === 0 ? "" : ` (${limits.join("; ")})`;
  return { instead, fix: `${printedText(instead)}${limit}` };
}

function printedText({ exit, stdout, stderr }: Printed): string {
  if (exit === 0) return `print ${stdout}`;
  const output = stdout === "" ? "stdout empty" : `print ${stdout}`;
  return `exit code ${exit} with ${JSON.stringify(stderr)} on stderr, ${output}`;
}

/** How a hook's failure is made to block. `closed` is the same run with the setting turned on. */
export function failureFix(host: string, setting: string | null, closed: Reading): string {
  if (setting !== null && closed.outcome !== "proceed") return `set ${setting} on the hook`;
  return `${host} has no setting for this; make sure the hook always returns an answer`;
}
