// What the pty tests start: a session with real hooks and a scripted model, as a scenario file describes it.
import { readFileSync } from "node:fs";
import type { ProgramSettings } from "../../src/engine/index.js";
import { AgentSession } from "../../src/session/index.js";
import { scriptedModel, type Script } from "../../src/models/index.js";
import { runTerminal } from "../../src/tui/index.js";

/** What a pty test gives its driver. */
export interface Scenario {
  readonly workspace: string;
  readonly home: string;
  readonly script: Script;
  readonly program: ProgramSettings;
  readonly guardMs: number;
}

const { workspace, home, script, program, guardMs } = JSON.parse(
  readFileSync(process.argv[2] ?? "", "utf8"),
) as Scenario;
const session = new AgentSession({
  workspace,
  home,
  managedFile: `${home}/managed.json`,
  model: scriptedModel(script),
  program,
});
const reason = await runTerminal(session, { guardMs });
process.stdout.write(`ended: ${reason}\n`);
process.exitCode = 0;
