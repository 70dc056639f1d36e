import type { HookRun } from "../decode/index.js";
import { problemList, type Problem } from "../problem/index.js";
import { inReading } from "../route/index.js";
import type { HostRequest, Undiagnosed } from "./host.js";
import { byExitCode, reportLost } from "./losses.js";
import { restrictionsIn, restrictionsUnread } from "./restriction.js";

/** The result of an event that the host does not have: no hook has an effect. */
export const noEffect: Undiagnosed = {
  outcome: "proceed",
  permission: "none",
  ...inReading({}),
  toModel: [],
  toUser: [],
  toLog: [],
  failed: false,
  problems: [],
  provenance: { voices: [], rewrites: [] },
};

/** An event that the host does not know runs no hook; `lost` says what that costs. */
export function readUnknownEvent({ event, runs }: HostRequest, lost: string): Undiagnosed {
  return { ...noEffect, problems: runs.flatMap((run) => lossesOf(run, event, lost)) };
}

function lossesOf(run: HookRun, event: string, lost: string): readonly Problem[] {
  const list = problemList(run.hook);
  list.report("host-ignores-field", { path: "event", found: event, lost });
  const restrictions = [
    ...(run.json === undefined ? [] : restrictionsIn(run.json)),
    ...restrictionsUnread(run.stdout.text, "stdout"),
    ...restrictionsUnread(run.stderr.text, "stderr"),
    ...byExitCode(run),
  ];
  reportLost(list, restrictions, "proceed", undefined);
  return list.problems;
}
