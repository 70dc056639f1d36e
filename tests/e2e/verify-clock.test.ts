import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { CommandWorkspace } from "./command-workspace.js";

interface Verified {
  readonly gates: readonly {
    readonly hook: string;
    readonly configured: boolean;
    readonly fault: string;
    readonly result: string;
    readonly why: string;
  }[];
}

const isInstalled = spawnSync("sh", ["-c", "command -v faketime"]).status === 0;
const deny = 'case $input in *"rm -rf"*) echo "no rm -rf" >&2; exit 2;; esac\n';

test.skipIf(!isInstalled)(
  `a guard that denies until some year is open when the clock jumps, and one without a date is not${isInstalled ? "" : " (faketime is not installed here)"}`,
  async () => {
    const workspace = new CommandWorkspace();
    workspace.write("plain.sh", `#!/bin/sh\ninput=$(cat)\n${deny}`);
    const year = new Date().getFullYear() + 5;
    const dated = `[ "$(date +%Y)" -gt ${year} ] && exit 0\n`;
    workspace.write("dated.sh", `#!/bin/sh\ninput=$(cat)\n${dated}${deny}`);
    const hooks = ["plain", "dated"].map((name) => ({
      name,
      command: `./${name}.sh`,
      onFailure: "block",
    }));
    workspace.write(
      ".snaphook/settings.json",
      JSON.stringify({ hooks: { PreToolUse: [{ matcher: "Bash", hooks }] } }),
    );
    const args = ["verify", "--fault", "clock-jump", "--trust-project"];
    const { gates } = await workspace.json<Verified>(...args);
    const found = gates
      .filter(({ configured }) => configured)
      .map(({ hook, fault, result, why }) => [hook, fault, result, why]);
    expect(found).toEqual([
      ["plain", "clock-jump", "closed", "denial-kept"],
      ["dated", "clock-jump", "open", "guard-allows"],
    ]);
  },
);
