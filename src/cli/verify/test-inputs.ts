import { homedir } from "node:os";
import { translatePayload } from "../../bridge/index.js";
import { defaultHome } from "../../config/index.js";
import {
  findTestFiles,
  loadTestFiles,
  ownEvent,
  type PlacedTest,
  type TestFormat,
} from "../../hook-tests/index.js";
import { samplePayload, type Payload } from "../../payload/index.js";
import { ProjectHooks } from "../../sandbox-run/index.js";

/** What tests of hooks say that hooks deny. */
export interface TestInputs {
  for(event: string, hook: string): readonly Payload[];
}

interface TestOptions {
  readonly trustProject: boolean;
  readonly signal: AbortSignal;
  /** Loads what reads YAML. */
  readonly yaml: () => Promise<TestFormat>;
}

const restricting = new Set<unknown>(["block", "halt", "ask"]);

/** Reads the tests of a project. What is wrong with one is not said here: `snaphook test` does. */
export async function readTestInputs(
  projectDir: string,
  { trustProject, signal, yaml }: TestOptions,
): Promise<TestInputs> {
  const files = findTestFiles(projectDir);
  if (files.length === 0) return { for: () => [] };
  const places = {
    projectDir,
    userHome: homedir(),
    home: defaultHome(),
    trustProject,
    includesUser: true,
  };
  const project = new ProjectHooks(places);
  try {
    await project.refresh();
    const { tests } = await loadTestFiles(files, { project, places, signal, yaml });
    const inputs = tests
      .filter(({ expect }) => restricting.has(expect.outcome) || expect.permission === "deny")
      .map((test) => ({ payload: payloadOf(test), hooks: test.given.hooks ?? [] }));
    return {
      for: (event, hook) =>
        inputs
          .filter(({ hooks }) => hooks.length === 0 || hooks.includes(hook))
          .map(({ payload }) => payload)
          .filter(({ hook_event_name: name }) => name === event),
    };
  } finally {
    project.close();
  }
}

/** In Snaphook's words. */
function payloadOf({ given, hosts }: PlacedTest): Payload {
  const { event, from, tool, input, payload } = given;
  if (from !== undefined)
    return translatePayload({ hook_event_name: event, ...payload }, from, "snaphook").payload;
  return samplePayload(ownEvent(event, hosts?.[0] ?? "snaphook"), {
    ...(tool !== undefined && { tool_name: tool }),
    ...(input !== undefined && { tool_input: input }),
    ...payload,
  });
}
