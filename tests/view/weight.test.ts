import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";

const page = "dist/cli/view";
const files = readdirSync(page, { recursive: true, encoding: "utf8" }).filter((name) =>
  /\.\w+$/.test(name),
);
const isChart = (name: string): boolean => name.includes("draw-chart");

test("the page weighs less than 150 KB compressed, without what draws charts, which is a file of its own", () => {
  const weight = files
    .filter((name) => !isChart(name))
    .reduce((sum, name) => sum + gzipSync(readFileSync(join(page, name))).length, 0);
  expect(weight).toBeLessThan(150_000);
  expect(
    files
      .filter(isChart)
      .map((name) => name.replace(/-[\w-]{8}\./, "."))
      .toSorted(),
  ).toEqual(["assets/draw-chart.css", "assets/draw-chart.js"]);
});

test("the page names no address but its own", () => {
  const found = files.flatMap((name) =>
    [...readFileSync(join(page, name), "utf8").matchAll(/(?:https?|wss?):\/\/[^\s"'`)]+/g)].map(
      ([url]) => url,
    ),
  );
  // Names of XML, which nobody asks for.
  expect(found.filter((url) => !url.startsWith("http://www.w3.org/"))).toEqual([]);
});

test("the database of a fleet is a file of its own, which the command loads only with one", () => {
  const withTables = ["view.js", "view-fleet.js"].filter((name) =>
    readFileSync(join("dist/cli/commands", name), "utf8").includes("snaphook_fleet"),
  );
  expect(withTables).toEqual(["view-fleet.js"]);
});

test("no other command has the server or the page in its file", () => {
  const commands = [
    "main.js",
    ...readdirSync("dist/cli/commands").map((name) => `commands/${name}`),
  ];
  const withServer = commands.filter(
    (name) =>
      /\.m?js$/.test(name) &&
      readFileSync(join("dist/cli", name), "utf8").includes("require-trusted-types-for"),
  );
  expect(withServer).toEqual(["commands/view.js"]);
});
