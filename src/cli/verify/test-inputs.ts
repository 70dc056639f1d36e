import { readdirSync } from "node:fs";
import { join } from "node:path";
import { parse } from "jsonc-parser";
import { isRecord } from "../../json/index.js";
import { samplePayload, type Payload } from "../../payload/index.js";
import { readCapped } from "../files.js";

/** What tests next to hooks say that hooks deny. */
export interface TestInputs {
  for(event: string, hook: string): readonly Payload[];
}

const MOST_FILES = 200;
const MOST_BYTES = 1024 * 1024;
const skipped = new Set(["node_modules", ".git", ".venv", "dist"]);
const restricting = new Set(["block", "halt", "ask"]);

interface TestInput {
  readonly payload: Payload;
  /** Empty where the test is about all hooks. */
  readonly hooks: readonly unknown[];
}

/** Reads every `*.hooktest.json` in a folder. What is wrong with one is not said here: `snaphook test` does. */
export function readTestInputs(projectDir: string): TestInputs {
  const inputs = testFiles(projectDir).flatMap((file) => inputsIn(file));
  return {
    for: (event, hook) =>
      inputs
        .filter(({ payload, hooks }) => {
          const isAbout = hooks.length === 0 || hooks.includes(hook);
          return payload.hook_event_name === event && isAbout;
        })
        .map(({ payload }) => payload),
  };
}

function testFiles(folder: string, left = { files: MOST_FILES }): string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : testFiles(path, left);
    if (!entry.isFile() || !entry.name.endsWith(".hooktest.json") || left.files-- <= 0) return [];
    return [path];
  });
}

function inputsIn(file: string): TestInput[] {
  let text: string;
  try {
    text = new TextDecoder().decode(readCapped(file, MOST_BYTES).bytes);
  } catch {
    return [];
  }
  const content: unknown = parse(text);
  if (!isRecord(content) || !Array.isArray(content["tests"])) return [];
  const common = isRecord(content["given"]) ? content["given"] : {};
  return content["tests"].flatMap((test: unknown) => {
    if (!isRecord(test) || !isRecord(test["expect"])) return [];
    const { outcome, permission } = test["expect"];
    const denies = restricting.has(String(outcome)) || permission === "deny";
    return denies
      ? [inputOf({ ...common, ...(isRecord(test["given"]) ? test["given"] : {}) })]
      : [];
  });
}

function inputOf({ event, tool, input, payload, hooks }: Record<string, unknown>): TestInput {
  const named = typeof event === "string" ? event : "PreToolUse";
  return {
    payload: samplePayload(named, {
      ...(typeof tool === "string" && { tool_name: tool }),
      ...(isRecord(input) && { tool_input: input }),
      ...(isRecord(payload) && payload),
    }),
    hooks: Array.isArray(hooks) ? hooks : [],
  };
}
