import { readFileSync } from "node:fs";
import { replaceFile } from "../../io/index.js";
import {
  jsonFormat,
  kindOf,
  snapshotChanges,
  type SnapshotChange,
  type TestFormat,
  type TestResult,
} from "../../hook-tests/index.js";
import { forTerminal, forTerminalLine, toJsonText, type Paint } from "../../show/index.js";
import { isTerminal, writeAll } from "../files.js";
import { say } from "../fold.js";
import { UsageError } from "../usage-error.js";
import { placeOf, shortPath } from "./test-text.js";

interface UpdateOptions {
  readonly isYes: boolean;
  /** Ends the review, as Ctrl-C at a question does. */
  readonly signal: AbortSignal;
  readonly paint: Paint;
  readonly yaml: () => Promise<TestFormat>;
}

/** What came of the review. */
interface Updated {
  /** Tests that have failed and stay as they are. */
  readonly left: number;
  readonly isInterrupted: boolean;
}

/** Without a terminal nobody can look at what would be taken over. */
export function checkCanAsk(isYes: boolean): void {
  if (!isYes && !(isTerminal(0) && isTerminal(1)))
    throw new UsageError(
      "--update asks about each change, and there is no terminal; --update --yes takes all of them",
    );
}

/**
 * Shows what each failed test would have to expect, asks about it, and writes what was agreed to, also where the
 * review is interrupted: there is no other way to leave it.
 */
export async function updateTests(
  results: readonly TestResult[],
  { isYes, signal, paint, yaml }: UpdateOptions,
): Promise<Updated> {
  const texts = new Map<string, string>();
  let taken = 0;
  const failed = results.filter(({ state }) => state === "failed");
  const agreed = new Set<string>();
  let isInterrupted = false;
  for (const result of failed) {
    const { file } = result.test;
    const others = results.filter((one) => one.test === result.test && one !== result);
    const keyOf = ({ path, after }: SnapshotChange): string => JSON.stringify([file, path, after]);
    const all = kindOf(file) === "program" ? [] : snapshotChanges(result, others);
    // What several hosts have in common is asked once.
    const changes = all.filter((change) => !agreed.has(keyOf(change)));
    if (changes.length === 0 && all.length > 0) {
      taken++;
      continue;
    }
    writeAll(1, changesText(result, changes, paint));
    const answer: Answer = changes.length === 0 ? "no" : isYes ? "yes" : await ask(changes, signal);
    isInterrupted = answer === "stop";
    if (isInterrupted) break;
    if (answer === "no") continue;
    taken++;
    for (const change of changes) agreed.add(keyOf(change));
    const format = kindOf(file) === "yaml" ? await yaml() : jsonFormat;
    let text = texts.get(file) ?? readFileSync(file, "utf8");
    for (const { path, after } of changes) text = format.withValue(text, path, after);
    texts.set(file, text);
  }
  for (const [file, text] of texts) replaceFile(file, text);
  for (const file of texts.keys()) say(1, `wrote ${forTerminalLine(shortPath(file))}\n`);
  const left = failed.length - taken;
  const [was, stay] = [
    taken === 1 ? "was" : "were",
    left === 1 ? "stays as it is" : "stay as they are",
  ];
  say(1, `${taken} of ${failed.length} tests ${was} updated; ${left} ${stay}.\n`);
  return { left, isInterrupted };
}

function changesText(
  { test, host, differences }: TestResult,
  changes: readonly SnapshotChange[],
  paint: Paint,
): string {
  const head = `${paint.bold(forTerminalLine(test.name))} in ${host} ${paint.dim(placeOf(test))}\n`;
  if (changes.length === 0) {
    const why =
      kindOf(test.file) === "program"
        ? "a program makes this test; change it there"
        : `${differences.map(({ field }) => field).join(", ")} cannot be taken over; change it in the file`;
    return `${head}  ${paint.yellow(why)}\n`;
  }
  const rows = changes.map(({ field, before, after, loosens }) => {
    const mark = loosens ? paint.red("  LESS STRICT") : "";
    return `  ${field}${mark}\n${valueText("-", before, paint.red)}${valueText("+", after, paint.green)}`;
  });
  return `${head}${rows.join("")}`;
}

function valueText(mark: string, value: unknown, colour: (text: string) => string): string {
  if (value === undefined) return "";
  const lines = forTerminal(toJsonText(value)).split("\n");
  return lines.map((line) => `    ${colour(`${mark} ${line}`)}\n`).join("");
}

type Answer = "yes" | "no" | "stop";

async function ask(changes: readonly SnapshotChange[], signal: AbortSignal): Promise<Answer> {
  // Loaded where there is someone to ask.
  const { confirm, isCancel } = await import("@clack/prompts");
  const isLooser = changes.some(({ loosens }) => loosens);
  const message = isLooser
    ? "Expect this less strict decision from now on?"
    : "Expect this from now on?";
  const answer = await confirm({ message, initialValue: false, signal });
  return isCancel(answer) ? "stop" : answer ? "yes" : "no";
}
