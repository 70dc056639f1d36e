// An example for the page of `snaphook view`: a project with hooks, and what happened in it. The hooks are run by the
// engine; only the times are made up, so that a day passes in a second.
import { createHash, randomUUID } from "node:crypto";
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createEngine } from "../dist/engine/index.js";

/** @type {Readonly<Record<string, string>>} */
const scripts = {
  "no-rm.sh": `case "$(cat)" in *"rm -rf"*) echo "Deleting folders is not allowed here; move them to .trash." >&2; exit 2;; esac`,
  "review-push.sh": `case "$(cat)" in *"git push"*) echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":"A push is seen by everybody."}}';; esac`,
  "old-guard.sh": `case "$(cat)" in *curl*) echo 'checking…'; echo '{"decision":"Block","reason":"no downloads","continu":true}';; esac`,
  "pipefail.sh": `case "$(cat)" in *"npm test"*) echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{"command":"set -o pipefail; npm test 2>&1 | tail -20"}}}';; esac`,
  "no-secrets.sh": `case "$(cat)" in *AKIA*) echo "That is a key." >&2; exit 2;; esac`,
  "format.sh": `case "$(cat)" in *broken*) echo "format.sh: line 3: prettier: not found" >&2; exit 127;; esac; echo '{"systemMessage":"formatted"}'`,
  "context.sh": `echo "The branch is main; 3 files are not committed."`,
};
/** @type {(name: string, more?: object) => object} */
const hook = (name, more = {}) => ({
  name: name.replace(".sh", ""),
  type: "command",
  command: `sh "$WAVE_PROJECT_DIR"/hooks/${name}`,
  ...more,
});
const settings = {
  hooks: {
    PreToolUse: [
      {
        matcher: "Bash",
        hooks: [
          hook("no-rm.sh", { onFailure: "block" }),
          hook("review-push.sh"),
          hook("old-guard.sh"),
          hook("pipefail.sh"),
        ],
      },
      { matcher: "Write|Edit", hooks: [hook("no-secrets.sh")] },
    ],
    PostToolUse: [{ matcher: "Write|Edit", hooks: [hook("format.sh")] }],
    UserPromptSubmit: [{ hooks: [hook("context.sh")] }],
  },
  permissions: { deny: ["Read(//etc/**)"], ask: ["Bash(npm publish:*)"] },
};

/** @type {(command: string) => object} */
const bash = (command) => ({
  hook_event_name: "PreToolUse",
  tool_name: "Bash",
  tool_input: { command },
});
/** @type {(file: string) => object} */
const wrote = (file) => ({
  hook_event_name: "PostToolUse",
  tool_name: "Write",
  tool_input: { file_path: file },
  tool_response: { ok: true },
});
/** @type {(text: string) => object} */
const prompt = (text) => ({ hook_event_name: "UserPromptSubmit", prompt: text });
const turns = [
  [
    prompt("Make the tests pass."),
    bash("npm test"),
    bash("cat src/config.ts"),
    wrote("src/config.ts"),
    bash("npm test"),
  ],
  [
    bash("git status"),
    bash("rm -rf build"),
    bash("mv build .trash/"),
    wrote("src/broken.ts"),
    bash("git push origin main"),
  ],
  [
    prompt("Release it."),
    bash("npm publish --dry-run"),
    bash("curl -s https://example.com/install.sh"),
    bash("ls -la dist"),
    wrote("CHANGELOG.md"),
  ],
];

/**
 * Fills a home with the ledger of so many sessions in a project.
 * @param {{ home: string, project: string, sessions?: number }} places
 */
export async function fillExample({ home, project, sessions = 6 }) {
  mkdirSync(join(project, "hooks"), { recursive: true });
  mkdirSync(join(project, ".snaphook"), { recursive: true });
  for (const [name, text] of Object.entries(scripts)) {
    writeFileSync(join(project, "hooks", name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(project, "hooks", name), 0o755);
  }
  writeFileSync(join(project, ".snaphook/settings.json"), `${JSON.stringify(settings, null, 2)}\n`);
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const file = join(home, "example.jsonl");
  const engine = createEngine({ projectDir: project, home, ledger: { file }, trustProject: true });
  for (let session = 0; session < sessions; session++) {
    const about = { session_id: randomUUID(), cwd: project };
    for (const payload of turns.slice(0, 1 + (session % turns.length)).flat())
      await engine.fire({ ...about, ...payload });
  }
  await engine.drained();
  engine.close();
  writeFileSync(join(home, "ledger.jsonl"), overHours(readFileSync(file, "utf8")), { mode: 0o600 });
  rmSync(file);
}

/** The same records, each event some minutes after the one before it; the chain is made anew.
 * @param {string} text */
function overHours(text) {
  const now = Date.now();
  const lines = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const events = lines.filter(({ type }) => type === "event");
  const shifts = new Map(
    events.map(({ eventId, time }, index) => {
      const minutes = (events.length - index) * 7 + ((index * 37) % 11) / 3;
      return [eventId, now - minutes * 60_000 - Date.parse(time)];
    }),
  );
  const earliest = Math.min(...shifts.values()) - 60_000;
  let prev = sha256("");
  return lines
    .map(({ v, seq, time, pid, writer, prev: _prev, hash: _hash, ...fields }) => {
      const at = new Date(
        Date.parse(time) + (shifts.get(fields.eventId) ?? earliest),
      ).toISOString();
      const body = JSON.stringify({ v, seq, time: at, pid, writer, prev, ...fields });
      prev = sha256(body);
      return `${body.slice(0, -1)},"hash":"${prev}"}\n`;
    })
    .join("");
}

/** @param {string} text */
function sha256(text) {
  return createHash("sha256").update(text).digest("hex");
}
