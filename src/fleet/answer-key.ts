import type { KeyObject } from "node:crypto";
import { lstatSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeFolder } from "../io/index.js";
import { makeKeyFile, readKeyFile } from "../signing/index.js";
import { FleetFault } from "./fleet-fault.js";

/** Where the secret key of whoever answers is. */
export function answerKeyFile(home: string): string {
  return join(home, "fleet", "answer.key");
}

/** Makes a key; one that is there stays. Gives whether it is new. */
export function makeAnswerKey(file: string): boolean {
  makeFolder(dirname(file), 0o700);
  if (lstatSync(file, { throwIfNoEntry: false }) !== undefined) return false;
  makeKeyFile(file);
  return true;
}

export function readAnswerKey(file: string): KeyObject {
  const key = readKeyFile(file, "snaphook approvals key");
  if ("why" in key) throw new FleetFault(key.why);
  return key;
}
