import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Engine, Fired, ProgramHook } from "snaphook/engine";
import { createEngine } from "../engine.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deny } from "./flow-workspace.js";
import { Workspace } from "../workspace.js";

// A host that does other work, or that gets no processor for a while, reads an answer late. Where the answer came in
// time it counts, although the host's clock says that the deadline has passed.

const TIMEOUT_MS = 4000;
const endings: (() => void)[] = [];
afterAll(() => {
  for (const end of endings) end();
});

/** Does nothing but wait until the hooks have answered and their deadlines are over. */
function holdUp(answered: readonly string[]): void {
  const end = Date.now() + TIMEOUT_MS + 300;
  const isAnswered = (): boolean => answered.every((file) => existsSync(file));
  while (Date.now() < end || (!isAnswered() && Date.now() < end + 60_000)) {
    // Not for the loop: what arrives meanwhile is not read.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
  }
}

const note = `require("node:fs").writeFileSync("answered", "")`;
const server = `const server = require("node:http").createServer((request, response) => {
  response.on("close", () => ${note});
  request.resume().on("end", () => setTimeout(() => response.end(${JSON.stringify(deny)}), 500));
}).listen(0, "127.0.0.1", () => console.log(server.address().port));`;
const worker = `process.stdin.on("data", (line) => {
  const { id, event } = JSON.parse(line);
  if (event.tool_name === "warm") return console.log(JSON.stringify({ id }));
  setTimeout(() => { console.log(JSON.stringify({ id, answer: ${deny} })); ${note}; }, 500);
});`;
const moduleText = `import fs from "node:fs";
export default async (event) => {
  if (event.tool_name === "warm") return;
  await new Promise((wake) => setTimeout(wake, 500));
  setTimeout(() => fs.writeFileSync(${JSON.stringify("FOLDER")} + "/answered", ""), 100);
  return ${deny};
};`;

/** The same in the host's own process, held up itself: by a timer, or by bytes that arrived meanwhile. */
const answerLater =
  (folder: string) =>
  async (event: Readonly<Record<string, unknown>>): Promise<unknown> => {
    if (event["tool_name"] === "warm") return undefined;
    const late = `sleep 0.5; echo '${deny}'; touch answered`;
    const child = spawn("sh", ["-c", late], { cwd: folder });
    const [text] = (await once(child.stdout, "data")) as [Buffer];
    return JSON.parse(text.toString()) as unknown;
  };

/** An engine with one hook of a type, and the file that is there when the hook has answered. */
async function opened(type: string): Promise<{ engine: Engine; answered: string }> {
  const workspace = new Workspace();
  workspace.write("worker.cjs", worker);
  workspace.write("hook.mjs", moduleText.replace("FOLDER", workspace.project));
  const child = spawn(process.execPath, ["-e", server], { cwd: workspace.project });
  const [port] = (await once(child.stdout, "data")) as [Buffer];
  const hooks: Readonly<Record<string, object>> = {
    command: {
      command: `[ -f warm ] || { touch warm; exit 0; }; sleep 0.5; echo '${deny}'; touch answered`,
    },
    worker: { command: process.execPath, args: ["worker.cjs"] },
    module: { module: "hook.mjs" },
    http: { url: `http://127.0.0.1:${String(port).trim()}/` },
    function: { run: answerLater(workspace.project) },
  };
  const hook = { type, ...hooks[type] };
  const engine = createEngine({
    ...workspace.places,
    keeper: false,
    program: {
      hooks: {
        PreToolUse: [{ hooks: [{ timeout: TIMEOUT_MS / 1000, ...hook } as ProgramHook] }],
      },
      httpHosts: ["127.0.0.1"],
    },
  });
  endings.push(() => {
    engine.close();
    child.kill();
  });
  return { engine, answered: join(workspace.project, "answered") };
}

const types = ["command", "worker", "module", "http", "function"];
const firings = new Map<string, Fired>();
beforeAll(async () => {
  const all = await Promise.all(types.map(opened));
  const payload = { hook_event_name: "PreToolUse", tool_name: "warm", tool_input: {} };
  for (const { engine } of all) await engine.fire(payload);
  const firing = all.map(({ engine }) => engine.fire({ ...payload, tool_name: "Bash" }));
  // What starts or asks the hooks has been done; only their answers are left to come.
  await new Promise((wake) => setTimeout(wake, 50));
  // The loop looks at its clock next, before it reads.
  await new Promise(setImmediate);
  holdUp(all.map(({ answered }) => answered));
  for (const [index, fired] of (await Promise.all(firing)).entries())
    firings.set(types[index] ?? "", fired);
});

test.each(types)(
  "an answer of type %s that came in time counts, although the host was held up past the deadline",
  (type) => {
    const reading = firings.get(type)?.reading;
    expect({ outcome: reading?.outcome, failed: reading?.failed }).toEqual({
      outcome: "block",
      failed: false,
    });
  },
);
