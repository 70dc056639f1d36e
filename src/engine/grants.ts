import { hash } from "node:crypto";
import { canonicalJson } from "../trust/index.js";

/** A tool with the input that it would run with. */
export interface ToolCall {
  readonly tool: string;
  readonly input: unknown;
}

/** What the user has said yes to, in this session: exactly these inputs and no other. */
export class Grants {
  private readonly given = new Set<string>();

  grant(call: ToolCall): void {
    this.given.add(digestOf(call));
  }

  holds(call: ToolCall): boolean {
    return this.given.size > 0 && this.given.has(digestOf(call));
  }
}

function digestOf({ tool, input }: ToolCall): string {
  return hash("sha256", canonicalJson([tool, input ?? null]), "hex");
}
