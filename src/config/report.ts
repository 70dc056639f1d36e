import { problemList, type ProblemCode, type Severity } from "../problem/index.js";
import type { ConfigProblem } from "./settings.js";

/** What is known of one problem. */
export interface Details {
  readonly path: string;
  readonly line: number | null;
  readonly found: string;
  readonly allowed: readonly string[];
  readonly suggestion?: string | undefined;
  readonly lost?: string | undefined;
  readonly offset?: number | undefined;
  readonly severity?: Severity;
}

/** A file may hold a million mistakes; the list of them may not. */
const MOST_OF_ONE_CODE = 200;

/** Collects the problems of one file. The last of very many of a kind says how many more there were. */
export class Report {
  private readonly list: ConfigProblem[] = [];
  private readonly counts = new Map<ProblemCode, number>();

  constructor(private readonly file: string | null) {}

  get problems(): readonly ConfigProblem[] {
    return this.list;
  }

  /** `hook` is the name of the hook that it is about, empty where it is about none. */
  add(code: ProblemCode, hook: string, { line, severity, ...details }: Details): void {
    const count = (this.counts.get(code) ?? 0) + 1;
    this.counts.set(code, count);
    if (count > MOST_OF_ONE_CODE) {
      const last = this.list.findLastIndex((problem) => problem.code === code);
      const { suggestion: _, ...known } = this.list[last] as ConfigProblem;
      const more = count - MOST_OF_ONE_CODE + 1;
      this.list[last] = { ...known, hook: "", path: "", found: `and ${more} more`, line: null };
      return;
    }
    const located = problemList(hook);
    located.report(code, { ...details, ...(severity !== undefined && { severity }) });
    this.list.push(...located.problems.map((problem) => ({ ...problem, file: this.file, line })));
  }
}

/** `hooks` and `PreToolUse` give `hooks.PreToolUse`; a key that is no word is in brackets. */
export function pathOf(parent: string, key: string | number): string {
  if (typeof key === "number") return `${parent}[${key}]`;
  // Those of ASCII first: to prepare the classes of Unicode takes longer than reading a file of settings.
  const isWord = /^[A-Za-z_$][\w$-]*$/.test(key) || /^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(key);
  if (!isWord) return `${parent}[${JSON.stringify(key)}]`;
  return parent === "" ? key : `${parent}.${key}`;
}
