import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { allFiles, generatedFolders } from "../scripts/generate/all-files.js";
import { apiExports } from "../scripts/generate/api-page.js";

const files = allFiles();

test("what is generated is what is committed: run `npm run generate`", () => {
  const lagging = [...files].filter(
    ([path, text]) => !existsSync(path) || readFileSync(path, "utf8") !== text,
  );
  expect(lagging.map(([path]) => path)).toEqual([]);
});

test("nothing generated is left over", () => {
  const present = generatedFolders.flatMap((folder) =>
    readdirSync(folder).map((name) => `${folder}/${name}`),
  );
  expect(present.filter((path) => !files.has(path))).toEqual([]);
});

test("every export of the package has a comment, so that the API page has no gaps", () => {
  const silent = apiExports().filter(({ doc }) => doc === "");
  expect(silent.map(({ entry, name }) => `${entry}: ${name}`)).toEqual([]);
});
