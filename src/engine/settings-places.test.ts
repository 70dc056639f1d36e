import { homedir } from "node:os";
import { expect, test } from "vitest";
import { defaultHome } from "../config/index.js";
import { settingsFiles } from "./settings-places.js";

const program = { hooks: {} };
const wave = { settings: [] } as unknown as object;

test.each<[string, object, object]>([
  ["nothing", {}, { home: defaultHome(), userHome: homedir() }],
  ["a home of Snaphook's: the user's own is not looked at", { home: "/h" }, { home: "/h" }],
  ["both", { home: "/h", userHome: "/u" }, { home: "/h", userHome: "/u" }],
  [
    "the rest",
    { home: "/h", managedFile: "/m.json", program, wave },
    { home: "/h", managedFile: "/m.json", program, wave },
  ],
])("settings are where the host says, or where they usually are: %s", (_, options, expected) => {
  const files = settingsFiles({ projectDir: "/elsewhere", ...options }, "/project");
  expect(files).toStrictEqual({ projectDir: "/project", ...expected });
});
