/** Plain text in the form of an answer. */
interface TextOutput {
  readonly [field: string]: string;
}

/** What plain text means by the code with which the hook ended; any code that is not listed denies. */
const byCode: Readonly<Record<number, (text: string) => TextOutput>> = {
  0: (systemMessage) => ({ decision: "allow", systemMessage }),
  1: (text) => ({ decision: "allow", systemMessage: `Warning: ${text}` }),
};

/** Gemini has no code of its own for a block: 2, 3, 127 and 255 are the same to it. */
export function fromText(text: string, code: number): TextOutput {
  return byCode[code]?.(text) ?? { decision: "deny", reason: text };
}

/** Codes by which a hook asks for what its text then does. */
export const deliberateCodes: ReadonlySet<number> = new Set([0, 1, 2]);
