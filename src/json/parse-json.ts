/** JSON as JavaScript reads it; undefined where it is none. Of a key that appears twice the last counts. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
