import { afterAll, beforeAll, expect, test } from "vitest";
import { allDialects, findDialect } from "../../src/dialects/index.js";
import { isInThisRun } from "../turns.js";
import { Workspace } from "../workspace.js";
import { answerKinds } from "./answers.js";
import { lostIn } from "./check.js";
import { asEntry, asFunction } from "./hook-forms.js";
import { observe } from "./in-process.js";
import { nameOf, sites } from "./sites.js";

/**
 * The matrix of one dialect, with the real agent in this process: a fifteenth of it, and all in `npm run delivery`. Which
 * one it is differs from site to site and from dialect to dialect, so that each kind of answer is tried at several sites.
 */
export function testMatrix(name: string): void {
  const dialect = findDialect(name);
  let workspace: Workspace;
  beforeAll(() => {
    workspace = new Workspace();
  });
  afterAll(() => workspace.close());

  test.each(sites.map((site) => [nameOf(site), site] as const))(
    `${name}: whatever hooks answer arrives, on %s`,
    async (_name, site) => {
      const faults: string[] = [];
      const kinds = answerKinds(dialect, site.event);
      for (const [index, kind] of kinds.entries()) {
        // Each kind is a program at one of the sites. Counted from the end, where the kinds of all events are the same.
        const fromEnd = kinds.length - index;
        const isProgram = fromEnd % sites.length === sites.indexOf(site);
        const turn = fromEnd + sites.indexOf(site) + allDialects.indexOf(dialect);
        if (!isInThisRun(turn) || (!isProgram && Math.floor(turn / 5) % 5 > 0)) continue;
        const form = isProgram ? asEntry : asFunction;
        const observed = await observe(workspace, dialect, site, kind, form);
        if (!observed.occurred.some(({ event }) => event === site.event))
          faults.push(`${kind.name}: ${site.event} was not fired`);
        faults.push(...lostIn(observed).map((fault) => `${kind.name} — ${fault}`));
      }
      expect(faults).toEqual([]);
    },
    // A hundred sessions: the bound is against hanging only.
    300_000,
  );
}
