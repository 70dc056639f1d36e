import { dirname } from "node:path";
import { expect, test } from "vitest";
import { bridgedHosts, bridgeOf } from "../../hosts/index.js";
import { pluginForm } from "../../hosts/settings.js";
import { hostFolders } from "./host-folders.js";

test("every host's own folder is known, but for Wave's, which is read as Snaphook's own, and what makes a folder a plugin", () => {
  const hosts = bridgedHosts().filter(({ name }) => name !== "wave");
  const settings = hosts.map(({ name }) => dirname(bridgeOf(name)?.install.path ?? ""));
  const plugins = hosts.flatMap(({ name }) => {
    const { manifests = [], marketplace } = pluginForm(name) ?? {};
    return [...manifests, ...(marketplace === undefined ? [] : [marketplace])];
  });
  const inPlugins = plugins.map((path) => (dirname(path) === "." ? path : dirname(path)));
  expect(new Set(hostFolders)).toEqual(new Set([...settings, ...inPlugins, ".github/copilot"]));
});
