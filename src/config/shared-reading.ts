import { isProjectLayer } from "../layer/index.js";
import type { LayerSettings } from "./read-layer.js";

/** What decides how every hook's answer is read, not only the project's own. */
const shared = ["dialect", "limits"] as const;

/** Something that a project says and that does not count, because others' guards would be read otherwise. */
export interface Ignored {
  readonly part: LayerSettings;
  readonly key: (typeof shared)[number];
}

/**
 * A project says how its hooks are read. Where the user, the program or the administrator has hooks as well,
 * that would be said of theirs too: in another dialect, or with ten bytes of output, a deny is lost. Then it
 * does not count.
 */
export function withoutForeignReading(parts: readonly LayerSettings[]): {
  readonly parts: readonly LayerSettings[];
  readonly ignored: readonly Ignored[];
} {
  const others = parts.some((part) => !isProjectLayer(part.layer) && part.hooks.length > 0);
  if (!others) return { parts, ignored: [] };
  const ignored: Ignored[] = [];
  const kept = parts.map((part) => {
    if (!isProjectLayer(part.layer)) return part;
    if (part.dialect !== undefined) ignored.push({ part, key: "dialect" });
    if (Object.keys(part.limits).length > 0) ignored.push({ part, key: "limits" });
    return { ...part, dialect: undefined, limits: {} };
  });
  return { parts: kept, ignored };
}
