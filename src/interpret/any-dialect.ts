import { dialectNames, findDialect, unknownDialect } from "../dialects/index.js";
import { allHosts, findHost } from "../hosts/index.js";

/** The name, without a version, of the dialect or host that is meant. Throws where there is none, and says which there are. */
export function anyDialectName(wanted: string): string {
  const host = findHost(wanted);
  if (host !== null) return host.name;
  try {
    return findDialect(wanted).name;
  } catch {
    const hosts = allHosts.map(({ name, version }) => `${name}@${version}`);
    throw unknownDialect(wanted, [...dialectNames, ...hosts]);
  }
}
