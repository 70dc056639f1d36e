import type * as Bash from "unbash";
import { noText } from "./shell-tables.js";
import { fixedText, joinedParts, wordValue, type ReadCapture } from "./shell-words.js";
import { text, type Expression, type Stream } from "./syntax.js";

export interface Streams {
  readonly stdout: Stream | null;
  readonly stderr: Stream | null;
}

/** Where stdout and stderr go. */
export function streamsOf(redirects: readonly Bash.Redirection[]): Streams {
  let stdout: Stream | null = "stdout";
  let stderr: Stream | null = "stderr";
  for (const redirect of redirects) {
    if (redirect.type !== "Redirect") continue;
    const { operator, descriptor, target } = redirect;
    if (operator.startsWith("<")) continue;
    const from = descriptor?.type === "FileDescriptor" ? descriptor.value : 1;
    const to = target === undefined ? "" : (fixedText(target) ?? "");
    const isCopy = operator === ">&" && /^\d$/.test(to);
    let where: Stream | null = null;
    if (isCopy) where = to === "2" ? stderr : to === "1" ? stdout : null;
    else if (to === "/dev/stderr") where = "stderr";
    else if (to === "/dev/stdout") where = "stdout";
    if (operator.startsWith("&>") || (operator === ">&" && !isCopy && descriptor === undefined)) {
      stdout = where;
      stderr = where;
    } else if (from === 1) stdout = where;
    else if (from === 2) stderr = where;
  }
  return { stdout, stderr };
}

/** What is put in the place of standard input; null where nothing is. */
export function fedBy(
  redirects: readonly Bash.Redirection[],
  capture: ReadCapture,
): Expression | null {
  for (const redirect of redirects) {
    if (redirect.type === "HereString" && redirect.target !== undefined)
      return wordValue(redirect.target, capture);
    if (redirect.type === "HereDoc") {
      const { body } = redirect;
      return body.parts === undefined ? text(body.text) : joinedParts(body.parts, capture);
    }
    if (redirect.type === "Redirect" && redirect.operator === "<") {
      const { target } = redirect;
      // `done < <(jq …)`
      if (target?.parts?.some(({ type }) => type === "ProcessSubstitution") === true)
        return wordValue(target, capture);
      if (target === undefined || fixedText(target) !== "/dev/stdin") return noText;
    }
  }
  return null;
}
