import { lstatSync, readdirSync, realpathSync } from "node:fs";
import { join, resolve } from "node:path";
import { isFolder, makeFolder, ownershipFault } from "../io/index.js";

/** Where a resident engine of one build is reached, in a folder that only its owner can look into. */
export interface Place {
  readonly home: string;
  readonly folder: string;
  readonly socket: string;
  /** Holds the header that a caller must send. */
  readonly token: string;
  /** Holds who answers there. */
  readonly state: string;
}

/** As src/serve/fire.sh finds it. */
const FOLDER = "serve";
/** What every system has room for in the address of a socket. */
const LONGEST_SOCKET = 103;

/** One place for each build: a caller never meets an engine of another one. */
export function placeOf(home: string, build: string): Place {
  const folder = join(resolve(home), FOLDER, build);
  return {
    home: resolve(home),
    folder,
    socket: join(folder, "s"),
    token: join(folder, "token"),
    state: join(folder, "state.json"),
  };
}

/** The places of all builds that were ever served here. */
export function placesIn(home: string): readonly Place[] {
  const parent = join(resolve(home), FOLDER);
  return isFolder(parent) ? readdirSync(parent).map((build) => placeOf(home, build)) : [];
}

/** Makes the folder. Throws an Error that says why nothing may be served there. */
export function makePlace(place: Place): void {
  makeFolder(place.folder, 0o700);
  checkPlace(place);
}

/** Throws an Error that says why nothing may be served there: the folder is missing, or not the user's alone. */
export function checkPlace({ home, folder, socket }: Place): void {
  if (process.platform === "win32") throw new Error("this system has no private sockets");
  if (Buffer.byteLength(socket) > LONGEST_SOCKET)
    throw new Error(`the path ${socket} is too long for a socket; use a shorter SNAPHOOK_HOME`);
  // The user's folder may be a link to where it really is; what is in it may not.
  for (const path of [realpathSync(home), join(home, FOLDER), folder]) {
    const fault = ownershipFault(path, lstatSync(path));
    if (fault !== null) throw new Error(fault);
  }
  if ((lstatSync(folder).mode & 0o077) !== 0)
    throw new Error(`others can look into ${folder}; chmod 700 it`);
}
