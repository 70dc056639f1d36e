import { expect, test } from "vitest";
import { bridgedHosts, bridgeOf } from "../../hosts/index.js";
import { hostFolders } from "./host-folders.js";

test("every host's own folder is known, but for Wave's, which is read as Snaphook's own", () => {
  const folders = bridgedHosts()
    .filter(({ name }) => name !== "wave")
    .map(({ name }) => bridgeOf(name)?.install.path.split("/").slice(0, -1).join("/"));
  const more = new Set<string>([".github/copilot", ".claude-plugin"]);
  const others = hostFolders.filter((folder) => !more.has(folder));
  expect(new Set(folders)).toEqual(new Set(others));
});
