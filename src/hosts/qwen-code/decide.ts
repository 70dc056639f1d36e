import type { Outcome, Permission } from "../../decide/index.js";
import type { Payload } from "../../payload/index.js";
import type { TextKind } from "../../route/index.js";
import type { Decides } from "./events.js";
import { permissionOf, specific } from "./merge.js";
import type { QwenOutput } from "./output.js";

/** What the host does with the operation, and the one text that says why. */
export interface QwenDecision {
  readonly outcome: Outcome;
  readonly permission: Permission;
  readonly said?: {
    readonly to: "model" | "user";
    readonly kind: TextKind;
    readonly text: unknown;
  };
}

const goesOn: QwenDecision = { outcome: "proceed", permission: "none" };

/** What merged answers decide. Throws where the host throws while it reads them: no answer counts then. */
export function decide(
  output: QwenOutput | null,
  how: Decides | null,
  payload: Payload,
): QwenDecision {
  if (how === null) return goesOn;
  return output === null ? silence(how) : deciders[how](output, payload);
}

/** What the host does without an answer. */
function silence(how: Decides | null): QwenDecision {
  return how === "permission" ? { ...goesOn, outcome: "ask" } : goesOn;
}

/** What the host does where it threw while it read or merged the answers. Of all events only those of todos are closed then. */
export function broken(how: Decides | null, { phase }: Payload): QwenDecision {
  return how === "todo" && phase !== "postWrite" ? fedBack("Hook system failed") : silence(how);
}

const deciders: Readonly<Record<Decides, (output: QwenOutput, payload: Payload) => QwenDecision>> =
  {
    tool(output) {
      const word = toolWord(output);
      const { permissionDecisionReason: given } = specific(output);
      const reason = typeof given === "string" ? given : output["reason"];
      if (word === "deny") return denied(reason || reasonOf(output));
      if (word === "ask") {
        const text = reason || "User confirmation required";
        return { outcome: "ask", permission: "ask", said: { to: "user", kind: "reason", text } };
      }
      return stops(output) ? denied(reasonOf(output)) : goesOn;
    },
    permission(output) {
      specific(output);
      const decision = permissionOf(output);
      if (decision === null) return silence("permission");
      if (decision["behavior"] === "allow") return { outcome: "proceed", permission: "allow" };
      return denied(decision["message"] || "Permission denied by hook");
    },
    prompt(output) {
      const said = { to: "user", text: reasonOf(output) } as const;
      if (stops(output))
        return { ...goesOn, outcome: "halt", said: { ...said, kind: "stop-reason" } };
      return blocks(output)
        ? { ...goesOn, outcome: "block", said: { ...said, kind: "reason" } }
        : goesOn;
    },
    result(output) {
      specific(output);
      return stops(output) ? fedBack(reasonOf(output)) : goesOn;
    },
    batch(output) {
      specific(output);
      return stops(output) || blocks(output) ? fedBack(reasonOf(output)) : goesOn;
    },
    stop: (output) => (stops(output) || blocks(output) ? fedBack(reasonOf(output)) : goesOn),
    // A `deny` counts only where it was merged with another answer, and became a `block` by that.
    todo: (output, { phase }) =>
      output["decision"] === "block" && phase !== "postWrite"
        ? fedBack(output["reason"] || "Hook blocked the todo")
        : goesOn,
  };

const toolWords: Readonly<Record<string, "deny" | "ask" | "allow">> = {
  deny: "deny",
  block: "deny",
  ask: "ask",
  allow: "allow",
  approve: "allow",
};

/** `permissionDecision`, where it is one of its three words, else `decision`. */
export function toolWord(output: QwenOutput): "deny" | "ask" | "allow" | null {
  const { permissionDecision: nested } = specific(output);
  if (nested === "deny" || nested === "ask" || nested === "allow") return nested;
  const { decision } = output;
  return typeof decision === "string" && Object.hasOwn(toolWords, decision)
    ? (toolWords[decision] ?? null)
    : null;
}

function blocks({ decision }: QwenOutput): boolean {
  return decision === "block" || decision === "deny";
}

function stops(output: QwenOutput): boolean {
  return output["continue"] === false;
}

/** `stopReason` counts before `reason`, also where nothing is stopped by `continue`. */
function reasonOf({ stopReason, reason }: QwenOutput): unknown {
  return stopReason || reason || "No reason provided";
}

function denied(text: unknown): QwenDecision {
  return { outcome: "block", permission: "deny", said: { to: "model", kind: "reason", text } };
}

function fedBack(text: unknown): QwenDecision {
  return { outcome: "block", permission: "none", said: { to: "model", kind: "feedback", text } };
}
