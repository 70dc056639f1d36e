/** Where settings come from, in the order in which they count: a later one prevails. */
export const layers = ["user", "project", "local", "program", "managed"] as const;

export type Layer = (typeof layers)[number];

/** Whether settings of this layer are in the project's folder: whoever wrote the project may have written them. */
export function isProjectLayer(layer: Layer): boolean {
  return layer === "project" || layer === "local";
}
