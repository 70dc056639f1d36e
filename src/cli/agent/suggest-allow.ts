import { createEngine, type EngineOptions } from "../../engine/index.js";
import { isRecord } from "../../json/index.js";

/** A call that was denied because nobody could be asked. */
export interface DeniedCall {
  readonly name: string;
  readonly input: unknown;
}

/**
 * The option that would have let a call pass, quoted for a shell; null where none would. It is tried on the rules
 * themselves: an `ask` or `deny` of the settings is stronger, and some commands no rule can name.
 */
export function allowOption({ name, input }: DeniedCall, options: EngineOptions): string | null {
  const subject = isRecord(input) ? (input["command"] ?? input["file_path"] ?? input["url"]) : null;
  const narrow = typeof subject === "string" ? [`${name}(${subject})`] : [];
  for (const rule of [...narrow, name]) {
    const allow = [...(options.program?.permissions?.allow ?? []), rule];
    const engine = createEngine({ ...options, keeper: false, program: { permissions: { allow } } });
    try {
      if (engine.judge({ tool: name, input }).decision === "allow")
        return `--allow '${rule.replaceAll("'", String.raw`'\''`)}'`;
    } finally {
      engine.close();
    }
  }
  return null;
}
