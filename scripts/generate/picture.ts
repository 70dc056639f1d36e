import { readFileSync } from "node:fs";
import { interpret } from "../../src/core.js";
import { colours, readingText } from "../../src/show/index.js";
import type { Files } from "./markdown.js";

/** Terminal colours, by the code that opens them. */
const fills: Readonly<Record<string, string>> = {
  "31": "#ff7b72",
  "32": "#7ee787",
  "33": "#e3b341",
  "36": "#79c0ff",
  "2": "#8b949e",
};
const lineHeight = 20;
const width = 980;

/** The picture of the README: what `explain` shows, drawn from what it really prints. */
export function picture(): Files {
  const file = "examples/answers/deny-behind-noise.txt";
  const reading = interpret({
    dialect: "wave",
    event: "PreToolUse",
    runs: [{ exit: 0, stdout: readFileSync(file, "utf8") }],
  });
  const shown = readingText(reading, { dialect: "wave", event: "PreToolUse", paint: colours })
    .trimEnd()
    .split("\n");
  const lines = [
    "\u001b[2m$\u001b[22m snaphook explain PreToolUse < deny-behind-noise.txt",
    "",
    ...shown.map(clip),
  ];
  const height = lines.length * lineHeight + 40;
  const texts = lines.map(
    (line, index) => `<text x="24" y="${36 + index * lineHeight}">${spans(line)}</text>`,
  );
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="snaphook explain honours a deny behind noise">`,
    `<rect width="100%" height="100%" rx="8" fill="#0d1117"/>`,
    `<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="13" fill="#e6edf3" xml:space="preserve">`,
    ...texts,
    "</g>",
    "</svg>",
    "",
  ];
  return new Map([["docs/explain.svg", svg.join("\n")]]);
}

/** The colours take no room. */
function clip(line: string): string {
  const longest = 118;
  // oxlint-disable-next-line no-control-regex -- our own colour codes
  const visible = line.replace(/\u001b\[\d+m/g, "");
  return visible.length <= longest ? line : `${visible.slice(0, longest)}…`;
}

function spans(line: string): string {
  let fill = "";
  let bold = false;
  return line
    .split("\u001b[")
    .map((part, index) => {
      const [, code = "", text = ""] =
        index === 0 ? ["", "", part] : (/^(\d+)m([^]*)$/.exec(part) ?? ["", "", part]);
      if (Object.hasOwn(fills, code)) fill = fills[code] ?? "";
      else if (code === "39" || (code === "22" && !bold)) fill = "";
      if (code === "1" || code === "22") bold = code === "1";
      if (text === "") return "";
      const style = `${fill === "" ? "" : ` fill="${fill}"`}${bold ? ' font-weight="bold"' : ""}`;
      return `<tspan${style}>${escape(text)}</tspan>`;
    })
    .join("");
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
