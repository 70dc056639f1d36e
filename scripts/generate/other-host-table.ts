import { otherHosts, type OtherHost } from "../../src/verify/index.js";
import { blockIn, code, table, type Files } from "./markdown.js";

const wheres: Readonly<Record<OtherHost["finds"], string>> = {
  "all of stdout": "all of stdout",
  "the last object": "all of stdout, or the last object among other lines",
  "the last line after HOOK_CONTROL":
    "all of stdout, or the last line that begins with `HOOK_CONTROL` and a tab",
};

/** What hosts without a reader make of a guard's run, in the page of `snaphook verify`. */
export function otherHostTable(): Files {
  const rows = otherHosts.map((host) => [
    code(host.name),
    `${host.title} ${host.version}`,
    ...(host.neverRuns
      ? ["no", "none", "never", "–", "–"]
      : [
          host.exitTwo ? "yes" : "**no**",
          answersOf(host),
          host.restrictions.length === 0 ? "–" : `after ${host.reads}: ${wheres[host.finds]}`,
          host.heldPipes === "ends" ? "the answer counts" : "too late: open",
          "open",
        ]),
    host.says,
  ]);
  const head = [
    "`--host`",
    "host",
    "exit code 2 denies",
    "what denies or asks in JSON",
    "when it is read, and where",
    "output held open",
    "every other failure",
    "what the user sees of a failure",
  ];
  return blockIn("docs/verify.md", { "other-hosts": table(head, rows) });
}

function answersOf({ restrictions }: OtherHost): string {
  const all = restrictions.map(([path, value]) => code(`${path}: ${JSON.stringify(value)}`));
  return all.join(", ") || "none";
}
