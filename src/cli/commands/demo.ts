import { join } from "node:path";
import { AgentSession } from "../../session/index.js";
import { openModel } from "../../models/index.js";
import { openLedger } from "../../trace/index.js";
import { openTerminal } from "../agent/open-terminal.js";
import { closeOnSignals } from "../agent/signals.js";
import { demo as spec } from "../command-spec.js";
import { makeDemoWorkspace } from "../demo/demo-workspace.js";
import { playDemo } from "../demo/play.js";
import { leadTour } from "../demo/tour.js";
import { isTerminal, writeAll } from "../files.js";
import { paintForStdout, prepare } from "../prepare.js";
import { UsageError } from "../usage-error.js";

export async function run(argv: readonly string[]): Promise<number> {
  const given = prepare(spec, argv);
  if (given === null) return 0;
  if (given.positionals.length > 0)
    throw new UsageError(`demo takes no argument, not ${given.positionals[0]}`);
  if (given.flag("json"))
    throw new UsageError("the demo is for people; for data: snaphook agent -p TEXT --json");
  const isSeen = !given.flag("play") && isTerminal(0) && isTerminal(1);
  const files = makeDemoWorkspace();
  const ledger = openLedger({ file: join(files.home, "ledger.jsonl") });
  const session = new AgentSession({
    workspace: files.workspace,
    home: files.home,
    // No administrator has a say in a folder that was made a moment ago.
    managedFile: join(files.home, "no-managed-settings.json"),
    model: openModel({ name: `script:${files.script}` }),
    ledger,
    thread: isSeen,
    environment: { ...process.env },
  });
  const signals = closeOnSignals(session);
  try {
    if (isSeen) await openTerminal(session, (controls) => void leadTour(session, controls));
    else
      await playDemo(session, {
        paint: paintForStdout(),
        print: (text) => writeAll(1, text),
        isInterrupted: () => signals.code !== null,
      });
    return signals.code ?? 0;
  } finally {
    await session.close("exit");
    ledger.close();
    signals.stop();
    if (given.flag("keep")) writeAll(1, `The workspace is in ${files.workspace}\n`);
    else files.remove();
  }
}
