/** Whether a rule's condition holds for a call: `maybe` where it cannot be excluded. */
export interface Fit {
  readonly fits: "yes" | "maybe" | "no";
  /** What fits, or why not, as the end of a sentence. */
  readonly why: string;
}

const ORDER = ["no", "maybe", "yes"] as const;

/** The fit that says most; the first of equals. */
export function strongest(fits: readonly Fit[]): Fit {
  return pick(fits, (one, other) => ORDER.indexOf(one.fits) > ORDER.indexOf(other.fits));
}

/** The fit that says least: where all must hold, it decides. */
export function weakest(fits: readonly Fit[]): Fit {
  return pick(fits, (one, other) => ORDER.indexOf(one.fits) < ORDER.indexOf(other.fits));
}

function pick(fits: readonly Fit[], isBetter: (one: Fit, other: Fit) => boolean): Fit {
  const nothing: Fit = { fits: "no", why: "there is nothing to test" };
  return fits.reduce((best, fit) => (isBetter(fit, best) ? fit : best), fits[0] ?? nothing);
}
