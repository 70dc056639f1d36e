import type { Rule } from "../../rule.js";
import type { Include, ParsedScript } from "../../script/syntax.js";

interface MissingName {
  readonly name: string;
  readonly from: string;
  readonly include: Include;
}

/** Names that are imported from files of the project that do not have them. */
function missingNames(script: ParsedScript, seen = new Set<ParsedScript>()): MissingName[] {
  if (seen.has(script)) return [];
  seen.add(script);
  const { included } = script;
  // `from package import module`: the name may be a file.
  const modules = new Set(
    [...included.keys()].flatMap(({ names }) =>
      names.flatMap(({ local, exported }) => (exported === null ? local : [])),
    ),
  );
  return [...included].flatMap(([include, other]) => {
    const { names, file, fault } = other;
    const isKnown = include.kind === "module" && names !== null && fault === null;
    const gone = isKnown
      ? include.names.flatMap(({ local, exported }) =>
          exported === null || exported === "*" || names.has(exported) || modules.has(local)
            ? []
            : { name: exported, from: file ?? "", include },
        )
      : [];
    return [...gone, ...missingNames(other, seen)];
  });
}

export const helperNameMissing: Rule = {
  code: "helper-name-missing",
  group: "settings",
  severity: "error",
  confidence: "shape",
  fix: "none",
  *check({ script, hook }) {
    if (script === null) return;
    for (const { name, from, include } of missingNames(script.parsed))
      yield {
        at: include.at,
        message: `${from} has no \`${name}\`: the import fails, what it should do is not done, and ${hook.host} goes on without it.`,
        sees: { user: "at most an error of the hook", model: "nothing" },
        fix: { safety: "unsafe", description: `import a name that ${from} has` },
      };
  },
  bad: [
    {
      title: "a function that has another name now",
      event: "PreToolUse",
      script: `#!/usr/bin/env python3
import sys
try:
    from guard import check_call
except ImportError:
    sys.exit(0)
check_call()
`,
      others: { "hooks/guard.py": "def check():\n    pass\n" },
    },
    {
      title: "the same in JavaScript",
      event: "PreToolUse",
      script: `#!/usr/bin/env node
import { checkCall } from "./guard.mjs";
checkCall();
`,
      others: { "hooks/guard.mjs": "export function check() {}\n" },
    },
  ],
  good: [
    {
      title: "the name that it has",
      event: "PreToolUse",
      script: `#!/usr/bin/env python3
from guard import check, LIMIT
check(LIMIT)
`,
      others: { "hooks/guard.py": "LIMIT = 3\n\ndef check(limit):\n    pass\n" },
    },
    {
      title: "the same in JavaScript",
      event: "PreToolUse",
      script: `#!/usr/bin/env node
import { check } from "./guard.mjs";
check();
`,
      others: { "hooks/guard.mjs": "const check = () => {};\nexport { check };\n" },
    },
  ],
};
