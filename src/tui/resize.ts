import stringWidth from "string-width";

/**
 * How many rows more these take on a screen of this width than they were drawn in: a terminal that became
 * narrower has broken the long ones.
 */
export function extraRows(rows: readonly string[], columns: number): number {
  if (!(columns > 0)) return 0;
  return rows.reduce((sum, row) => sum + Math.max(0, Math.ceil(stringWidth(row) / columns) - 1), 0);
}
