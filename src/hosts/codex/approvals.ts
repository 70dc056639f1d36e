import { isRecord, parseJson } from "../json.js";
import { codex0166 } from "./events.js";
import { trustHash, trustKey, type CodexHook } from "./trust-hash.js";

/** The lines of a user's `config.toml` that approve every hook of a `hooks.json` with one of these commands. */
export function codexApprovals(
  path: string,
  text: string,
  commands: ReadonlySet<string>,
  sha256: (text: string) => string,
): string[] {
  const file = parseJson(text);
  const events = isRecord(file) && isRecord(file["hooks"]) ? file["hooks"] : {};
  return Object.entries(events).flatMap(([event, groups]) =>
    listOf(groups).flatMap((group, groupAt) =>
      listOf(isRecord(group) ? group["hooks"] : []).flatMap((handler, handlerAt) => {
        if (!isRecord(handler) || !commands.has(String(handler["command"]))) return [];
        const matcher = isRecord(group) ? group["matcher"] : undefined;
        const hook = {
          event,
          ...(typeof matcher === "string" && { matcher }),
          handler: handler as unknown as CodexHook["handler"],
        };
        const hash = trustHash(hook, codex0166, sha256);
        if (hash === null) return [];
        const key = JSON.stringify(trustKey(path, event, groupAt, handlerAt));
        return [`[hooks.state.${key}]`, "enabled = true", `trusted_hash = ${JSON.stringify(hash)}`];
      }),
    ),
  );
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
