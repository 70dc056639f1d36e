import { allDialects, type Dialect } from "../../src/dialects/index.js";
import { answerKinds, type AnswerKind } from "./answers.js";
import { nameOf, sites, type Site } from "./sites.js";

/** One field of the matrix. */
export interface Cell {
  readonly name: string;
  readonly dialect: Dialect;
  readonly site: Site;
  readonly kind: AnswerKind;
}

/** The whole matrix at those of the sites that are wanted. */
export function cells(wanted: (site: Site) => boolean): Cell[] {
  return allDialects.flatMap((dialect) =>
    sites.filter(wanted).flatMap((site) =>
      answerKinds(dialect, site.event).map((kind) => ({
        name: `${dialect.name}, ${nameOf(site)}, ${kind.name}`,
        dialect,
        site,
        kind,
      })),
    ),
  );
}

/** One cell of each site, with the dialects and kinds of answers in turn. */
export function acrossSites(all: readonly Cell[]): Cell[] {
  return sites.flatMap((site, index) => {
    const dialect = allDialects[index % allDialects.length];
    const own = all.filter((cell) => cell.site === site && cell.dialect === dialect);
    // A prime: kinds are in the same order everywhere.
    return own[(index * 37) % own.length] ?? [];
  });
}

/** The whole matrix as far as `agent -p` goes: it tells nobody that they are asked. */
export function commandCells(): Cell[] {
  return cells(({ event }) => event !== "Notification");
}
