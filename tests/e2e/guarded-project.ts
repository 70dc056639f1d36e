import { CommandWorkspace } from "./command-workspace.js";

/** What `snaphook test --json` prints. */
export interface Tested {
  readonly passed: number;
  readonly failed: number;
  readonly sandbox: string;
  readonly results: readonly {
    readonly name: string;
    readonly host: string;
    readonly state: string;
    readonly why?: string;
    readonly differences: readonly { readonly field: string; readonly got: unknown }[];
  }[];
  readonly faults: readonly {
    readonly file: string;
    readonly line: number;
    readonly what: string;
  }[];
  readonly refusedFiles: readonly { readonly file: string; readonly what: string }[];
  readonly coverage: {
    readonly hooks: readonly {
      readonly name: string;
      readonly host: string;
      readonly runs: number;
      readonly outcomes: readonly string[];
      readonly decisions: readonly { readonly line: number; readonly isReached: boolean }[];
    }[];
    readonly events: readonly {
      readonly event: string;
      readonly host: string;
      readonly tests: number;
    }[];
  };
}

export const statesOf = ({ results }: Tested): string[] =>
  results.map(({ name, host, state }) => `${state} ${name} [${host}]`);

/** A project with one guard, and whatever tests it is given. */
export function guardedProject(tests: Readonly<Record<string, string>>): CommandWorkspace {
  const workspace = new CommandWorkspace();
  workspace.write(
    "guard.sh",
    '#!/bin/sh\ntouch ran\ncase $(cat) in *rm*) echo "no rm" >&2; exit 2;; esac\n',
  );
  const hooks = { PreToolUse: [{ hooks: [{ name: "guard", command: "./guard.sh" }] }] };
  workspace.write(".snaphook/settings.json", JSON.stringify({ hooks }));
  for (const [path, text] of Object.entries(tests)) workspace.write(path, text);
  return workspace;
}

export const call = (command: string): object => ({
  event: "PreToolUse",
  tool: "Bash",
  input: { command },
});
