import type { SettingsText } from "../../lint/index.js";
import { readRegularFile } from "../../io/index.js";
import type { DraftFiles } from "./drafts.js";

const LONGEST = 4 * 1024 * 1024;

/** Reads each settings file once, for edits of it; null where it cannot be read. */
export function settingsReader(drafts: DraftFiles): (file: string) => SettingsText | null {
  const known = new Map<string, SettingsText | null>();
  const read = (file: string): SettingsText | null => {
    try {
      const bytes = readRegularFile(file, LONGEST);
      if (!Buffer.isBuffer(bytes)) return null;
      const text = drafts.text(file) ?? new TextDecoder().decode(bytes);
      return { file, text, form: file.endsWith(".toml") ? "toml" : "json" };
    } catch {
      return null;
    }
  };
  return (file) => {
    const found = known.has(file) ? (known.get(file) ?? null) : read(file);
    known.set(file, found);
    return found;
  };
}
