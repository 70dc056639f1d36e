import { openGates } from "./findings.js";
import type { Verified } from "./verify-hooks.js";

/** A small picture with the result, for a README. It holds no text of a hook. */
export function badge({ guards }: Verified): string {
  const acting = guards.filter(({ observes }) => !observes);
  const open = acting.filter((one) => openGates(one).length > 0).length;
  const known = acting.filter(({ denied }) => denied !== null).length;
  const [text, colour] =
    open > 0
      ? [`${open} of ${acting.length} open`, "#b31d28"]
      : known < acting.length || known === 0
        ? [`${known} of ${acting.length} proven`, "#b08800"]
        : [`${known} proven closed`, "#22863a"];
  const label = "guards";
  const [left, right] = [widthOf(label), widthOf(text)];
  const width = left + right;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${label}: ${text}">
  <title>${label}: ${text}</title>
  <rect width="${left}" height="20" fill="#444d56"/>
  <rect x="${left}" width="${right}" height="20" fill="${colour}"/>
  <g fill="#fff" font-family="Verdana,Geneva,sans-serif" font-size="11" text-anchor="middle">
    <text x="${left / 2}" y="14">${label}</text>
    <text x="${left + right / 2}" y="14">${text}</text>
  </g>
</svg>
`;
}

function widthOf(text: string): number {
  return text.length * 7 + 12;
}
