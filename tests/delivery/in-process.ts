import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { consent } from "../../src/agent/index.js";
import type { Dialect } from "../../src/dialects/index.js";
import { createEngine } from "../engine.js";
import { CodingAgent } from "../../src/session/index.js";
import type { Workspace } from "../workspace.js";
import type { AnswerKind } from "./answers.js";
import type { Observed, Occurred } from "./check.js";
import { asFunction, type AnsweringHook } from "./hook-forms.js";
import { promptOf, recordingModel, TOO_LONG } from "./model-plan.js";
import type { Site } from "./sites.js";

/** The settings with these hooks at a site. */
export function settingsOf(dialect: Dialect, site: Site, hooks: readonly object[]): object {
  const named = hooks.map((hook, index) => ({ name: `hook-${index + 1}`, timeout: 240, ...hook }));
  const { event, matcher, asks } = site;
  return {
    dialect: dialect.name,
    hooks: { [event]: [{ ...(matcher !== undefined && { matcher }), hooks: named }] },
    // Enough to see that a block has the agent continue, and that this has an end.
    limits: { stopBlocks: 2 },
    permissions: { allow: ["Task", ...(asks === true ? [] : ["Write"])] },
  };
}

/** A session of one prompt with the real agent, in this process; the user says yes to whatever is asked. */
export async function observe(
  workspace: Workspace,
  dialect: Dialect,
  site: Site,
  kind: AnswerKind,
  form: (hook: AnsweringHook) => object = asFunction,
): Promise<Observed> {
  const model = recordingModel(site);
  const occurred: Occurred[] = [];
  const seen: string[] = [];
  const program = settingsOf(dialect, site, kind.hooks.map(form));
  const environment = { PATH: process.env["PATH"] };
  const engine = createEngine({ ...workspace.places, keeper: false, environment, program });
  let notified = (): void => {};
  const agent = new CodingAgent({
    workspace: workspace.project,
    engine,
    model,
    runCommand: () => Promise.reject(new Error("no command is run here")),
    onEvent: (event) => {
      if (event.type !== "fired") return;
      const { event: name, reading } = event.fired;
      occurred.push({ event: name, reading, requestsBefore: model.requests.length });
      if (name === "Notification") setImmediate(() => notified());
    },
  });
  agent.messages.follow(({ type, message }) => {
    if (type !== "message-added") return;
    for (const block of message.blocks)
      if (block.type === "warn" || block.type === "error") seen.push(block.content);
  });
  agent.permissions.follow(([first]) => {
    if (first === undefined) return;
    seen.push(...first.reasons.map(({ text }) => text));
    // Nobody answers before they were told that they are asked.
    notified = () => agent.permissions.resolve(first.id, consent(first.toolName));
  });
  try {
    const end = (await agent.start("startup")) ?? (await agent.submit(promptOf(site, TOO_LONG)));
    await agent.end("exit");
    return { occurred, requests: model.requests, seen, end, hasUser: true };
  } finally {
    engine.close();
    // The next cell finds the project as this one did. To replace a file takes longer than to write one, too.
    for (const file of readdirSync(workspace.project)) rmSync(join(workspace.project, file));
  }
}
