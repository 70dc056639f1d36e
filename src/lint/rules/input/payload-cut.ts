import type { Rule } from "../../rule.js";

/** Payloads carry whole files. */
const ENOUGH = 100_000;

export const payloadCut: Rule = {
  code: "payload-cut",
  group: "input",
  severity: "warning",
  confidence: "shape",
  fix: "none",
  *check({ script, hook }) {
    for (const { most, at } of script?.facts.cutInput ?? [])
      if (most < ENOUGH)
        yield {
          at,
          message: `The payload is cut to ${most} characters before it is parsed: what ${hook.host} sends is often longer, and then it is no JSON.`,
          sees: { user: "nothing", model: "nothing" },
          fix: {
            safety: "unsafe",
            description: "parse the whole payload, and cut what you keep of it",
          },
        };
  },
  bad: [
    {
      title: "a limit for what is read",
      event: "PostToolUse",
      script: `#!/usr/bin/env python3
import json, sys
LIMIT = 8192
data = json.loads(sys.stdin.read(LIMIT))
open("calls.log", "a").write(data["tool_name"])
`,
    },
    {
      title: "of what a function has collected",
      event: "PostToolUse",
      script: `#!/usr/bin/env node
const { appendFileSync } = require("fs");
function readStdin() {
  return new Promise((resolve) => {
    let data = "";
    process.stdin.on("data", (chunk) => (data += chunk));
    process.stdin.on("end", () => resolve(data));
  });
}
(async () => {
  const { tool_name } = JSON.parse((await readStdin()).trim().slice(0, 4000));
  appendFileSync("calls.log", tool_name);
})();
`,
    },
    {
      title: "the beginning of the payload",
      event: "PostToolUse",
      script: `#!/usr/bin/env node
const { appendFileSync, readFileSync } = require("fs");
const raw = readFileSync(0, "utf8");
let data = {};
try {
  data = JSON.parse(raw.slice(0, 4000));
} catch {}
appendFileSync("calls.log", String(data.tool_name));
`,
    },
  ],
  good: [
    {
      title: "more than any payload has",
      event: "PostToolUse",
      script: `#!/usr/bin/env python3
import json, sys
data = json.loads(sys.stdin.read(10_000_000))
open("calls.log", "a").write(data["tool_name"])
`,
    },
    {
      title: "the beginning of a field",
      event: "PostToolUse",
      script: `#!/usr/bin/env node
const { appendFileSync, readFileSync } = require("fs");
const raw = readFileSync(0, "utf8");
const data = JSON.parse(raw);
appendFileSync("calls.log", data.tool_input.command.slice(0, 200) + raw.slice(0, 80));
`,
    },
  ],
};
