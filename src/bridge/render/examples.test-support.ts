import { describe, expect, test } from "vitest";
import { render, type PortableAnswer } from "../index.js";

export const specific = (event: string, fields: object): object => ({
  hookSpecificOutput: { hookEventName: event, ...fields },
});
export const unnamed = (fields: object): object => ({ hookSpecificOutput: fields });
export const nothing: PortableAnswer = { outcome: "proceed", permission: "none" };
export const block: PortableAnswer = { outcome: "block", permission: "deny", reason: "no" };
export const bare: PortableAnswer = { outcome: "block", permission: "deny" };
export const ask: PortableAnswer = { outcome: "ask", permission: "ask", reason: "sure?" };
export const defer: PortableAnswer = { outcome: "defer", permission: "defer" };
export const allow: PortableAnswer = { outcome: "proceed", permission: "allow" };
export const halt: PortableAnswer = { outcome: "halt", permission: "none", stopReason: "enough" };
export const rewrite: PortableAnswer = { ...allow, input: { command: "ls" } };
export const noReason = "A hook stopped this and gave no reason.";

export const lost = (key: string, what: string): string => `host-ignores-field ${key}: ${what}`;
export const letGo = (what: string): string => `host-deny-lost outcome: ${what}`;
export const blocksInstead = (what: string): string =>
  lost("outcome", `${what}: the operation is blocked`);
export const noGrant = lost("permission", "the permission: the host's own rules decide");

export class Both {
  constructor(
    readonly stdout: object,
    readonly stderr: string,
  ) {}
}

/** What is printed: on stdout an object, or on stderr a text, which then comes with exit code 2; null: nothing; a pair: both. */
export type Row = readonly [
  sentence: string,
  event: string,
  wanted: PortableAnswer,
  printed: object | string | null | Both,
  ...losses: readonly string[],
];

/** What is printed for each wanted, by host. */
export function testExamples(examples: Readonly<Record<string, readonly Row[]>>): void {
  describe.each(Object.entries(examples))("%s", (host, rows) => {
    test.each(rows)("%s", (...row) => {
      const [, event, wanted, printed, ...losses] = row as unknown as Row;
      const answer = render(host, event, wanted);
      const [said, stderr] =
        printed instanceof Both
          ? [printed.stdout, printed.stderr]
          : typeof printed === "string"
            ? [null, printed]
            : [printed, ""];
      expect({
        ...answer,
        stdout: answer.stdout === "" ? null : (JSON.parse(answer.stdout) as unknown),
        losses: answer.losses.map((loss) => `${loss.code} ${loss.path}: ${loss.lost}`),
      }).toEqual({
        exit: stderr === "" ? 0 : 2,
        stdout: said,
        stderr,
        losses,
      });
    });
  });
}
