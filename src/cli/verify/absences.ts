import { absencesOf, findBridgedHost, type HostAbsence } from "../../hosts/index.js";
import type { Payload } from "../../payload/index.js";
import type { Guard } from "./guard.js";

/** Where the guard's host does not run it, by what is known of the host. */
export function hostAbsences({ subjects }: Guard, version: string | null): readonly HostAbsence[] {
  const { host, event, type } = subjects[0].hook;
  const asked = version ?? findBridgedHost(host)?.version ?? "";
  const all = absencesOf(host, asked, event ?? "");
  return all.filter(({ where }) => (where === "http") === (type === "http") || where !== "http");
}

/** Tools that do the same to the same file, by Snaphook's names. */
const alternatives: Readonly<Record<string, readonly string[]>> = {
  Write: ["Edit", "Bash"],
  Edit: ["Write", "Bash"],
  Read: ["Bash"],
};

/** Other tools that reach the file of a denied call, and for which the guard does not run. */
export function otherTools(
  own: Payload,
  runsFor: (own: Payload) => boolean,
): readonly HostAbsence[] {
  const { tool_name: tool = "", tool_input: input } = own;
  const path = (input as Readonly<Record<string, unknown>> | undefined)?.["file_path"];
  const others = Object.hasOwn(alternatives, tool) ? (alternatives[tool] ?? []) : [];
  if (typeof path !== "string") return [];
  const does = tool === "Read" ? "read" : "write";
  return others
    .filter((other) => !runsFor({ ...own, tool_name: other, tool_input: inputOf(other, path) }))
    .map((other) => ({
      where: "other-tool",
      says: `${other} can ${does} the same file (${path}), and the guard does not run for it.`,
    }));
}

function inputOf(tool: string, path: string): object {
  if (tool === "Bash") return { command: `cat ${path} >> ${path}` };
  return { file_path: path, content: "changed", old_string: "a", new_string: "b" };
}
