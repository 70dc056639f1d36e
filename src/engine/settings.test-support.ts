import { loadSettings, type Hook, type Settings } from "../config/index.js";

/** Settings that code gives, and nothing of this machine. */
export function programSettings(program: object): Settings {
  return loadSettings({
    projectDir: "/nowhere",
    home: "/nowhere/home",
    managedFile: "/nowhere/managed.json",
    trustProject: false,
    program,
  });
}

/** Hooks of one event as settings have them. */
export function programHooks(event: string, ...hooks: readonly object[]): readonly Hook[] {
  return programSettings({ hooks: { [event]: [{ hooks }] } }).hooks;
}
