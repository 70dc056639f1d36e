import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { allHosts, bridgedHosts, bridgeOf, hostMatches } from "../src/hosts/index.js";
import { configuredHosts } from "../src/hosts/settings.js";

const names = bridgedHosts().map(({ name }) => name);

test("every folder of src/hosts is a host in its list", () => {
  const folders = readdirSync("src/hosts", { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  expect(folders.toSorted()).toEqual(names.toSorted());
});

test("the bridge knows every host", () => {
  expect(names.filter((name) => bridgeOf(name) === null)).toEqual([]);
});

test("the settings of every host can be read", () => {
  expect(configuredHosts).toEqual(names);
});

test.each(allHosts.map((host) => [`${host.name}@${host.version}`, host] as const))(
  "%s has a matcher, which takes every event without one",
  (_, host) => {
    const received = Object.keys(host.events).map((event) => hostMatches(host, { event }).matches);
    expect(received).toEqual(received.map(() => true));
  },
);
