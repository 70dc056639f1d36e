/**
 * The command lines that `snaphook bridge install` writes: by the name on the PATH, in the project's node_modules, or
 * by absolute paths; `|| exit 2` blocks where it cannot be started. Nothing else is taken for one.
 */
const quoted = String.raw`'(?:[^']|'\\'')*'`;
const project = String.raw`"\$(?:\w+|\(git rev-parse --show-toplevel\))"`;
const start = String.raw`(?:snaphook|${project}/node_modules/\.bin/snaphook|${quoted} ${quoted})`;
const line = new RegExp(String.raw`^${start} bridge fire --host ([\w-]+)(?: \|\| exit 2)?$`);

/** The host that a command fires events of, or null where it is not Snaphook's bridge. */
export function bridgedHost(command: string): string | null {
  return line.exec(command.trim())?.[1] ?? null;
}
