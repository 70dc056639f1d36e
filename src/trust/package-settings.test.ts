import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { closeProject, lookAt, openProject } from "./look-at.test-support.js";

beforeEach(openProject);
afterEach(closeProject);

/** The settings of packages' programs may name a shell, or a program that runs instead. */
const settings: Readonly<Record<string, readonly string[]>> = {
  "npm run x": [".npmrc"],
  "npx x": [".npmrc"],
  "pnpm run x": [".npmrc", ".pnpmfile.cjs", "pnpm-workspace.yaml"],
  "pnpx x": [".npmrc"],
  "yarn run x": [".npmrc", ".pnp.cjs", ".pnp.loader.mjs", ".yarnrc", ".yarnrc.yml"],
  "yarnpkg run x": [".npmrc", ".pnp.cjs", ".pnp.loader.mjs", ".yarnrc", ".yarnrc.yml"],
  "bun run x": [".npmrc", "bunfig.toml"],
  "bunx x": [".npmrc", "bunfig.toml"],
};
const every = [...new Set(Object.values(settings).flat())];

describe("the settings that a program reads in a project", () => {
  test.each(Object.entries(settings))("%s", (command, found) => {
    const { files } = lookAt(command, every);
    expect(files.filter((file) => every.includes(file))).toEqual(found);
  });

  test.each(
    Object.entries(settings).flatMap(([command, found]) =>
      found.map((file) => [command, file] as const),
    ),
  )("%s: what %s names", (command, file) => {
    expect(lookAt(command, { [file]: "script-shell=./own", own: "" }).files).toEqual(
      [file, "own"].toSorted(),
    );
  });
});

test.each([
  "npm_config_userconfig=rc npx -c true",
  "npm_config_globalconfig=rc npx -c true",
  "NPM_CONFIG_USERCONFIG=rc npx -c true",
  "NPM_CONFIG_GLOBALCONFIG=rc npx -c true",
  "npx --userconfig=rc -c true",
  "npx --userconfig rc -c true",
  "npx --globalconfig=rc -c true",
])("%s: settings at another place", (command) => {
  const files = { rc: "script-shell=./own", own: "", "package.json": "{}" };
  expect(lookAt(command, files)).toEqual({ files: ["own", "package.json", "rc"], notKnown: [] });
});
