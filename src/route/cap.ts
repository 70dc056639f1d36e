import { problemList, type Problem } from "../problem/index.js";
import type { TextEffect } from "./effect.js";

/** Cuts texts to the model that are too long. The whole text goes to the log as well, and the note says so. */
export function capForModel(
  texts: readonly TextEffect[],
  longest: number,
): { readonly texts: readonly TextEffect[]; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const capped: TextEffect[] = [];
  for (const effect of texts) {
    if (effect.to !== "model" || effect.text.length <= longest) {
      capped.push(effect);
      continue;
    }
    const list = problemList(effect.hook);
    list.report("text-cut", {
      path: effect.kind,
      found: `${effect.text.length} characters`,
      allowed: [`at most ${longest} characters`],
      lost: "the rest of the text",
    });
    problems.push(...list.problems);
    capped.push({ ...effect, text: cut(effect.text, longest) }, { ...effect, to: "log" });
  }
  return { texts: capped, problems };
}

function cut(text: string, longest: number): string {
  const last = text.charCodeAt(longest - 1);
  const end = last >= 0xd800 && last <= 0xdbff ? longest - 1 : longest;
  return `${text.slice(0, end)}\n[cut after ${end} of ${text.length} characters; the whole text is in the hook log]`;
}
