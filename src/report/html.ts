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
export function text(value: string): Html {
  return { html: forTerminal(value).replace(/[&<>"']/g, (character) => entities[character] ?? "") };
}

type Part = Html | string | number | readonly Part[] | null;

/** A template in which only what is `Html` counts as markup. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
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
