import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { isMatcherCase, type AnyCase, type MatcherCase } from "../conform/index.js";
import { eventSpec, samplePayload, type Payload } from "../payload/index.js";
import { HookFixtures, whyImpossible } from "./hook-fixtures.js";

/** A case made ready for a host command: what it reads, and the hooks that it is to run. */
export interface HostCase {
  readonly request: object;
  readonly project: string;
  readonly hooks: HookFixtures;
}

/** Writes the folders and hooks of a case. A text is why it cannot be made to happen. */
export function openHostCase(example: AnyCase, root: string): HostCase | string {
  const runs = isMatcherCase(example) ? [{ exit: 0 }] : example.runs;
  const why = whyImpossible(runs);
  if (why !== null) return why;
  const [project, home] = [join(root, "project"), join(root, "home")];
  for (const folder of [project, home]) mkdirSync(folder, { recursive: true });
  const hooks = new HookFixtures(join(root, "hooks"));
  const { id, dialect, version, event } = example;
  const entries = hooks.write(runs, isMatcherCase(example) ? [] : example.finish);
  const group = isMatcherCase(example) ? groupOf(example, entries) : { hooks: entries };
  const payload = samplePayload(event, { cwd: project, ...fieldsOf(example) });
  const settings = { hooks: { [event]: [group] } };
  const request = { protocol: 1, id, dialect, version, event, payload, settings, project, home };
  return { request, project, hooks };
}

/** Conditions on fields are the group's, as in Snaphook; a rule is the hook's own, as in Claude Code. */
function groupOf({ matcher, if: condition }: MatcherCase, entries: readonly object[]): object {
  const isRule = typeof condition === "string";
  return {
    ...(matcher !== undefined && { matcher }),
    ...(condition !== undefined && !isRule && { if: condition }),
    hooks: isRule ? entries.map((entry) => ({ ...entry, if: condition })) : entries,
  };
}

/** What the case says of the payload. */
function fieldsOf(example: AnyCase): Payload {
  if (!isMatcherCase(example)) return example.payload ?? {};
  const { event, toolName, toolInput, subject } = example;
  const named = eventSpec(event).subject;
  return {
    ...(toolName !== undefined && { tool_name: toolName }),
    ...(toolInput !== undefined && { tool_input: toolInput }),
    ...(subject !== undefined && named !== null && { [named]: subject }),
  };
}
