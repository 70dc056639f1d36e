import { exitCode } from "../ending.js";
import { problemList } from "../../problem/index.js";
import type { Undiagnosed, HostRequest } from "../host.js";
import { restrictionsPrinted } from "./restrictions.js";
import { printed } from "./output.js";
import { noEffect } from "../unknown-event.js";

/** An event that Codex does not have: its hooks are configured without a word of warning, and never run. */
export function readUnknownEvent({ event, runs }: HostRequest): Undiagnosed {
  const problems = runs.flatMap((run) => {
    const list = problemList(run.hook);
    const lost = "the hook: Codex has no such event";
    list.report("host-ignores-field", { path: "event", found: event, lost });
    const said = [...restrictionsPrinted(printed(run)), ...restrictionsPrinted(run.stderr.text)];
    if (exitCode(run) === 2 || said.length > 0)
      list.report("host-deny-lost", { path: "event", found: event, lost: "the hook" });
    return list.problems;
  });
  return { ...noEffect, problems };
}
