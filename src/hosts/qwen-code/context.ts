/** How much context reaches the model, and whether ampersands are escaped next to angle brackets. */
export interface ContextRule {
  readonly longest: number;
  readonly ampersands?: true;
}

/** Context is between tags of the host's own; it may not close them. */
export function escaped(context: string, { ampersands }: ContextRule): string {
  const text = ampersands === true ? context.replaceAll("&", "&amp;") : context;
  return text.replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Cut at the limit; where ampersands are escaped, not within what one was escaped to. */
export function cut(text: string, { longest, ampersands }: ContextRule): string {
  const start = text.slice(0, longest);
  return ampersands === true ? start.replace(/&(?:a(?:mp?)?|lt?|gt?)?$/, "") : start;
}
