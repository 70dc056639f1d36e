/** `section.name.key` in small letters, but for the name, with its value. */
export function gitSettings(text: string): { key: string; value: string }[] {
  let section = "";
  const settings: { key: string; value: string }[] = [];
  for (const line of text.replaceAll(/\\\n/g, "").split("\n")) {
    const head = /^\s*\[\s*([\w.-]+)(?:\s+"((?:\\.|[^"\\])*)")?\s*\]\s*(.*)$/.exec(line);
    if (head !== null)
      section = `${(head[1] ?? "").toLowerCase()}${head[2] === undefined ? "" : `.${head[2]}`}`;
    const [, name, value = "true"] =
      /^\s*([A-Za-z][\w-]*)\s*(?:=\s*(.*))?$/.exec(head?.[3] ?? (head === null ? line : "")) ?? [];
    if (name !== undefined)
      settings.push({ key: `${section}.${name.toLowerCase()}`, value: gitValue(value) });
  }
  return settings;
}

/** Quotes are undone, and a comment is cut off. */
function gitValue(value: string): string {
  let plain = "";
  let isQuoted = false;
  for (let at = 0; at < value.length; at++) {
    const character = value[at] ?? "";
    if (character === "\\") plain += value[++at] ?? "";
    else if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (character === "#" || character === ";")) break;
    else plain += character;
  }
  return plain.trim();
}
