import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  readHostConfig,
  type HostConfig,
  type HostSettingsOptions,
} from "../../src/hosts/settings.js";
import { temporaryFolder } from "../workspace.js";

type Files = Readonly<Record<string, string | Uint8Array | object>>;

/** A folder with `home`, `project` and `root` in it. Objects are written as JSON, each value on its line. */
export function layOut(files: Files): string {
  const folder = temporaryFolder();
  for (const name of ["home", "project", "root"]) mkdirSync(join(folder, name));
  for (const [path, content] of Object.entries(files)) {
    const isText = typeof content === "string" || content instanceof Uint8Array;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), isText ? content : JSON.stringify(content, null, 1));
  }
  return folder;
}

export function readIn(
  folder: string,
  host: string,
  options: Partial<HostSettingsOptions> = {},
): HostConfig {
  return readHostConfig(host, {
    projectDir: join(folder, "project"),
    home: join(folder, "home"),
    root: join(folder, "root"),
    platform: "linux",
    env: {},
    ...options,
  });
}

export function read(
  host: string,
  files: Files,
  options: Partial<HostSettingsOptions> = {},
): HostConfig {
  return readIn(layOut(files), host, options);
}

/** `id` of what runs, `id - why` of what does not. */
export function hooksOf({ hooks }: HostConfig): readonly string[] {
  return hooks.map(({ id, ignored }) => (ignored === undefined ? id : `${id} - ${ignored}`));
}

/** `code path:line found`. */
export function problemsOf({ problems }: HostConfig): readonly string[] {
  return problems.map(({ code, path, line, found }) => `${code} ${path}:${line} ${found}`);
}

/** A group of one command. */
export function group(command: string, more: object = {}, matcher?: string): object {
  const hooks = [{ type: "command", command, ...more }];
  return matcher === undefined ? { hooks } : { matcher, hooks };
}
