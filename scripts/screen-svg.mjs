// Draws the screen of a headless terminal.

const CELL = { width: 8.4, height: 18 };
const MARGIN = 16;
const INK = "#d4d4d4";
const PAPER = "#1e1e1e";
/** The sixteen colours of a terminal, as most have them. */
const palette = [
  "#1e1e1e",
  "#f14c4c",
  "#23d18b",
  "#e5c07b",
  "#3b8eea",
  "#d670d6",
  "#29b8db",
  "#d4d4d4",
  "#808080",
  "#f14c4c",
  "#23d18b",
  "#f5f543",
  "#3b8eea",
  "#d670d6",
  "#29b8db",
  "#ffffff",
];

/**
 * The rows that hold something, as an SVG.
 * @param {import("@xterm/headless").Terminal} screen
 * @param {string} title
 */
export function screenSvg(screen, title) {
  const { active } = screen.buffer;
  const rows = Array.from({ length: screen.rows }, (_, row) =>
    runsOf(active.getLine(active.viewportY + row)),
  );
  while (rows.length > 0 && rows.at(-1)?.every(({ text }) => text.trim() === "")) rows.pop();
  while (rows.length > 0 && rows[0]?.every(({ text }) => text.trim() === "")) rows.shift();
  const width = Math.ceil(screen.cols * CELL.width + 2 * MARGIN);
  const height = rows.length * CELL.height + 2 * MARGIN;
  const lines = rows.flatMap((runs, row) => {
    const y = MARGIN + row * CELL.height + 13;
    return runs
      .filter(({ text }) => text.trim() !== "")
      .map(({ text, column, style }) => {
        const x = (MARGIN + column * CELL.width).toFixed(1);
        const length = (lengthOf(text) * CELL.width).toFixed(1);
        return `<text x="${x}" y="${y}" textLength="${length}"${style}>${escape(text)}</text>`;
      });
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escape(title)}</title>`,
    `<rect width="100%" height="100%" rx="8" fill="${PAPER}"/>`,
    `<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="14" fill="${INK}" xml:space="preserve">`,
    ...lines,
    "</g>",
    "</svg>",
    "",
  ].join("\n");
}

/** @param {string} text */
function lengthOf(text) {
  return Array.from(text).length;
}

/**
 * Neighbours that look the same are one text.
 * @param {import("@xterm/headless").IBufferLine | undefined} line
 */
function runsOf(line) {
  /** @type {{ text: string, column: number, style: string }[]} */
  const runs = [];
  for (let column = 0; column < (line?.length ?? 0); column++) {
    const cell = line?.getCell(column);
    if (cell === undefined || cell.getWidth() === 0) continue;
    const text = cell.getChars() || " ";
    const style = styleOf(cell);
    const last = runs.at(-1);
    if (last?.style === style) last.text += text;
    else runs.push({ text, column, style });
  }
  return runs.map((run) => ({ ...run, text: run.text.trimEnd() }));
}

/** @param {import("@xterm/headless").IBufferCell} cell */
function styleOf(cell) {
  const colour = cell.isFgRGB()
    ? `#${cell.getFgColor().toString(16).padStart(6, "0")}`
    : cell.isFgPalette()
      ? (palette[cell.getFgColor()] ?? INK)
      : INK;
  const parts = [
    colour === INK ? "" : ` fill="${colour}"`,
    cell.isBold() ? ' font-weight="bold"' : "",
    cell.isDim() ? ' opacity="0.6"' : "",
    cell.isInverse() ? ' text-decoration="underline"' : "",
  ];
  return parts.join("");
}

/** @param {string} text */
function escape(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
