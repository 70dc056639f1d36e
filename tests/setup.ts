import fc from "fast-check";
import { afterAll, beforeEach, vi } from "vitest";
import { takes } from "./turns.js";
import { removeFoldersAtEnd } from "./workspace.js";

// Files share a process: the next one finds the environment as this one did.
const environment = { ...process.env };
afterAll(() => {
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
});

// An agent that runs the tests tells its own project's folder to the hooks that they start.
for (const name of Object.keys(process.env))
  if (name.endsWith("_PROJECT_DIR")) delete process.env[name];

removeFoldersAtEnd();

beforeEach(({ task, skip }) =>
  skip(!takes(task.file.filepath, task.fullTestName), "another run takes it"),
);

// Properties try the same few values in everyday runs. `npm run properties` tries many with a fresh seed, which a failure
// prints; SNAPHOOK_PROPERTY_SEED repeats it.
const wanted = process.env["SNAPHOOK_PROPERTY_RUNS"];
const seed = process.env["SNAPHOOK_PROPERTY_SEED"] ?? (wanted === undefined ? "1" : undefined);
const numRuns = Number(wanted ?? 30);
fc.configureGlobal({ numRuns, ...(seed !== undefined && { seed: Number(seed) }) });
// A deep search may take hours; it must not end as a timeout.
if (wanted !== undefined) vi.setConfig({ testTimeout: Math.max(240_000, numRuns * 60) });
