import { forTerminal } from "../show/index.js";

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** HTML that was written here, and not by somebody else. */
export interface Html {
  readonly html: string;
}

/**
 * Somebody's text as a text node or in quotes: no character of it is markup, and what would act or hide (controls, direction
 * marks) is spelled out.
 */
function text(value: string): Html {
  return { html: forTerminal(value).replace(/[&<>"']/g, (character) => entities[character] ?? "") };
}

type Part = Html | string | number | readonly Part[] | null;

/**
 * A template in which only what is `Html` counts as markup. (Not called `html`: a formatter would change the white space
 * in it.)
 */
export function markup(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return {
    html: strings.map((one, index) => one + toHtml(parts[index] ?? null)).join(""),
  };
}

function toHtml(part: Part): string {
  if (part === null) return "";
  if (Array.isArray(part)) return part.map(toHtml).join("");
  if (typeof part === "number") return String(part);
  return typeof part === "string" ? text(part).html : (part as Html).html;
}

/** Of a text as much as a reader may want; how long it is, where that is not all. */
export function cut(value: string, longest: number): string {
  return value.length <= longest
    ? value
    : `${value.slice(0, longest)}… (${value.length} characters)`;
}

/** A table; a title that begins with `#` is of a column of numbers. */
export function tableHtml(
  titles: readonly string[],
  rows: readonly (readonly (Html | string)[])[],
): Html {
  const kinds = titles.map((title) => (title.startsWith("#") ? numbers : null));
  const head = titles.map(
    (title, column) => markup`<th${kinds[column] ?? null}>${title.replace(/^#/, "")}</th>`,
  );
  const body = rows.map(
    (cells) =>
      markup`<tr>${cells.map((cell, column) => markup`<td${kinds[column] ?? null}>${cell}</td>`)}</tr>\n`,
  );
  return markup`<div class="scroll"><table><thead><tr>${head}</tr></thead>\n<tbody>${body}</tbody></table></div>`;
}

const numbers: Html = { html: ' class="n"' };
