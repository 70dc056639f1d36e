/** Where settings come from, in the order in which they count: a later one prevails. */
export const layers = ["user", "project", "local", "program", "managed"] as const;

export type Layer = (typeof layers)[number];

/** Whether settings of this layer are in the project's folder: whoever wrote the project may have written them. */
export function isProjectLayer(layer: Layer): boolean {
  return layer === "project" || layer === "local";
}

/** Whether the id is that of a hook in Snaphook's own settings; ids of a host's own hooks begin with the host. */
export function isOwnId(id: string): boolean {
  const [first = ""] = id.split(/[:/]/, 1);
  return (layers as readonly string[]).includes(first);
}
