import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ToolError, type ToolResult } from "../../src/agent/index.js";
import { tools } from "../../src/tools/index.js";
import { temporaryFolder } from "../workspace.js";

/** A workspace with real files, and the tools that work in it. */
export class ToolBench {
  readonly root = temporaryFolder();
  readonly workspace = join(this.root, "the workspace");
  /** What the user saw in addition to the results. */
  readonly warnings: string[] = [];

  constructor(files: Readonly<Record<string, string | Uint8Array>> = {}) {
    mkdirSync(this.workspace);
    for (const [path, content] of Object.entries(files)) this.write(path, content);
  }

  path(path: string): string {
    return join(this.workspace, path);
  }

  write(path: string, content: string | Uint8Array): void {
    const place = this.path(path);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, content);
  }

  read(path: string): string {
    return readFileSync(this.path(path), "utf8");
  }

  /** Everything below the root, so that nothing is left anywhere. */
  names(): string[] {
    return readdirSync(this.root, { recursive: true, encoding: "utf8" }).toSorted();
  }

  /** What the model would read: a ToolError is a result that has failed. */
  async call(
    name: string,
    input: object,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<ToolResult> {
    const tool = tools.find((one) => one.name === name);
    if (tool === undefined) throw new Error(`there is no tool ${name}`);
    try {
      return await tool.run(input, {
        workspace: this.workspace,
        signal,
        runCommand: () => Promise.reject(new Error("no command is run here")),
        askSubagent: () => Promise.reject(new Error("nobody is asked here")),
        warn: (text) => this.warnings.push(text),
      });
    } catch (error) {
      if (error instanceof ToolError) return { text: error.message, failed: true };
      throw error;
    }
  }
}
