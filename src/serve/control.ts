import { lstatSync } from "node:fs";
import { request } from "node:http";
import { isRecord } from "../json/index.js";
import { ownershipFault } from "../io/index.js";
import type { Place } from "./place.js";
import type { Status } from "./resident.js";
import { readToken, TOKEN_HEADER } from "./token.js";

/** Who does not answer within this time is stopped, or too busy to be of use. */
const PATIENCE_MS = 3000;

/** Asks whoever is at a place; null where nobody is, or nobody that may be trusted, or no answer comes in time. */
export function ask(place: Place, what: "status" | "stop"): Promise<Status | null> {
  const token = trusted(place);
  if (token === null) return Promise.resolve(null);
  return new Promise((resolve) => {
    const asked = request(
      {
        socketPath: place.socket,
        method: what === "stop" ? "POST" : "GET",
        path: `/${what}`,
        headers: { Host: "localhost", [TOKEN_HEADER]: token, "Content-Length": 0 },
        agent: false,
        timeout: PATIENCE_MS,
        signal: AbortSignal.timeout(PATIENCE_MS),
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", () => resolve(null));
        response.on("end", () => resolve(statusIn(Buffer.concat(chunks).toString())));
      },
    );
    asked.on("error", () => resolve(null));
    asked.end();
  });
}

/** The token, where the folder, the socket and the token are the user's own. */
function trusted({ folder, socket, token }: Place): string | null {
  for (const path of [folder, socket]) {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined || ownershipFault(path, stats) !== null) return null;
  }
  return readToken(token);
}

function statusIn(text: string): Status | null {
  try {
    const status: unknown = JSON.parse(text);
    return isRecord(status) && typeof status["pid"] === "number"
      ? (status as unknown as Status)
      : null;
  } catch {
    return null;
  }
}
