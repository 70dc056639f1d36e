import { codeOf } from "./error-code.js";

/** Whether there is such a process, whoever owns it. What is no number of a process counts as living. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) !== "ESRCH";
  }
}
