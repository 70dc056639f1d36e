import type { StoredQuestion } from "../../fleet/index.js";
import { comparedInput } from "../../questions/index.js";
import { forTerminal, forTerminalLine } from "../../show/index.js";

const LONGEST_SUBJECT = 60;

/** A question in one line. */
export function questionLine({ id, secondsLeft, allowedBy, question }: StoredQuestion): string {
  const start = `${forTerminalLine(id.slice(0, 8))}  ${timeLeft(secondsLeft)}  `;
  if ("fault" in question) return `${start}cannot be read: ${forTerminalLine(question.fault)}`;
  const { tool, machine, project, input, persons } = question.body;
  const more = persons > 1 ? `  (${allowedBy.length} of ${persons} have allowed it)` : "";
  const subject = forTerminalLine(input);
  const short =
    subject.length > LONGEST_SUBJECT ? `${subject.slice(0, LONGEST_SUBJECT - 1)}…` : subject;
  const where = `${forTerminalLine(machine)}:${forTerminalLine(project)}`;
  return `${start}${forTerminalLine(tool)} ${short}  ${where}${more}`;
}

/** A question with all that it says. */
export function questionText(stored: StoredQuestion): string {
  const { id, secondsLeft, outcome, isTaken, allowedBy, askedBy, question } = stored;
  const state =
    outcome === null
      ? secondsLeft > 0
        ? `waits, ${timeLeft(secondsLeft).trim()} left`
        : "expired"
      : `${outcomeText(stored)}${isTaken ? ", and the agent has taken it" : ""}`;
  if ("fault" in question)
    return `${forTerminalLine(`${id}: ${state}`)}\nIt cannot be read: ${forTerminalLine(question.fault)}\n`;
  const { body, digest } = question;
  const { lines, isRewritten } = comparedInput(
    JSON.parse(body.original),
    JSON.parse(body.input),
    forTerminal,
  );
  const facts: readonly (readonly [string, string])[] = [
    ["id", body.id],
    ["state", state],
    ["tool", body.tool],
    ["agent", `${body.host}, session ${body.session}`],
    ["machine", `${body.machine} (database role ${askedBy})`],
    ["project", body.project],
    ...body.reasons.map(({ from, text }) => ["because", `${from}: ${text}`] as const),
    ...(body.persons > 1
      ? ([
          ["needs", `${body.persons} persons; allowed by: ${allowedBy.join(", ") || "nobody yet"}`],
        ] as const)
      : []),
    ...(body.protectedName === null
      ? []
      : ([
          ["target", `protected: allow it with --name ${JSON.stringify(body.protectedName)}`],
        ] as const)),
    ["sha256", digest],
  ];
  return [
    ...facts.map(([name, text]) => `${name.padEnd(8)} ${forTerminalLine(text)}`),
    isRewritten
      ? "input    as it would run; a hook has changed what is marked:"
      : "input    as it would run:",
    ...lines.map(({ mark, text }) => `  ${mark} ${text}`),
    "",
  ].join("\n");
}

/** What came of a question that waits no more, and by whom, as the database has it. */
export function outcomeText({ outcome, allowedBy, deniedBy }: StoredQuestion): string {
  if (outcome === "allow") return `allowed by ${allowedBy.join(" and ")}`;
  if (outcome === "deny") return `denied by ${deniedBy ?? "nobody"}`;
  return outcome ?? "expired";
}

/** The same as data: the texts are as they came. */
export function questionData(stored: StoredQuestion): object {
  const { question, ...rest } = stored;
  return "fault" in question
    ? { ...rest, fault: question.fault }
    : { ...rest, ...question.body, sha256: question.digest };
}

function timeLeft(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const minutes = Math.floor(whole / 60);
  return (minutes > 0 ? `${minutes} min` : `${whole} s`).padStart(7);
}
