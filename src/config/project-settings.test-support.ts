import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../tests/workspace.js";
import { loadSettings, type Settings } from "./index.js";

/** A project of its own, whose settings are a given text. */
export class ProjectSettings {
  private readonly root = temporaryFolder();
  readonly file = join(this.root, "project/.snaphook/settings.json");

  load(text: string): Settings {
    mkdirSync(join(this.root, "project/.snaphook"), { recursive: true });
    writeFileSync(this.file, text);
    return loadSettings({
      projectDir: join(this.root, "project"),
      home: join(this.root, "home"),
      managedFile: join(this.root, "managed.json"),
      trustProject: true,
    });
  }
}

const before = '{ "command": "before" }';
export const after = '{ "command": "after" }';

/** An entry on line 3 between two good ones. */
export const between = (entry: string): string =>
  `{"hooks":{"PreToolUse":[{"hooks":[\n${before},\n${entry},\n${after}]}]}}`;

export const entryPath = "hooks.PreToolUse[0].hooks[1]";
