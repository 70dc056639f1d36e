// The hook system of Gemini CLI as the host of `snaphook conform --dialect gemini --host-command 'node gemini.mjs FOLDER'`.
// FOLDER is where `npm install @google/gemini-cli-core` was run; by default this one.
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";

// It prints what it does on stdout, where only the answer may be.
for (const name of /** @type {const} */ (["log", "info", "debug"])) console[name] = console.error;
const from = createRequire(join(resolve(process.argv[2] ?? "."), "package.json"));
const hooksFolder = join(from.resolve("@google/gemini-cli-core"), "..", "src", "hooks");
const load = (/** @type {string} */ file) => import(pathToFileURL(join(hooksFolder, file)).href);
const [{ HookSystem }, { coreEvents }] = await Promise.all([
  load("hookSystem.js"),
  load("../utils/events.js"),
]);

const { event, payload, settings, project, home } = JSON.parse(await text(process.stdin));
const entries = settings.hooks[event][0].hooks;
const answer = entries.some((/** @type {{ args?: [] }} */ { args }) => args !== undefined)
  ? { skip: "Gemini CLI starts every hook with a shell" }
  : await fire();
// Its telemetry would keep the process.
process.stdout.write(`${JSON.stringify(answer)}\n`, () => process.exit());

async function fire() {
  /** @type {string[]} */
  const toUser = [];
  let failed = false;
  coreEvents.on("hook-system-message", (/** @type {any} */ { message }) => toUser.push(message));
  coreEvents.on("hook-end", (/** @type {any} */ { success }) => (failed ||= !success));
  const system = new HookSystem(configuration());
  await system.initialize();
  const { finalOutput: output } = await fireEvent(system.getEventHandler());
  const blocked = output?.getBlockingError();
  // What the places that fire these events do with the result.
  const stops = /^(Before|After)(Tool|Agent|Model)$/.test(event);
  const outcome =
    stops && output?.shouldStopExecution()
      ? "halt"
      : stops && blocked?.blocked
        ? "block"
        : event === "BeforeTool" && output?.isAskDecision()
          ? "ask"
          : "proceed";
  // It draws no line between "allow" and no opinion.
  const denied = outcome === "block" ? "deny" : outcome === "ask" ? "ask" : undefined;
  const permission = event === "BeforeTool" ? denied : undefined;
  const input =
    event === "BeforeTool" && ["proceed", "ask"].includes(outcome)
      ? (output?.getModifiedToolInput() ?? null)
      : undefined;
  if (event === "BeforeAgent" && outcome === "block") toUser.push(blocked.reason);
  return { outcome, permission, input, toModel: toModel(outcome, output, blocked), toUser, failed };
}

/** @param {string} outcome @param {any} output @param {any} blocked */
function toModel(outcome, output, blocked) {
  if (outcome === "block")
    return /^(BeforeTool|AfterTool|AfterAgent)$/.test(event) ? [blocked.reason] : [];
  if (outcome !== "proceed") return event === "BeforeTool" ? undefined : [];
  const context = output?.getAdditionalContext();
  return /^(AfterTool|BeforeAgent|SessionStart)$/.test(event) && context ? [context] : [];
}

/** @param {any} handler */
function fireEvent(handler) {
  const { tool_name: tool, tool_input: input, prompt = "" } = payload;
  const request = { model: "model", contents: [{ role: "user", parts: [{ text: "hello" }] }] };
  const response = { candidates: [{ content: { role: "model", parts: [{ text: "hi" }] } }] };
  const fires = /** @type {Record<string, () => Promise<any>>} */ ({
    BeforeTool: () => handler.fireBeforeToolEvent(tool, input),
    AfterTool: () => handler.fireAfterToolEvent(tool, input, payload.tool_response),
    BeforeAgent: () => handler.fireBeforeAgentEvent(prompt),
    AfterAgent: () => handler.fireAfterAgentEvent(prompt, payload.prompt_response ?? ""),
    SessionStart: () => handler.fireSessionStartEvent("startup"),
    SessionEnd: () => handler.fireSessionEndEvent("exit"),
    PreCompress: () => handler.firePreCompressEvent("manual"),
    Notification: () => handler.fireNotificationEvent("ToolPermission", "hello", {}),
    BeforeModel: () => handler.fireBeforeModelEvent(request),
    AfterModel: () => handler.fireAfterModelEvent(request, response),
    BeforeToolSelection: () => handler.fireBeforeToolSelectionEvent(request),
  });
  const run = fires[event];
  if (run === undefined) throw new Error(`Gemini CLI has no event ${event}`);
  return run();
}

/** As much of Gemini CLI's configuration as its hooks ask for. */
function configuration() {
  const hooks = entries.map((/** @type {any} */ { name, command, timeout }) => ({
    type: "command",
    name,
    command,
    // In milliseconds there.
    ...(timeout !== undefined && { timeout: timeout * 1000 }),
  }));
  const sequential = entries.some((/** @type {any} */ entry) => entry.sequential);
  const config = {
    getHooks: () => ({ [event]: [{ sequential, hooks }] }),
    getProjectHooks: () => undefined,
    getDisabledHooks: () => [],
    getExtensions: () => [],
    isTrustedFolder: () => true,
    getSessionId: () => "session",
    getWorkingDir: () => project,
    getProjectRoot: () => project,
    getUsageStatisticsEnabled: () => false,
    sanitizationConfig: { allowedEnvironmentVariables: [], blockedEnvironmentVariables: [] },
    storage: { getPlansDir: () => home },
    geminiClient: undefined,
  };
  return Object.assign(config, { config });
}
