import { openSync } from "node:fs";
import { isRecord } from "../../json/index.js";
import { translatePayload } from "../../bridge/index.js";
import { bridgedHosts, bridgeOf, findBridgedHost, type HostBridge } from "../../hosts/index.js";
import { parseJson, readJsonFile, type Bytes } from "../files.js";
import { UsageError } from "../usage-error.js";
import type { BridgeInput } from "./answer.js";

/** The host that an option names; it is never guessed. */
export function hostOf(option: string, name: string | undefined): string {
  const known = bridgedHosts().map((host) => host.name);
  if (name === undefined)
    throw new UsageError(`which host? Give --${option} with one of: ${known.join(", ")}`);
  if (findBridgedHost(name) === null)
    throw new UsageError(
      `--${option} ${name}: unknown host or version; known are: ${known.join(", ")}`,
    );
  return name.split("@", 1)[0] ?? name;
}

/** The tables of a host that the bridge knows. */
export function bridgeFor(host: string): HostBridge {
  const found = bridgeOf(host);
  if (found === null) throw new RangeError(`the bridge knows no host ${host}`);
  return found;
}

/** Opens the log before anything runs: afterwards there is no place to say that it cannot be written. */
export function openLog(file: string | undefined): number | null {
  if (file === undefined) return null;
  try {
    return openSync(file, "a", 0o600);
  } catch (error) {
    throw new UsageError(`--log ${file} cannot be written: ${(error as Error).message}`);
  }
}

/** Reads the event from standard input, or from what was read of somebody else's. What cannot be understood is an error, and ends with exit code 2. */
export function readBridgeInput(host: string, hookDialect: string, read?: Bytes): BridgeInput {
  const payload =
    read === undefined ? readJsonFile("-", "the payload") : parseJson(read, "-", "the payload");
  if (!isRecord(payload))
    throw new UsageError("the payload on standard input is not a JSON object");
  try {
    const translated = translatePayload(payload, host, hookDialect);
    return {
      host,
      event: translated.named,
      payload,
      hookDialect,
      hookEvent: translated.event,
      hookPayload: translated.payload,
      problems: translated.problems,
    };
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
