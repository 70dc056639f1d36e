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

/** The whole matrix, as far as `agent -p` goes. */
export function commandCells(): Cell[] {
  return allDialects.flatMap((dialect) =>
    sites
      .filter(({ needsUser }) => needsUser !== true)
      .flatMap((site) =>
        answerKinds(dialect, site.event).map((kind) => ({
          name: `${dialect.name}, ${nameOf(site)}, ${kind.name}`,
          dialect,
          site,
          kind,
        })),
      ),
  );
}
