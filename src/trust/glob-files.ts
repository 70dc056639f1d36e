import { readdirSync } from "node:fs";
import { join } from "node:path";

const isPattern = /[*?[{]/;

/**
 * The files that a path with a pattern in it names by now. A part that is nothing but stars in the folder
 * where it begins is more often part of some text than a pattern, and is passed over.
 */
export function filesByPattern(path: string, roots: readonly string[]): string[] {
  if (!isPattern.test(path)) return [];
  const parts = path.split("/");
  const first = parts.findIndex((part) => isPattern.test(part));
  const folder = parts.slice(0, first).join("/") || "/";
  const isVague = roots.includes(folder) && /^[*?]+$/.test(parts[first] ?? "");
  return isVague ? [] : below(folder, parts.slice(first));
}

function below(folder: string, parts: readonly string[]): string[] {
  const [part = "", ...rest] = parts;
  const fits = part.includes("**") ? null : expressionOf(part);
  return entriesOf(folder).flatMap((entry) => {
    const path = join(folder, entry.name);
    // `**` stands for folders as deep as there are any, and for none.
    if (fits === null)
      return entry.isDirectory()
        ? [...below(path, parts), ...below(path, rest)]
        : rest.length <= 1
          ? [path]
          : [];
    if (!fits.test(entry.name)) return [];
    if (rest.length > 0) return entry.isDirectory() ? below(path, rest) : [];
    return entry.isDirectory() ? [] : [path];
  });
}

/** Rather too much: a class or a choice stands for any text. */
function expressionOf(part: string): RegExp {
  const source = part
    .split(/(\[[^\]]*\]|\{[^}]*\}|[*?])/)
    .map((piece) => {
      if (piece === "?") return ".";
      if (piece === "*" || /^[[{]/.test(piece)) return ".*";
      return piece.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
    })
    .join("");
  return new RegExp(`^${source}$`, "s");
}

function entriesOf(folder: string): ReturnType<typeof list> {
  try {
    return list(folder);
  } catch {
    return [];
  }
}

function list(folder: string) {
  return readdirSync(folder, { withFileTypes: true });
}
