import { belongsTo, findDialect, lanesOf } from "../../dialects/index.js";
import { eventSpec, isKnownEvent, waveEvents } from "../../payload/index.js";
import type { HostEvent, HostTable } from "../host.js";

const dialect = findDialect("wave");

/** Wave. Its rules are those of the dialect of that name, which reads its answers; so there are only tables here. */
export const wave: HostTable = {
  name: "wave",
  version: dialect.version,
  summary:
    "Wave: its specification, which is Snaphook's own dialect. For releases that read exit codes only, every restriction is also an exit code 2.",
  basis: "documented",
  events: Object.fromEntries(waveEvents.map((name) => [name, eventOf(name)])),
  defaultTimeout: 600,
  log: "its log",
};

function eventOf(name: string): HostEvent {
  const { onBlock, subject } = eventSpec(name);
  const { exitTwo, stdout } = lanesOf(dialect, name);
  return {
    canonical: isKnownEvent(name) ? name : null,
    // Wave has matchers for tools only.
    subject: subject === "tool_name" ? subject : null,
    exitTwo: onBlock ?? `nothing is blocked; stderr goes to the ${exitTwo}`,
    text: stdout === "log" ? "kept in the log" : `goes to the ${stdout}`,
    fields: Object.entries(dialect.fields)
      .filter(([, field]) => belongsTo(field, name))
      .map(([field, { places }]) =>
        places.includes("top") ? field : `hookSpecificOutput.${field}`,
      ),
  };
}
