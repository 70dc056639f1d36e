import { followQuestions } from "../../fleet/index.js";
import { forTerminalLine, toJsonText } from "../../show/index.js";
import { writeAll } from "../files.js";
import { say } from "../fold.js";
import { outcomeText, questionData, questionLine } from "./question-text.js";

/** Prints each question once as it comes, and what came of it, until it is aborted. A lost connection is made again. */
export async function watchQuestions(
  url: string,
  isJson: boolean,
  signal: AbortSignal,
): Promise<number> {
  const show = (text: string, data: object): void => {
    writeAll(1, isJson ? `${toJsonText(data, 0)}\n` : `${text}\n`);
  };
  let isFirst = true;
  await followQuestions(url, signal, {
    onChange({ added, ended }) {
      if (isFirst) say(2, "Questions are shown as they come. Ctrl-C ends it.\n");
      isFirst = false;
      for (const one of added) show(questionLine(one), { type: "question", ...questionData(one) });
      for (const one of ended) {
        const { id, outcome, allowedBy, deniedBy } = one;
        const data = { id, outcome: outcome ?? "expired", allowedBy, deniedBy };
        show(forTerminalLine(`${id.slice(0, 8)}  ${outcomeText(one)}`), { type: "end", ...data });
      }
    },
    onFault(fault) {
      if (isFirst) throw fault;
      say(2, `${forTerminalLine(fault.message)}; connecting again\n`);
    },
  });
  return 0;
}
