import { describe } from "vitest";
import { withExample } from "./example-page.js";
import { testFleetPages } from "./page-fleet.js";
import { testHostilePages } from "./page-hostile.js";
import { testLiveViews } from "./page-live.js";
import { testPlayground } from "./page-playground.js";
import { testTrust } from "./page-trust.js";
import { testViews } from "./page-views.js";
import { chromium } from "./viewer.js";

const why = chromium === null ? " (skipped: no browser; scripts/machine-packages.sh)" : "";

// Run 3 takes all of it: its tests share a browser.
// Begins first: it is one file, because it is one browser. To start that takes longer than most of the tests.
describe.skipIf(chromium === null)(`in a real browser${why}`, () => {
  const example = withExample();
  describe("the page of snaphook view", () => {
    testViews(example);
  });
  describe("its review of hooks", () => {
    testTrust(example);
  });
  describe("hostile text and hostile pages", () => {
    testHostilePages(example);
  });
  describe("questions and machines of a fleet", () => {
    testFleetPages(example);
  });
  // These add to the ledger of the example.
  describe("while something happens", () => {
    testLiveViews(example);
  });
  describe("the playground, from file:", () => {
    testPlayground(example);
  });
});
