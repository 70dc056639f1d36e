import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../tests/workspace.js";
import { loadSettings, type FleetSettings } from "./index.js";

const database = "postgres://db.example.com/snaphook";
const key = `ed25519:${"A".repeat(43)}=`;

/** A fleet of the user's file, as it is read, and where its faults are. */
function loaded(fleet: unknown): {
  readonly fleet: FleetSettings | null;
  readonly faults: readonly string[];
  readonly said: string;
} {
  const root = temporaryFolder();
  mkdirSync(join(root, "home"));
  writeFileSync(join(root, "home/settings.json"), JSON.stringify({ fleet }));
  const settings = loadSettings({
    projectDir: join(root, "project"),
    home: join(root, "home"),
    managedFile: join(root, "etc/settings.json"),
    trustProject: false,
  });
  return {
    fleet: settings.fleet,
    faults: settings.problems.map(({ path }) => path ?? ""),
    said: JSON.stringify(settings.problems),
  };
}

const every = ["claude-code", "codex", "copilot", "cursor", "gemini", "qwen-code", "wave"];

test.each<[string, unknown, readonly string[], readonly string[]]>([
  [
    "names that are known",
    { url: database, hosts: ["codex", "claude-code"] },
    ["codex", "claude-code"],
    [],
  ],
  ["none", { url: database }, [], []],
  ["an unknown name", { url: database, hosts: ["codex", "claude"] }, every, ["fleet.hosts[1]"]],
  ["a text in place of a list", { url: database, hosts: "codex" }, every, ["fleet.hosts"]],
  ["a number in the list", { url: database, hosts: ["codex", 5] }, every, ["fleet.hosts[1]"]],
  ["another key in its place", { url: database, host: ["codex"] }, every, ["fleet.host"]],
  ["a text in place of the fleet", database, every, ["fleet", "fleet.url"]],
])("the hosts that ask the fleet: %s", (_what, given, hosts, faults) => {
  const { fleet, faults: found } = loaded(given);
  expect({ hosts: fleet?.hosts, faults: found }).toEqual({ hosts, faults });
});

test.each<[string, string, boolean]>([
  ["as approvals key prints it", key, true],
  ["without its prefix", key.slice("ed25519:".length), false],
  ["the dots of the documentation", "ed25519:…", false],
  ["cut off", key.slice(0, -2), false],
  ["with more behind it", `${key} anna@example.com`, false],
  ["of another kind", key.replace("ed25519", "ssh-ed25519"), false],
])("the key of an answerer: %s", (_what, text, isKey) => {
  const { fleet, faults } = loaded({ url: database, answerers: { anna: key, bert: text } });
  // With a fault nobody may answer.
  expect({ answerers: fleet?.answerers, faults }).toEqual(
    isKey
      ? { answerers: { anna: key, bert: text }, faults: [] }
      : { answerers: {}, faults: ["fleet.answerers.bert"] },
  );
});

const url = "https://bot.example.com/questions";
const secret = "$BOT_SECRET";
const read = { url, secretVariable: "BOT_SECRET" };

test.each<[string, unknown, object | null, readonly string[]]>([
  ["nothing", undefined, null, []],
  ["an address and a variable", { url, secret }, read, []],
  [
    "plain http on this machine",
    { url: "http://127.0.0.1:8080/", secret },
    { ...read, url: "http://127.0.0.1:8080/" },
    [],
  ],
  ["plain http elsewhere", { url: "http://bot.example.com/", secret }, null, ["url"]],
  ["plain http at a like name", { url: "http://127.0.0.1.evil.org/", secret }, null, ["url"]],
  ["another scheme", { url: "ftp://bot.example.com/", secret }, null, ["url"]],
  ["a password in the address", { url: "https://a:b@bot.example.com/", secret }, null, ["url"]],
  ["no address", { secret }, null, ["url"]],
  ["no secret", { url }, null, ["secret"]],
  ["the secret itself", { url, secret: "open-sesame" }, null, ["secret"]],
  ["more than a variable", { url, secret: "x$BOT_SECRET" }, null, ["secret"]],
  ["another key", { url, secret, header: "x" }, null, ["header"]],
  ["a text in its place", url, null, [""]],
])("the webhook of the fleet: %s", (_what, webhook, expected, faults) => {
  const {
    fleet,
    faults: found,
    said,
  } = loaded({
    url: database,
    answerers: { anna: key },
    webhook,
  });
  expect({
    webhook: fleet?.webhook,
    answerers: Object.keys(fleet?.answerers ?? {}),
    faults: found,
  }).toEqual({
    webhook: expected,
    answerers: faults.length === 0 ? ["anna"] : [],
    faults: faults.map((part) => (part === "" ? "fleet.webhook" : `fleet.webhook.${part}`)),
  });
  expect(said).not.toContain("open-sesame");
});
