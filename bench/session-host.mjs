// The first event of a session, in a process of its own: prints as JSON how long the engine took, its first fire, and those after. Started by bench/session.mjs.
import { createEngine } from "snaphook/engine";

const AFTER = 20;
const [projectDir = "", home = "", pause = "0"] = process.argv.slice(2);
const payload = {
  hook_event_name: "PreToolUse",
  session_id: "s",
  tool_name: "Bash",
  tool_input: { command: "ls" },
};
const begin = performance.now();
const engine = createEngine({
  projectDir,
  home,
  managedFile: `${home}/none`,
  ledger: { file: `${home}/ledger.jsonl` },
});
const ready = performance.now() - begin;

async function fire() {
  const from = performance.now();
  const { hooks, reading } = await engine.fire(payload);
  const ms = performance.now() - from;
  if (reading.failed || !hooks.some(({ ran }) => ran)) throw new Error("the hook did not run");
  return ms;
}

// What a session does before its first event: its user types.
if (pause !== "0") await new Promise((wake) => setTimeout(wake, Number(pause)));
const first = await fire();
/** @type {number[]} */
const rest = [];
for (let count = 0; count < AFTER; count++) {
  await new Promise((wake) => setTimeout(wake, 20));
  rest.push(await fire());
}
engine.close();
console.log(JSON.stringify({ ready, first, rest }));
