// Snaphook's engine as the host of `snaphook conform --host-command 'node engine.mjs'`: one case on stdin, what happened on stdout.
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { createEngine } from "snaphook/engine";

const { dialect, payload, settings, project, home } = JSON.parse(await text(process.stdin));
const engine = createEngine({
  projectDir: project,
  home,
  managedFile: join(home, "none.json"),
  dialect,
  program: settings,
  keeper: false,
});
try {
  const { reading } = await engine.fire(payload);
  const { outcome, permission, input, prompt, failed, diagnosed, action, operations } = reading;
  const [toModel, toUser] = [reading.toModel, reading.toUser].map((texts) =>
    texts.map((one) => one.text),
  );
  const decided = { outcome, permission, input, prompt, failed, diagnosed, action, operations };
  console.log(JSON.stringify({ ...decided, toModel, toUser }));
} finally {
  engine.close();
}
