import type { Reading } from "../../src/core.js";

/** What a reading gives although nothing in it can be trusted. */
export function gainsOf(reading: Reading): string[] {
  const gains: Record<string, boolean> = {
    "no failure": !reading.failed,
    silence: !reading.diagnosed,
    "a permission": reading.permission === "allow",
    "an input": reading.input !== null,
    "a prompt": reading.prompt !== null,
    "an output": reading.toolOutput !== undefined,
    context: reading.toModel.some(({ kind }) => kind === "context"),
  };
  return Object.keys(gains).filter((gain) => gains[gain]);
}
