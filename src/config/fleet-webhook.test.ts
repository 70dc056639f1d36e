import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../tests/workspace.js";
import { loadSettings } from "./index.js";

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
  const root = temporaryFolder();
  mkdirSync(join(root, "home"));
  const fleet = { url: "postgres://a@127.0.0.1/b", answerers: { anna: "ed25519:x" }, webhook };
  writeFileSync(join(root, "home/settings.json"), JSON.stringify({ fleet }));
  const settings = loadSettings({
    projectDir: join(root, "project"),
    home: join(root, "home"),
    managedFile: join(root, "etc/settings.json"),
    trustProject: false,
  });
  expect({
    webhook: settings.fleet?.webhook,
    // With a fault nobody may answer.
    answerers: Object.keys(settings.fleet?.answerers ?? {}),
    faults: settings.problems.map(({ path }) => path),
  }).toEqual({
    webhook: expected,
    answerers: faults.length === 0 ? ["anna"] : [],
    faults: faults.map((key) => (key === "" ? "fleet.webhook" : `fleet.webhook.${key}`)),
  });
  expect(JSON.stringify(settings.problems)).not.toContain("open-sesame");
});
