import type { Finding } from "../../lint/index.js";
import { catalogue } from "../../problem/index.js";
import { forTerminalLine, toJsonText } from "../../show/index.js";
import { githubCommand, xml } from "../report-text.js";
import type { Proved } from "./prove.js";
import { shownPath } from "./fix-text.js";

export const formats = ["text", "agent", "json", "sarif", "github", "junit"] as const;

export type Format = (typeof formats)[number];

/** Findings for a program. */
export function formatted(
  format: Exclude<Format, "text">,
  findings: readonly Finding[],
  hooks: number,
  proved: Proved | null,
  command = "lint",
): string {
  switch (format) {
    case "agent":
      return findings.map(agentLine).join("");
    case "json":
      return `${toJsonText({ findings: findings.map(asData), hooks, ...provedData(proved) })}\n`;
    case "sarif":
      return `${toJsonText(sarif(findings, command))}\n`;
    case "github":
      return findings.map(githubLine).join("");
    case "junit":
      return junit(findings);
  }
}

function placeOf({ file, line, column }: Finding): string {
  return [file, line, column].filter((part) => part !== undefined && part !== null).join(":");
}

/** One line each: where, what, and what to do. */
function agentLine(finding: Finding): string {
  const { severity, code, message, fix, confidence } = finding;
  const sure = confidence === "proven" ? ` (proven: ${finding.proof?.why ?? ""})` : "";
  const edits = (fix?.edits ?? []).map(({ line, column, replaces, text }) => {
    const put = JSON.stringify(text);
    const what = replaces === "" ? `insert ${put}` : `${JSON.stringify(replaces)} -> ${put}`;
    return ` EDIT ${relativePath(fix)}:${line}:${column} ${what}`;
  });
  const todo = fix === undefined ? "" : ` FIX (${fix.safety}): ${fix.description}${edits.join("")}`;
  return `${forTerminalLine(`${placeOf(finding)} ${severity} ${code}: ${message}${sure}${todo}`)}\n`;
}

/** As DESIGN has it: one hook and one host, and all of them. */
export function asData({ hooks, hosts, events, frame: _frame, fix, ...finding }: Finding): object {
  const placed = fix?.file === undefined ? fix : { ...fix, file: relativePath(fix) };
  const all = { ...finding, ...(placed !== undefined && { fix: placed }) };
  return { ...all, hook: hooks[0], host: hosts[0], hooks, hosts, events };
}

function relativePath(fix: Finding["fix"]): string {
  return shownPath(fix?.file ?? "", process.cwd());
}

/** As SARIF has it: characters from the beginning of the file. */
function sarifFixes({ fix }: Finding): object {
  if (fix?.edits === undefined) return {};
  const replacements = fix.edits.map(({ start, end, text }) => ({
    deletedRegion: { charOffset: start, charLength: end - start },
    insertedContent: { text },
  }));
  const artifactLocation = { uri: relativePath(fix) };
  const description = { text: fix.description };
  return { fixes: [{ description, artifactChanges: [{ artifactLocation, replacements }] }] };
}

/** What `--prove` adds: what was taken back, and what was not run. */
function provedData(proved: Proved | null): object {
  if (proved === null) return {};
  const { withdrawn, notRun, runs, sandbox } = proved;
  return { withdrawn: withdrawn.map(asData), prove: { runs, sandbox, notRun } };
}

const levels = { error: "error", warning: "warning", info: "note" } as const;

function sarif(findings: readonly Finding[], command: string): object {
  const codes = [...new Set(findings.map(({ code }) => code))];
  return {
    version: "2.1.0",
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    runs: [
      {
        tool: {
          driver: {
            name: `snaphook ${command}`,
            rules: codes.map((id) => ({
              id,
              shortDescription: { text: catalogue[id].title },
              fullDescription: { text: catalogue[id].happens },
              help: { text: catalogue[id].fix },
            })),
          },
        },
        results: findings.map(sarifResult),
      },
    ],
  };
}

function sarifResult(finding: Finding): object {
  const { code, severity, message, file, line, column, endColumn } = finding;
  const region = {
    startLine: line ?? 1,
    ...(column !== undefined && { startColumn: column }),
    ...(endColumn !== undefined && { endColumn }),
  };
  return {
    ruleId: code,
    level: levels[severity],
    message: { text: message },
    locations: [{ physicalLocation: { artifactLocation: { uri: file }, region } }],
    ...sarifFixes(finding),
  };
}

const commands = { error: "error", warning: "warning", info: "notice" } as const;

function githubLine({ severity, code, message, file, line, column }: Finding): string {
  return githubCommand(commands[severity], message, {
    file,
    ...(line !== null && { line: String(line) }),
    ...(column !== undefined && { col: String(column) }),
    title: code,
  });
}

function junit(findings: readonly Finding[]): string {
  const failed = findings.filter(({ severity }) => severity === "error").length;
  const cases = findings.map((finding) => {
    const { code, severity, message } = finding;
    const name = xml(`${code} ${placeOf(finding)}`);
    const open = `    <testcase name="${name}" classname="${xml(finding.file)}">`;
    const body =
      severity === "error"
        ? `<failure message="${xml(message)}" type="${code}"/>`
        : `<system-out>${xml(message)}</system-out>`;
    return `${open}${body}</testcase>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n  <testsuite name="snaphook lint" tests="${findings.length}" failures="${failed}">\n${cases.join("")}  </testsuite>\n</testsuites>\n`;
}
