import { findNodeAtLocation, getNodeValue, parseTree } from "jsonc-parser";
import { editJson } from "../bridge/index.js";
import { parseSettings } from "../config/index.js";

/** A way to a value in a file: `["tests", 0, "expect"]`. */
export type ValuePath = readonly (string | number)[];

/** The content of a file of tests, and where in it everything is. */
export interface TestSource {
  readonly value: unknown;
  /** From 1; null where it is not known. */
  lineOf(path: ValuePath): number | null;
}

/** How the text of a file is read and changed. */
export interface TestFormat {
  /** Throws a `SourceFault`. */
  read(text: string): TestSource;
  /** The text with another value at a path; all else stays as it is. */
  withValue(text: string, path: ValuePath, value: unknown): string;
}

/** A text that is not what the name of its file says. */
export class SourceFault extends Error {
  constructor(
    message: string,
    readonly line: number | null,
  ) {
    super(message);
  }
}

/** JSON, in which comments and trailing commas are allowed. */
export const jsonFormat: TestFormat = {
  read(text) {
    const parsed = parseSettings(text);
    if ("fault" in parsed)
      throw new SourceFault(`it is not JSON: ${parsed.fault.found}`, parsed.fault.line);
    const tree = parseTree(text, [], { allowTrailingComma: true });
    if (tree === undefined) throw new SourceFault("it is empty", 1);
    return {
      value: getNodeValue(tree) as unknown,
      lineOf(path) {
        for (let length = path.length; length >= 0; length--) {
          const node = findNodeAtLocation(tree, path.slice(0, length));
          // Of a member the line of its name.
          const offset = node?.parent?.type === "property" ? node.parent.offset : node?.offset;
          if (offset !== undefined) return text.slice(0, offset).split("\n").length;
        }
        return null;
      },
    };
  },
  withValue: editJson,
};
