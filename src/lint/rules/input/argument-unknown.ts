import type { Rule } from "../../rule.js";
import { wholeSource } from "../../subject.js";

const script = `#!/usr/bin/env python3
import argparse, sys
parser = argparse.ArgumentParser()
parser.add_argument("--log", action="store_true")
parser.parse_args()
`;

export const argumentUnknown: Rule = {
  code: "argument-unknown",
  group: "input",
  severity: "error",
  confidence: "shape",
  fix: "none",
  *check({ script: read, hook }) {
    if (read === null || read.isInline || read.parsed.language !== "python") return;
    const source = wholeSource(read);
    if (!/\.parse_args\(/.test(source) || /parse_known_args|add_subparsers/.test(source)) return;
    const line = [hook.command ?? "", ...(hook.args ?? [])].join(" ");
    const given = /\.py["']?\s+([^|;&<>]*)/.exec(line)?.[1]?.match(/--[\w-]+/g) ?? [];
    const known = [...source.matchAll(/^(?!\s*#).*add_argument\(\s*([^)]*)/gm)].flatMap(
      ([, list = ""]) => list.match(/--[\w-]+/g) ?? [],
    );
    for (const option of given) {
      // argparse takes the beginning of a name for the name.
      if (known.some((name) => name.startsWith(option)) || option === "--help") continue;
      yield {
        message: `The script does not know ${option}: argparse ends it with 2, which ${hook.host} takes for a block where the event has one, and nothing else in the script is done.`,
        sees: { user: "at most an error of the hook", model: "the usage of the script" },
        fix: { safety: "unsafe", description: `remove ${option}, or add it to the script` },
      };
    }
  },
  bad: [
    {
      title: "an option that is gone",
      event: "SubagentStop",
      command: 'python3 "$CLAUDE_PROJECT_DIR"/hooks/guard.py --notify',
      script,
    },
  ],
  good: [
    {
      title: "an option that is there",
      event: "SubagentStop",
      command: 'python3 "$CLAUDE_PROJECT_DIR"/hooks/guard.py --log',
      script,
    },
  ],
};
