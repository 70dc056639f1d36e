import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createEngine, type Engine, type EngineOptions, type Fired } from "snaphook/engine";
import { leftBehind, markedProcesses } from "../marked-processes.js";

/** A project with modules, and an engine that calls them. */
export class Stage {
  readonly mark = `stage-${crypto.randomUUID()}`;
  readonly folder = mkdtempSync(join(tmpdir(), "snaphook-module-"));
  readonly home = `${this.folder}-home`;
  private readonly engines: Engine[] = [];

  write(name: string, text: string): string {
    const path = join(this.folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return path;
  }

  /** An engine with one hook, given by the program. */
  engine(hook: object, event = "PreToolUse", keeper = true): Engine {
    const marked = { env: { STAGE_MARK: this.mark }, timeout: 20, ...hook };
    return this.open({ program: { hooks: { [event]: [{ hooks: [marked] }] } }, keeper });
  }

  open(options: Partial<EngineOptions>): Engine {
    const engine = createEngine({
      projectDir: this.folder,
      home: this.home,
      managedFile: join(this.folder, "managed.json"),
      ...options,
    });
    this.engines.push(engine);
    return engine;
  }

  /** What comes of a module on one event: the outcome and the texts. */
  async say(
    text: string,
    { event = "PreToolUse", payload = {}, hook = {} } = {},
  ): Promise<ReturnType<typeof told>> {
    this.write("hook.mjs", text);
    const engine = this.engine({ type: "module", module: "hook.mjs", ...hook }, event);
    return told(await fire(engine, payload, event));
  }

  /** Processes that carry the mark and are not zombies. */
  leftovers(): string[] {
    return markedProcesses(this.mark);
  }

  settled(): Promise<string[]> {
    return leftBehind(this.mark, 400);
  }

  /** Ends everything, and throws where a process is still there. */
  async close(): Promise<void> {
    for (const engine of this.engines) engine.close();
    const left = await this.settled();
    rmSync(this.folder, { recursive: true, force: true });
    rmSync(this.home, { recursive: true, force: true });
    if (left.length > 0) throw new Error(`still there: ${left.join(", ")}`);
  }
}

export function fire(engine: Engine, payload: object = {}, event = "PreToolUse"): Promise<Fired> {
  return engine.fire({
    hook_event_name: event,
    session_id: "s",
    tool_name: "Bash",
    tool_input: { command: "ls" },
    ...payload,
  });
}

export function told({ reading }: Fired): {
  outcome: string;
  failed: boolean;
  toModel: string[];
  toUser: string[];
} {
  const texts = (lane: "toModel" | "toUser"): string[] => reading[lane].map(({ text }) => text);
  const { outcome, failed } = reading;
  return { outcome, failed, toModel: texts("toModel"), toUser: texts("toUser") };
}
