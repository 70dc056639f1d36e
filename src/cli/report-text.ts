/** A line by which GitHub marks a place in a file. */
export function githubCommand(
  level: "error" | "warning" | "notice",
  message: string,
  properties: Readonly<Record<string, string>>,
): string {
  const at = Object.entries(properties).map(
    ([name, value]) => `${name}=${escaped(value).replaceAll(":", "%3A").replaceAll(",", "%2C")}`,
  );
  return `::${level} ${at.join(",")}::${escaped(message)}\n`;
}

function escaped(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

/** A text in an attribute or an element of XML. */
export function xml(text: string): string {
  // oxlint-disable-next-line no-control-regex -- XML has no way to write them
  const plain = text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, "");
  return plain
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
