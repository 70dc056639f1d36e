// An agent's tool call, guarded by hooks: `node examples/embed.mjs` (after `npm run build`).
import { createEngine } from "snaphook/engine";

const guard = {
  type: "command",
  name: "guard",
  command: "grep -q 'rm -rf' && { echo 'rm -rf is not for agents' >&2; exit 2; }; exit 0",
};
const engine = createEngine({
  projectDir: process.cwd(),
  program: { hooks: { PreToolUse: [{ matcher: "Bash", hooks: [guard] }] } },
});

for (const command of ["ls", "rm -rf build"]) {
  const payload = {
    hook_event_name: "PreToolUse",
    session_id: "demo",
    tool_name: "Bash",
    tool_input: { command },
  };
  const { reading } = await engine.fire(payload);
  if (reading.outcome === "proceed")
    console.log(`run: ${JSON.stringify(reading.input ?? payload.tool_input)}`);
  else
    console.log(
      `${reading.outcome}: the model is told ${reading.toModel.map(({ text }) => JSON.stringify(text)).join(", ")}`,
    );
}
engine.close();
