import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import type { HookEntry } from "../config/index.js";
import { takeFingerprint } from "./fingerprint.js";
import { temporaryFolder } from "../../tests/workspace.js";

let root: string;

/** Before each test. */
export function openProject(): void {
  root = temporaryFolder();
}

/** After each test. */
export function closeProject(): void {
  rmSync(root, { recursive: true });
}

/** With their texts, or empty. A text that begins with `-> ` is a link. */
export type Files = Readonly<Record<string, string>> | readonly string[];

/** The files that are a part of the approval, and why others may not be. */
export function lookAt(
  command: string | readonly string[],
  files: Files,
): { files: string[]; notKnown: readonly string[] } {
  const given = Array.isArray(files) ? files.map((file) => [file, ""]) : Object.entries(files);
  for (const [path = "", text = ""] of given as [string, string][]) {
    const place = join(root, path);
    mkdirSync(dirname(place), { recursive: true });
    if (text.startsWith("-> ")) symlinkSync(text.slice(3), place);
    else writeFileSync(place, text);
  }
  const [program = "", ...args] = typeof command === "string" ? [] : command;
  const action =
    typeof command === "string"
      ? ({ type: "command", form: "shell", command, shell: "/bin/sh" } as const)
      : ({ type: "command", form: "exec", command: program, args } as const);
  const around = { projectDir: root, userHome: "/h/me", variables: {}, searchPath: "/usr/bin" };
  const entry = { action, env: {}, cwd: null } as unknown as HookEntry;
  const looked = takeFingerprint(entry, around, "project");
  expect(looked.fault).toBeNull();
  // Folders above this one may hold a package.json or the like.
  const own = looked.files.filter(({ path }) => path.startsWith("./"));
  return { files: own.map(({ path }) => path.slice(2)), notKnown: looked.notKnown };
}
