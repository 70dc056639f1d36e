import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { canaries } from "../../tests/canaries.js";
import { nearPlaceholders } from "../../tests/canaries-near-placeholders.js";
import { redactText } from "./index.js";

const planted = [...canaries(), ...nearPlaceholders()].map((canary) => ({
  ...canary,
  safe: redactText(canary.text),
}));

describe("planted secrets", () => {
  test("are thousands, each with a part that a search would find", () => {
    expect(planted.length).toBeGreaterThan(6000);
    expect(planted.filter(({ text, parts }) => !parts.some((part) => text.includes(part)))).toEqual(
      [],
    );
  });

  test("are all taken out", () => {
    const leaks = planted
      .filter(({ parts, safe }) => parts.some((part) => safe.includes(part)))
      .map(({ what, safe }) => `${what}: ${safe}`);
    expect(leaks).toEqual([]);
  });

  test("leave a text that is not changed any more", () => {
    const changed = planted.filter(({ safe }) => redactText(safe) !== safe);
    expect(changed.map(({ safe }) => safe)).toEqual([]);
  });
});

/** One a line; `⏎` is a line end. */
const readable = readFileSync(new URL("readable.txt", import.meta.url), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => line.replaceAll("⏎", "\n"));

describe("readable texts", () => {
  test("are two hundred and more, and stay as they are, alone and together", () => {
    expect(readable.length).toBeGreaterThan(200);
    expect(readable.filter((text) => redactText(text) !== text)).toEqual([]);
    const lines = readable.filter((text) => !/\n|password$|:$/.test(text));
    for (let at = 0; at + 5 <= lines.length; at += 5) {
      const text = lines.slice(at, at + 5).join("\n\n");
      expect(redactText(text)).toBe(text);
    }
  });

  test.each([
    [
      "AUTH_URL=https://x.test/?a=1&password=hunter2&b=2",
      "AUTH_URL=https://x.test/?a=1&password=[redacted:value]&b=2",
    ],
    ["Server=db;Password=hunter2;Encrypt=true", "Server=db;Password=[redacted:value];Encrypt=true"],
    ["PASSWORD=hunter2 make all", "PASSWORD=[redacted:value] make all"],
    [`Authorization: SSWS 00${"aB3".repeat(13)}x`, "Authorization: [redacted:okta]"],
    [`say SSWS 00${"aB3".repeat(13)}x`, "say [redacted:okta]"],
    [`a,ALGOLIA_ADMIN_KEY=${"8f1b".repeat(8)},b`, "a,ALGOLIA_ADMIN_KEY=[redacted:value]"],
    [
      `TOKEN=aws_secret_access_key = ${"wJ4lrX7t".repeat(5)}`,
      "TOKEN=aws_secret_access_key = [redacted:value]",
    ],
    [
      "TOKEN=-----BEGIN PRIVATE KEY-----\nTUlJQ2RnSUJB\n-----END PRIVATE KEY-----\nnext",
      "TOKEN=[redacted:value]\nnext",
    ],
    [
      "connect(user='ann', password='hunter2', port=5)",
      "connect(user='ann', password='[redacted:value]', port=5)",
    ],
    [
      "<password>hunter2</password><port>5</port>",
      "<password>[redacted:value]</password><port>5</port>",
    ],
    ["password: |\n  hunter2\n  more\nport: 5", "password: |\n  [redacted:value]\nport: 5"],
    ["mysql -u root -phunter2 shop", "mysql -u root -p[redacted:password] shop"],
    ["curl --user ann:hunter2 x.test", "curl --user ann:[redacted:password] x.test"],
    [
      "machine x login ann password hunter2\nmachine y",
      "machine x login ann password [redacted:value]\nmachine y",
    ],
    ["\u001b[1mpassword\u001b[0m=hunter2 \u001b[32mok\u001b[0m", "password=[redacted:value] ok"],
    ["\u001b[1mpassword\u001b[0m is wrong", "\u001b[1mpassword\u001b[0m is wrong"],
    ['{"a":"x\\npassword=hunter2\\ny"}', '{"a":"x\\npassword=[redacted:value]\\ny"}'],
    ["SENTRY=7f3a9c1e5b8d20467f3a9c1e5b8d2046", "SENTRY=7f3a9c1e5b8d20467f3a9c1e5b8d2046"],
  ])("of %j only the secret goes: %j", (text, safe) => {
    expect(redactText(text)).toBe(safe);
  });
});

/** Made to be looked at again and again: what begins a rule, a name, a value or an encoding and never ends it. */
const hostile =
  `a A - = " ' % \\ \\" / + _ \u001b[ \u200b eyJ eyJ_ eyJaaaaaaaa. token token= token:· password=" password='x password="x\\"
  password=( password=[ password=["a",· password:·|⏎ password:·|⏎·· password:⏎·· <password> <password><![CDATA[required· &lt;password&gt;
  "key","value":· <key>Password</key> --password· --a- -p· mysql·-p mysql·-p· curl·-u·a: -u·a: :// ://a: ://a:b/ :a@ ://aaaaaaaaaaaaaaaa1
  -----BEGIN·PRIVATE·KEY----- ----BEGIN· :*:a:a: :5432:a:a: ⏎data:⏎·a:·b kind:·Secret⏎data:⏎ machine·a·login· identified·by·' basic·a bearer·a
  sk- sk-a sk_ AKIA AIza SG.aaaaaaaaaaaaaaaaaa glpat-aaaaaaaaaaaaaaaa. xoxb-1-1- 0Q~ .atlasv1. :AA pat M00000000000000000000000. %41 %25 QUtJ
  heroku: heroku:0 sentry=0 cookie:·a= Authorization:·Bearer· sig= ?sig= a;b= ;, \\n \\npassword= password\\n= '\\'' '"'"'`
    .split(/\s+/)
    .map((part) => part.replaceAll("·", " ").replaceAll("⏎", "\n"));

describe("hostile texts", () => {
  test.each(hostile)("%j, twice as often, takes about twice the time", (part) => {
    const cost = (size: number, head: string): number => {
      const text = head + part.repeat(Math.ceil(size / part.length));
      const begin = process.cpuUsage();
      redactText(text);
      const { user, system } = process.cpuUsage(begin);
      return (user + system) / 1000;
    };
    for (const head of ["", 'password="', "token: "]) {
      cost(4096, head);
      const [small, large] = [cost(16_384, head), cost(131_072, head)];
      // Eight times the text: quadratic would be 64 times. A busy machine and the compiler explain what is below.
      expect(large).toBeLessThan(24 * Math.max(small, 20));
    }
  });
});
