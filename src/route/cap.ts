import { problemList, type Problem } from "../problem/index.js";
import type { RoutedText } from "./text.js";

/** Cuts texts to the model that are too long. The whole text goes to the log as well, and the note says so. */
export function capForModel(
  texts: readonly RoutedText[],
  longest: number,
): { readonly texts: readonly RoutedText[]; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const capped: RoutedText[] = [];
  for (const text of texts) {
    if (text.to !== "model" || text.text.length <= longest) {
      capped.push(text);
      continue;
    }
    const list = problemList(text.hook);
    list.report("text-cut", {
      path: text.kind,
      found: `${text.text.length} characters`,
      allowed: [`at most ${longest} characters`],
      lost: "the rest of the text",
    });
    problems.push(...list.problems);
    capped.push({ ...text, text: cut(text.text, longest) }, { ...text, to: "log" });
  }
  return { texts: capped, problems };
}

function cut(text: string, longest: number): string {
  const last = text.charCodeAt(longest - 1);
  const end = last >= 0xd800 && last <= 0xdbff ? longest - 1 : longest;
  return `${text.slice(0, end)}\n[cut after ${end} of ${text.length} characters; the whole text is in the hook log]`;
}
