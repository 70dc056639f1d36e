import type { StoredQuestion } from "../../fleet/index.js";
import { comparedInput } from "../../questions/index.js";
import { forTerminal } from "../../show/index.js";
import type { ShownFleetQuestion } from "../../viewer/index.js";

/** A question as the page shows it. What it says is made anew where it is not given. */
export function shownQuestion(
  stored: StoredQuestion,
  says: ShownFleetQuestion["says"] = textOf(stored),
): ShownFleetQuestion {
  const { id, secondsLeft, askedBy, allowedBy } = stored;
  // To the second: the same end must not look like another each time.
  const until = new Date(Math.round(Date.now() / 1000 + secondsLeft) * 1000).toISOString();
  return { id, until, role: askedBy, allowedBy, says };
}

/** All of it is from the same bytes as the SHA-256. */
function textOf({ question }: StoredQuestion): ShownFleetQuestion["says"] {
  if ("fault" in question) return { fault: `it cannot be read: ${question.fault}` };
  const { body, digest } = question;
  const { tool, machine, project, session, host, reasons, persons, protectedName } = body;
  return {
    sha256: digest,
    toolName: tool,
    machine,
    project,
    session,
    host,
    reasons,
    persons,
    protectedName,
    ...comparedInput(JSON.parse(body.original), JSON.parse(body.input), forTerminal),
  };
}
