import type { ProblemCode, Severity } from "../problem/index.js";
import type { RawFinding } from "./finding.js";
import type { Subject } from "./subject.js";

/** A hook that shows what a rule is about; it is the rule's documentation and its test. */
export interface Example {
  /** What it shows, in a few words. */
  readonly title: string;
  readonly event: string;
  readonly matcher?: string;
  /** By default claude-code. */
  readonly host?: string;
  /** The script; its first line says the language. */
  readonly script?: string;
  /** The entry in the settings; by default the script is started by its path. */
  readonly command?: string;
  readonly timeout?: number;
  readonly onFailure?: "continue" | "block";
  readonly async?: boolean;
  /** Files that the command names: `missing`, or one that cannot be started. */
  /** A file of the project with the same end of the path. */
  readonly twin?: string;
  readonly file?: "missing" | "not-executable";
  /** Other files of the project, by their paths; the script is `hooks/guard`. */
  readonly others?: Readonly<Record<string, string>>;
  /** Other events on which the same command runs. */
  readonly otherEvents?: readonly string[];
  /** The `type` of the project's package.json. */
  readonly packageType?: "module" | "commonjs";
  /** Matchers of other hooks that run the same command on the same event. */
  readonly otherMatchers?: readonly string[];
}

/** One thing that lint looks for. What happens and what to do is in the catalogue of problems. */
export interface Rule {
  readonly code: ProblemCode;
  readonly group: "unseen" | "guide" | "block" | "answer" | "input" | "settings" | "hardening";
  /** What it reports by default; a finding may be less. */
  readonly severity: Severity;
  /** `shape`: read from the structure of the script. `words`: also from what its texts say. */
  readonly confidence: "shape" | "words";
  /** Whether lint can fix it, and how surely the hook then does what was meant. */
  readonly fix: "safe" | "unsafe" | "none";
  readonly check: (subject: Subject) => Iterable<RawFinding>;
  readonly bad: readonly Example[];
  readonly good: readonly Example[];
}
