import { spawnSync } from "node:child_process";
import { UsageError } from "../usage-error.js";

/** A language that `init` has a guard in. */
interface Language {
  /** In `examples/guards`. */
  readonly file: string;
  /** What starts it. */
  readonly program: string;
  /** A line for the shell that succeeds where it can run, and what to do where it does not. */
  readonly check: string;
  readonly needs: string;
  /** How the script blocks, and how it does where a host shows nobody what is on stderr: by JSON. */
  readonly blocks: readonly [byCode: string, byJson: string];
}

const inJavaScript = [
  `console.error(why);
  process.exit(2);`,
  `const hookSpecificOutput = {
    hookEventName: "PreToolUse",
    permissionDecision: "deny",
    permissionDecisionReason: why,
  };
  console.log(JSON.stringify({ hookSpecificOutput }));
  process.exit(0);`,
] as const;

export const languages = {
  node: {
    file: "guard.mjs",
    program: "node",
    check: "command -v node",
    needs: "node on the PATH",
    blocks: inJavaScript,
  },
  python: {
    file: "guard.py",
    program: "python3",
    check: "python3 -c pass",
    needs: "python3 on the PATH",
    blocks: [
      `print(why, file=sys.stderr)
    sys.exit(2)`,
      `answer = {
        "hookEventName": "PreToolUse",
        "permissionDecision": "deny",
        "permissionDecisionReason": why,
    }
    print(json.dumps({"hookSpecificOutput": answer}))
    sys.exit(0)`,
    ],
  },
  sh: {
    file: "guard.sh",
    program: "sh",
    check: "command -v jq",
    needs: "jq on the PATH, to read JSON",
    blocks: [
      `printf '%s\\n' "$1" >&2`,
      `jq -nc --arg why "$1" '{hookSpecificOutput: {hookEventName: "PreToolUse",
    permissionDecision: "deny", permissionDecisionReason: $why}}' && exit 0
  printf '%s\\n' "$1" >&2`,
    ],
  },
  typescript: {
    file: "guard.ts",
    program: "node",
    // Older ones need a flag that newer ones warn of, or none of them knows.
    check: `node -e 'process.exit(process.features.typescript === "strip" ? 0 : 1)'`,
    needs: "Node 22.18 or newer as node on the PATH, which runs TypeScript without a build",
    blocks: inJavaScript,
  },
} as const satisfies Record<string, Language>;

export type LanguageName = keyof typeof languages;

export const languageNames = Object.keys(languages) as LanguageName[];

export function canRun(name: LanguageName): boolean {
  return spawnSync("/bin/sh", ["-c", languages[name].check], { stdio: "ignore" }).status === 0;
}

/** The language that an option names, where it can run here. */
export function languageOf(given: string): LanguageName {
  const name = languageNames.find((known) => known === given);
  if (name === undefined)
    throw new UsageError(`--language ${given}: known are ${languageNames.join(", ")}`);
  if (!canRun(name)) throw new UsageError(`a guard in ${name} needs ${languages[name].needs}`);
  return name;
}
