import { afterAll, beforeAll, expect, test } from "vitest";
import { findDialect } from "../../src/dialects/index.js";
import { Workspace } from "../workspace.js";
import { answerKinds } from "./answers.js";
import { lostIn } from "./check.js";
import { observe } from "./in-process.js";
import { nameOf, sites } from "./sites.js";

/** The whole matrix of one dialect, with the real agent in this process. */
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
      for (const kind of answerKinds(dialect, site.event)) {
        const observed = await observe(workspace, dialect, site, kind);
        if (!observed.occurred.some(({ event }) => event === site.event))
          faults.push(`${kind.name}: ${site.event} was not fired`);
        faults.push(...lostIn(observed).map((fault) => `${kind.name} — ${fault}`));
      }
      expect(faults).toEqual([]);
    },
  );
}
