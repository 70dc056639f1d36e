import { dialectNames, findDialect } from "../../dialects/index.js";
import { allHosts, findHost } from "../../hosts/index.js";
import { UsageError } from "../usage-error.js";

/** The name, without a version, of the dialect or host that `--dialect` means; otherwise it says which there are. */
export function anyDialectName(name: string): string {
  const host = findHost(name);
  if (host !== null) return host.name;
  try {
    return findDialect(name).name;
  } catch {
    const hosts = allHosts.map(({ name: of, version }) => `${of}@${version}`);
    throw new UsageError(
      `unknown dialect ${JSON.stringify(name)}; known are: ${[...dialectNames, ...hosts].join(", ")}`,
    );
  }
}
