import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { fillExample } from "../../scripts/view-example.mjs";
import { temporaryFolder } from "../workspace.js";
import { openBrowser } from "./browser.js";
import { RunningViewer } from "./viewer.js";

/** A viewer of an example with 60 events, and one browser, for all tests. */
export interface ExamplePage {
  readonly root: string;
  readonly home: string;
  readonly viewer: RunningViewer;
  readonly browser: Browser;
}

export function withExample(): ExamplePage {
  const example = {} as { -readonly [Key in keyof ExamplePage]: ExamplePage[Key] };
  beforeAll(async () => {
    // Not before: where all tests are skipped, nothing would remove it.
    example.root = temporaryFolder();
    const [home, project] = [join(example.root, "a home"), join(example.root, "a project")];
    example.home = home;
    await fillExample({ home, project });
    [example.viewer, example.browser] = await Promise.all([
      RunningViewer.start({ home, cwd: project }),
      openBrowser(),
    ]);
  });
  afterAll(async () => {
    await example.browser.close();
    await example.viewer.stop();
  });
  return example;
}

/** Rows that are seen, as text. */
export function rowsOf(page: Page): Promise<string[]> {
  return page.locator(".row:has(.time)").allInnerTexts();
}

/** Waits until so many events are found. */
export function found(page: Page, count: number): Promise<void> {
  return page.locator(".modes", { hasText: `${count} found` }).waitFor();
}
