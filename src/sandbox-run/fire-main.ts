/** A program that runs in a sandbox: it fires the events that it is given at the hooks of a project. */
import { openSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { toJsonText } from "../show/index.js";
import { FiringTargets } from "./firing-targets.js";
import { RESULTS, type FireRequest } from "./fire-request.js";

async function main(): Promise<void> {
  const request = JSON.parse(readFileSync(0, "utf8")) as FireRequest;
  const { TMPDIR = "/tmp" } = process.env;
  const results = openSync(join(TMPDIR, RESULTS), "a", 0o600);
  Object.assign(process.env, request.env);
  const targets = new FiringTargets(request);
  try {
    for (const event of request.events)
      writeSync(results, `${toJsonText(await targets.fire(event), 0)}\n`);
  } finally {
    targets.close();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
