import { createEngine, type Engine, type Ruling } from "../../engine/index.js";
import { forTerminalLine, problemText, toJsonText, type Paint } from "../../show/index.js";
import { permissions as spec } from "../command-spec.js";
import { writeAll } from "../files.js";
import { say } from "../fold.js";
import { readInputs } from "../inputs.js";
import { readPayload } from "../payload.js";
import { paintForStdout, prepare } from "../prepare.js";
import { UsageError } from "../usage-error.js";

const marks: Readonly<Record<Ruling["decision"], keyof Paint>> = {
  allow: "green",
  ask: "yellow",
  deny: "red",
  none: "dim",
};

export function run(argv: readonly string[]): number {
  const given = prepare(spec, argv);
  if (given === null) return 0;
  const [tool, ...extra] = given.positionals;
  if (extra.length > 0) throw new UsageError(`one tool at a time, not also ${extra.join(" ")}`);
  const inputs = readInputs(given);
  const payload = readPayload(given.text("payload"));
  if (payload !== undefined && inputs !== null)
    throw new UsageError("give the payload or --input, not both");
  const engine = createEngine({ projectDir: process.cwd(), keeper: false });
  try {
    const name = tool ?? payload?.tool_name;
    const paint = paintForStdout();
    if (name === undefined) return list(engine, given.flag("json"), paint);
    const call = { tool: name, input: payload?.tool_input ?? inputs ?? {} };
    const ruling = engine.judge(call);
    if (given.flag("json")) writeAll(1, `${toJsonText({ ...call, ...dataOf(ruling) })}\n`);
    else say(1, rulingText(call.tool, ruling, paint));
    return 0;
  } finally {
    engine.close();
  }
}

/** Every rule that counts, in order, and those that do not. */
function list(engine: Engine, asJson: boolean, paint: Paint): number {
  const { permissions, files } = engine.settings;
  const problems = engine.problems.filter(({ code }) => code === "rule-unusable");
  const unread = files.filter(({ state }) => state === "untrusted").map(({ path }) => path);
  if (asJson) {
    writeAll(1, `${toJsonText({ rules: permissions, problems, unread })}\n`);
    return 0;
  }
  if (permissions.length === 0) say(1, "There are no permission rules.\n");
  for (const { list: kind, text, layer, file, line } of permissions)
    say(
      1,
      `${paint[marks[kind]](kind.padEnd(5))} ${forTerminalLine(text)}  ${paint.dim(forTerminalLine(`${layer} ${file ?? ""}:${line ?? ""}`))}\n`,
    );
  for (const path of unread)
    say(1, `not read, nobody has approved the project: ${forTerminalLine(path)}\n`);
  for (const problem of problems) say(1, `\n${problemText(problem, paint)}\n`);
  return 0;
}

function rulingText(tool: string, ruling: Ruling, paint: Paint): string {
  const lines = ruling.considered.map(({ rule, applies, why }) => {
    const { list: kind, text } = rule.source;
    const mark = rule === ruling.rule ? "▶" : applies ? "•" : " ";
    return `  ${mark} ${paint[marks[kind]](kind.padEnd(5))} ${forTerminalLine(text)}: ${forTerminalLine(why)}`;
  });
  const decision = paint[marks[ruling.decision]](
    ruling.decision === "none" ? "no rule decides" : ruling.decision.toUpperCase(),
  );
  return [
    `${forTerminalLine(tool)}: ${decision}`,
    `  ${forTerminalLine(ruling.why)}`,
    ...(lines.length === 0 ? [] : ["", paint.dim("rules"), ...lines]),
    "",
  ].join("\n");
}

function dataOf({ decision, why, rule, bySelfProtection, considered }: Ruling): object {
  return {
    decision,
    why,
    rule: rule?.source ?? null,
    bySelfProtection,
    considered: considered.map((one) => ({
      ...one.rule.source,
      applies: one.applies,
      why: one.why,
    })),
  };
}
