/** Resolves `.`, `..` and doubled slashes in an absolute path, without looking at links. The root is "/". */
export function normalise(path: string): string {
  if (path.startsWith("/") && !UNRESOLVED.test(path)) return path;
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return `/${parts.join("/")}`;
}

/** A name that means nothing, or another folder. */
const UNRESOLVED = /\/\.{0,2}(?:\/|$)/;

/** A path as it was written, made absolute and no more: `..` stays, because a link may come before it. */
export function absolute(path: string, folder: string, home: string): string {
  if (path === "~") return home;
  if (path.startsWith("~/")) return `${home}/${path.slice(2)}`;
  return path.startsWith("/") ? path : `${folder}/${path}`;
}

/** Characters that some file systems ignore in names. */
const IGNORED = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

const FOREIGN = /[\u0080-\uffff]/;

/** A path as a file system that folds case sees it. */
export function foldCase(path: string): string {
  if (!FOREIGN.test(path)) return path.toLowerCase();
  return path.normalize("NFC").replace(IGNORED, "").toUpperCase().toLowerCase();
}

/** As `foldCase`, and with the dots and spaces that some file systems drop from the ends of names. */
export function foldNames(path: string): string {
  const folded = foldCase(path);
  return ENDS_DROPPED.test(folded) ? folded.split("/").map(dropEnd).join("/") : folded;
}

const ENDS_DROPPED = /[. ](?:\/|$)/;

function dropEnd(name: string): string {
  let end = name.length;
  while (end > 0 && (name[end - 1] === "." || name[end - 1] === " ")) end--;
  return end === 0 ? name : name.slice(0, end);
}

/** Whether a path is a folder or inside it; both normalised. */
export function isWithin(path: string, folder: string): boolean {
  if (!path.startsWith(folder)) return false;
  return path.length === folder.length || folder === "/" || path[folder.length] === "/";
}
