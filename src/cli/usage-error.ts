/** A mistake of whoever called the command: said in one line, with what to do, and exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
