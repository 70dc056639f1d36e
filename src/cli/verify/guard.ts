import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { eventOf, type CommandFile, type Subject } from "../../lint/index.js";
import { eventSpec, isBlockable } from "../../payload/index.js";

/** A hook that can keep something from happening, with what lint has read of it: its script, and its command. */
export interface Guard {
  readonly key: string;
  readonly subjects: readonly [Subject, ...Subject[]];
  /** Snaphook's name of the event. */
  readonly canonical: string;
}

/** Before what they are about happens. */
function comesBefore(canonical: string): boolean {
  return isBlockable(eventSpec(canonical)) && !canonical.startsWith("Post");
}

/** The guards among hooks, each once. */
export function guardsAmong(subjects: readonly Subject[]): readonly Guard[] {
  const found = new Map<string, Guard>();
  for (const subject of subjects) {
    const { host, file, id } = subject.hook;
    const key = `${host} ${file} ${id}`;
    const canonical = eventOf(subject);
    if (!comesBefore(canonical)) continue;
    const known = found.get(key)?.subjects;
    const all = known === undefined ? ([subject] as const) : ([...known, subject] as const);
    found.set(key, { key, subjects: all, canonical });
  }
  return [...found.values()];
}

/** The first script that a guard starts. */
export function scriptFileOf({ subjects }: Guard): CommandFile | null {
  return subjects.flatMap(({ files }) => files).find(({ exists }) => exists) ?? null;
}

/** The program that runs its script, by name, where it is found along the PATH. */
export function interpreterOf(guard: Guard): string | null {
  const file = scriptFileOf(guard);
  if (file === null) return null;
  if (file.interpreter !== null) return named(file.interpreter);
  const script = guard.subjects.find((one) => one.script?.file === file.path)?.script;
  const [, program] = /^#!\s*\S*\/env\s+(?:-\S+\s+)*([\w.+-]+)/.exec(script?.source ?? "") ?? [];
  return program === undefined ? null : named(program);
}

function named(program: string): string | null {
  return program.includes("/") ? null : program;
}

const MOST_PROGRAMS = 6;

/** Other programs that its script starts, where they are found along the PATH. */
export function programsOf(guard: Guard): readonly string[] {
  const names = guard.subjects.flatMap(({ script }) =>
    (script?.facts.programs ?? []).map(({ name }) => name),
  );
  const interpreter = interpreterOf(guard);
  const others = new Set(names.filter((name) => /^[\w.+-]+$/.test(name) && name !== interpreter));
  return [...others].filter(isOnPath).slice(0, MOST_PROGRAMS);
}

function isOnPath(program: string): boolean {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return folders.some((folder) => folder !== "" && existsSync(join(folder, program)));
}
