import type { Finding } from "../../lint/index.js";
import { forTerminalLine, type Paint } from "../../show/index.js";
import type { Proved } from "./prove.js";

const LONGEST = 60;

/** What the host does then. */
const does: Readonly<Record<string, string>> = {
  proceed: "goes on",
  block: "blocks",
  halt: "stops",
};

/** What a run has shown of a finding. */
export function proofLines({ proof }: Finding, paint: Paint): string[] {
  if (proof === undefined) return [];
  const { result, why, exit, stdout = "", stderr = "", outcome } = proof;
  if (result === "unsettled") return [`  read, not proven: ${forTerminalLine(why)}`];
  const parts = [
    `exit code ${exit}`,
    ...(stdout.trim() === "" ? [] : [`stdout ${quoted(stdout)}`]),
    ...(stderr.trim() === "" ? [] : [`stderr ${quoted(stderr)}`]),
    `${proof.host} ${does[outcome ?? ""] ?? outcome}`,
  ];
  const word = result === "proven" ? paint.green("proven:") : paint.dim("withdrawn:");
  return [`  ${word} ${forTerminalLine(`${why} (${parts.join(", ")})`)}`];
}

function quoted(text: string): string {
  const line = text.trim().split("\n", 1)[0] ?? "";
  return JSON.stringify(line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line);
}

const kept: Readonly<Record<NonNullable<Proved["sandbox"]>, string>> = {
  full: "in a copy of the project, without network; nothing outside of it could be written",
  network: "in a copy of the project, without network; files outside of it could be written",
  none: "in a copy of the project. The network could not be cut off here, and files outside of it could be written",
};

/** What was run, what was taken back, and what was not run. */
export function provedText(
  { findings, withdrawn, notRun, runs, sandbox }: Proved,
  paint: Paint,
  shows: { readonly all: boolean },
): string {
  const proven = findings.filter(({ confidence }) => confidence === "proven").length;
  const where = sandbox === null ? "" : ` ${runs} runs ${kept[sandbox]}.`;
  const back = withdrawn.map((finding) => {
    const { code, file, line } = finding;
    const place = forTerminalLine(line === null ? file : `${file}:${line}`);
    return [`withdrawn[${code}] ${place}`, ...proofLines(finding, paint), ""].join("\n");
  });
  const hint = withdrawn.length === 0 || shows.all ? "" : " (--all shows what was withdrawn)";
  return [
    ...(shows.all ? back : []),
    `Proven by running: ${proven} of ${findings.length}; withdrawn: ${withdrawn.length}${hint}.${where}\n`,
    ...notRunLines(notRun),
    ...(notRun.some(({ why }) => why.startsWith("it is not approved"))
      ? ["Review hooks with snaphook trust review, or run them once with --trust-project.\n"]
      : []),
  ].join("");
}

/** One line for each reason. */
function notRunLines(notRun: Proved["notRun"]): string[] {
  return [...new Set(notRun.map(({ why }) => why))].map((why) => {
    const hooks = notRun.filter((one) => one.why === why);
    const names = hooks.map(({ hook, host }) => `${hook} (${host})`);
    return `Not run: ${forTerminalLine(`${names.join(", ")}: ${why}`)}\n`;
  });
}
