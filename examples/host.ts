// A host of an agent in under a hundred lines: hooks, permission rules and the user guard every step of it.
// `node host.js` in a project; then type a command of the shell, as a model would call for it.
import { exec } from "node:child_process";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { Agent, consent, defineTool, refusal, type PendingPermission } from "snaphook/agent";
import { forTerminal, type ApiMessage } from "snaphook/core";
import { createEngine } from "snaphook/engine";
import * as z from "zod";

const workspace = process.cwd();
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
async function read(question: string): Promise<string> {
  process.stdout.write(forTerminal(question));
  const { value, done } = await lines.next();
  return done === true ? "" : value;
}
const show = (text: string): void => console.log(forTerminal(text));
// 1. The engine: whose hooks run here. Those of the project run once somebody has looked at them.
const engine = createEngine({
  projectDir: workspace,
  async onReview(hooks) {
    for (const { hook, why } of hooks) show(`${hook.name} ${JSON.stringify(hook.action)}: ${why}`);
    return (await read("Approve these hooks? [y/N] ")) === "y" ? hooks : [];
  },
});
for (const { file, line, code } of engine.problems) show(`${file}:${line}: ${code}`);

// 2. The tools, each with the schema of its input: what a hook has rewritten is checked by it too.
const shell = defineTool({
  name: "Bash",
  description: "Runs a command of the shell.",
  schema: z.strictObject({ command: z.string().min(1) }),
  onlyReads: false,
  async run({ command }, { signal, warn }: { signal: AbortSignal; warn: (text: string) => void }) {
    try {
      const { stdout, stderr } = await promisify(exec)(command, { cwd: workspace, signal });
      if (stderr !== "") warn(stderr);
      return { text: stdout };
    } catch (error) {
      return { text: String(error), failed: true };
    }
  },
});

// 3. The model: it gets the conversation and says something, or calls tools. Yours speaks to an API here.
type Reply = { text: string; calls: { id: string; name: string; input: unknown }[] };
async function think(messages: readonly ApiMessage[]): Promise<Reply> {
  const { parts = [] } = messages.at(-1) ?? {};
  const said = parts.map((part) => (part.type === "tool-call" ? "" : part.text)).join("\n");
  if (parts.some(({ type }) => type === "tool-result"))
    return { text: `The tool says: ${said}`, calls: [] };
  return { text: "", calls: [{ id: crypto.randomUUID(), name: "Bash", input: { command: said } }] };
}

// 4. The agent: UserPromptSubmit, PreToolUse, PermissionRequest, PostToolUse and Stop are fired where they belong.
const agent = new Agent({
  workspace,
  engine,
  tools: [shell],
  toolContext: (self, signal) => ({ signal, warn: (text) => self.messages.addWarnBlock(text) }),
  async answer(self) {
    const { text, calls } = await think(self.toSend());
    return self.addReply(text, calls);
  },
});

// 5. The user: is asked where a hook, a rule or the tool wants it, and sees what is meant for the user.
async function ask({ id, toolName, input, reasons }: PendingPermission): Promise<void> {
  for (const { from, text } of reasons) show(`${from}: ${text}`);
  const words = await read(`May ${toolName} run ${JSON.stringify(input)}? [y/N/why not] `);
  const yes = words === "y";
  agent.permissions.resolve(
    id,
    yes ? consent(toolName) : refusal(toolName, words, words.length > 1),
  );
}
let asked = "";
agent.permissions.follow(([first]) => {
  if (first === undefined || first.id === asked) return;
  asked = first.id;
  void ask(first);
});
agent.messages.follow(({ type, message }) => {
  if (type !== "message-added") return;
  for (const block of message.blocks)
    if (block.type === "warn" || block.type === "error") show(`${block.type}: ${block.content}`);
});

// 6. The session: from its start to its end, whatever is typed.
if ((await agent.start("startup")) === null) {
  for (let prompt = await read("> "); prompt !== ""; prompt = await read("> ")) {
    const { type } = await agent.submit(prompt);
    show(agent.lastWords() ?? `(the turn ended: ${type})`);
  }
}
await agent.end("exit");
engine.close();
process.stdin.destroy();
