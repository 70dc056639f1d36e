import { nearestName } from "../problem/index.js";

export { columnsOfStdout } from "./fold.js";
export { overview, welcome } from "./help.js";
export { forTerminal } from "../show/index.js";

/** What to say of a command that is not there. */
export function unknownCommand(name: string, known: readonly string[]): string {
  const meant = nearestName(name, known);
  const hint =
    meant === undefined ? "snaphook --help lists the commands" : `did you mean ${meant}?`;
  return `unknown command ${JSON.stringify(name)}; ${hint}`;
}
