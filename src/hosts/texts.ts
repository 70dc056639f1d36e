import type { HookRun } from "../decode/index.js";
import { oneProblem, type Problem } from "../problem/index.js";
import type { Text } from "../route/index.js";

/** A text of several hooks, and whose it is. */
export type JoinedText = Omit<Text, "kind">;

interface Answering {
  readonly run: HookRun;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The same field of several answers as one text; null where there is none. */
export function joinedText(
  saying: readonly Answering[],
  field: string,
  between: string,
): JoinedText | null {
  if (saying.length === 0) return null;
  return { text: saying.map(({ fields }) => fields[field]).join(between), hook: namesOf(saying) };
}

/** A text that a host joins is of all the hooks. */
export function namesOf(answers: readonly Pick<Answering, "run">[]): string {
  return answers.map(({ run }) => run.hook).join(", ");
}

/** What the model does not get of a text that is longer than the host takes. */
export function cutProblems(
  path: string,
  said: JoinedText | null,
  longest: number,
): readonly Problem[] {
  if (said === null || said.text.length <= longest) return [];
  return oneProblem(said.hook, "host-ignores-field", {
    path,
    found: `${said.text.length} characters`,
    lost: `what follows after ${longest} characters`,
  });
}

/** What was printed and reaches nobody; blank text is nothing. */
export function unreadTexts({ hook }: HookRun, texts: readonly string[]): Text[] {
  return texts.filter((text) => text.trim() !== "").map((text) => ({ kind: "error", text, hook }));
}
