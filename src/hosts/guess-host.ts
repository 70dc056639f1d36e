import type { Payload } from "../payload/index.js";
import { bridgeOf } from "./bridge-of.js";
import { bridgedHosts } from "./matrix.js";

/** Variables by which a hook is known to be run by a host, in addition to those that lead to the project. */
const marks: Readonly<Record<string, readonly string[]>> = {
  "claude-code": ["CLAUDECODE", "CLAUDE_CODE_ENTRYPOINT"],
  cursor: ["CURSOR_VERSION", "CURSOR_TRANSCRIPT_PATH"],
};

/**
 * The host that runs a hook, by the variables that it sets and the form of its payload; null where nothing tells. Many set
 * CLAUDE_PROJECT_DIR, so that what only one of them sets counts for it and against the others.
 */
export function guessHost(
  environment: Readonly<Record<string, string | undefined>>,
  payload: Payload,
): string | null {
  const hosts = bridgedHosts().filter(({ name }) => name !== "wave");
  const named = [payload.hook_event_name, payload["hookEventName"], payload["hookName"]].find(
    (name) => typeof name === "string",
  );
  const set = new Set(
    hosts.flatMap(({ name }) => variablesOf(name)).filter((one) => environment[one] !== undefined),
  );
  const scored = hosts
    .filter(({ events }) => typeof named !== "string" || Object.hasOwn(events, named))
    .map(({ name }) => {
      const own = new Set(variablesOf(name));
      const fits = [...set].filter((variable) => own.has(variable)).length;
      const lacks = Object.keys(bridgeOf(name)?.start.environment ?? {}).filter(
        (variable) => !set.has(variable),
      ).length;
      const fields = Object.keys(bridgeOf(name)?.sample ?? {}).filter((field) => field in payload);
      return { name, score: 3 * (2 * fits - set.size) + fields.length - lacks, fits, fields };
    })
    .filter(({ fits, fields }) => fits > 0 || fields.length > 0);
  const [best, next] = scored.toSorted((one, other) => other.score - one.score);
  return best === undefined || best.score === next?.score ? null : best.name;
}

function variablesOf(host: string): string[] {
  return [...Object.keys(bridgeOf(host)?.start.environment ?? {}), ...(marks[host] ?? [])];
}
