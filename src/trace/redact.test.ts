import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { createRedactor, defaultRedactor, openLedger, type Redactor } from "./index.js";
import { temporaryFolder } from "../../tests/workspace.js";

let folder: string;
beforeAll(() => {
  folder = temporaryFolder();
});

/** Letters and digits of a wanted length; in parts, so that no scanner takes this file for a leak. */
const some = (length: number): string =>
  "q7Zk2Vx9Lm4Tb8Wc3Np6Rd1Hs5Jf0GyQaUeXoIi".repeat(9).slice(0, length);
const jwt = ["eyJhbGciOiJIUzI1NiJ9", "eyJzdWIiOiIxMjM0NTY3ODkwIn0", some(43)].join(".");
const pem = (kind: string): string =>
  [`-----BEGIN ${kind}-----`, some(64), some(48), `-----END ${kind}-----`].join("\n");

/** Secrets that are recognised by their look. */
const canaries: Readonly<Record<string, string>> = {
  aws: `AKIA${some(16).toUpperCase()}`,
  "aws session": `ASIA${some(17).slice(1).toUpperCase()}`,
  github: `ghp_${some(36)}`,
  "github server": `ghs_${some(36)}`,
  "github fine": `github_pat_${some(22)}_${some(59)}`,
  gitlab: `glpat-${some(20)}`,
  "gitlab runner": `glrt-${some(20)}`,
  npm: `npm_${some(36)}`,
  slack: `xoxb-1${some(9)}-${some(24)}`,
  "slack app": `xapp-1-${some(30)}`,
  openai: `sk-${some(48)}`,
  "openai project": `sk-proj-${some(60)}`,
  anthropic: `sk-ant-api03-${some(80)}`,
  google: `AIza${some(35)}`,
  "google oauth": `ya29.${some(60)}`,
  stripe: `sk_live_${some(24)}`,
  huggingface: `hf_${some(34)}`,
  sendgrid: `SG.${some(22)}.${some(43)}`,
  vault: `hvs.${some(40)}`,
  jwt,
  "rsa key": pem("RSA PRIVATE KEY"),
  "key of openssh": pem("OPENSSH PRIVATE KEY"),
  "bearer header": `Bearer ${some(40)}`,
  "basic header": `Basic ${Buffer.from(`admin:${some(14)}`).toString("base64")}`,
  "url with password": `postgres://admin:${some(12)}@db.internal:5432/x`,
  "password on a command line": `mysqldump --password ${some(14)} shop`,
  "assigned password": `password=${some(14)}`,
};

/** What a canary becomes that is nothing but a secret: not a letter of it stays. */
const wholes: readonly (readonly [kind: string, ...names: string[]])[] = [
  ["aws", "aws", "aws session"],
  ["github", "github", "github server", "github fine"],
  ["gitlab", "gitlab", "gitlab runner"],
  ["npm", "npm"],
  ["slack", "slack", "slack app"],
  ["openai", "openai", "openai project"],
  ["anthropic", "anthropic"],
  ["google", "google", "google oauth"],
  ["stripe", "stripe"],
  ["huggingface", "huggingface"],
  ["sendgrid", "sendgrid"],
  ["vault", "vault"],
  ["jwt", "jwt"],
  ["private-key", "rsa key", "key of openssh"],
];

type Place = (secret: string) => Record<string, unknown>;
const base64 = (text: string): string => Buffer.from(text).toString("base64");
const padded = (secret: string): string => `config of the server: ${secret} (end)`;

const places: Readonly<Record<string, Place>> = {
  "as a field": (secret) => ({ note: secret }),
  "in a sentence": (secret) => ({ note: `it said «${secret}», and then nothing` }),
  "five levels down": (secret) => ({ a: [{ b: { c: [[secret]] } }] }),
  "in a key": (secret) => ({ input: { [secret]: 1 } }),
  "in JSON text": (secret) => ({ stdout: JSON.stringify({ x: { y: secret } }) }),
  "in JSON text in JSON text": (secret) => ({
    stdout: JSON.stringify({ x: JSON.stringify([secret]) }),
  }),
  "in base64": (secret) => ({ body: base64(padded(secret)) }),
  "in wrapped base64": (secret) => ({
    body: base64(padded(secret).repeat(3)).replace(/(.{76})/g, "$1\n"),
  }),
  "in base64 behind a folder": (secret) => ({ body: `folder/${base64(padded(secret))}` }),
  "in base64 of base64": (secret) => ({ body: base64(base64(padded(secret))) }),
  "in base64 of UTF-16": (secret) => ({
    body: Buffer.from(padded(secret), "utf16le").toString("base64"),
  }),
  "in base64url": (secret) => ({ body: Buffer.from(padded(secret)).toString("base64url") }),
  "URL-encoded": (secret) => ({ url: `https://x.test/?q=${encodeURIComponent(padded(secret))}` }),
  "URL-encoded twice": (secret) => ({
    url: encodeURIComponent(encodeURIComponent(padded(secret))),
  }),
  "in a map and a set": (secret) => ({ map: new Map([["x", new Set([secret])]]) }),
  "in an error": (secret) => ({ error: new Error(`refused: ${secret}`) }),
  "behind a long text": (secret) => ({ text: `${"so it goes. ".repeat(3000)}${secret}` }),
};

/** The part of a canary that must not be seen: without the words around it. */
const core = (secret: string): string =>
  /:\/\/admin:([^@]+)@|^(?:Bearer |Basic |mysqldump --password |password=)(\S+)|(q7Zk\w{20,})/
    .exec(secret)
    ?.slice(1)
    .find((part) => part !== undefined) ?? secret;

const forms = (secret: string): string[] => {
  const seen = core(secret);
  const inner = base64(seen).replace(/=+$/, "").slice(4, -4);
  return [seen, JSON.stringify(seen).slice(1, -1), inner, encodeURIComponent(seen)];
};

/** Appends each canary in each place, to one file each, and names those of which something is in the file. */
function leaks(redact: Redactor): string[] {
  const found: string[] = [];
  for (const [placeName, place] of Object.entries(places))
    for (const [name, secret] of Object.entries(canaries)) {
      const record = { type: "run", eventId: "e", ...place(secret) };
      const text = JSON.stringify(redact(record), (_, value: unknown) =>
        value instanceof Map || value instanceof Set
          ? [...value]
          : value instanceof Error
            ? value.message
            : value,
      );
      if (forms(secret).some((form) => text.includes(form))) found.push(`${name} ${placeName}`);
    }
  return found;
}

describe("planted canaries", () => {
  const count = Object.keys(canaries).length * Object.keys(places).length;

  test("none of them gets through, wherever it is", () => {
    expect(count).toBeGreaterThan(400);
    expect(leaks(defaultRedactor)).toEqual([]);
  });

  test.each(wholes.flatMap(([kind, ...names]) => names.map((name) => [name, kind] as const)))(
    "of %s not a letter stays",
    (name, kind) => {
      expect(defaultRedactor(`it is ${canaries[name]}, yes`)).toBe(`it is [redacted:${kind}], yes`);
    },
  );

  test("the search would find them in what is not redacted", () => {
    const plainPlaces = Object.keys(places).filter((name) => !/twice|of|wrapped|folder/.test(name));
    expect(leaks((value) => value).length).toBeGreaterThan(
      plainPlaces.length * Object.keys(canaries).length * 0.9,
    );
  });

  test("none of them is in the file of a ledger", () => {
    const file = join(folder, "canaries.jsonl");
    const ledger = openLedger({ file });
    for (const place of Object.values(places))
      for (const secret of Object.values(canaries))
        ledger.append({ type: "run", eventId: "e", ...place(secret) });
    ledger.close();
    const text = readFileSync(file, "utf8");
    const seen = Object.entries(canaries).filter(([, secret]) =>
      forms(secret).some((form) => text.includes(form)),
    );
    expect(seen.map(([name]) => name)).toEqual([]);
    expect(text.match(/\[redacted:/g)?.length).toBeGreaterThanOrEqual(count);
  });
});

const secretKeys =
  `password Password dbPassword DB_PASSWORD user-password passwd passphrase db_pwd secret
  client_secret clientSecret SECRET_KEY apiKey api_key x-api-key APIKEY accessKey aws_secret_access_key
  privateKey private-key signing_key authorization Authorization proxy-authorization cookie Set-Cookie
  cookies token accessToken access_token GITHUB_TOKEN refreshToken id_token csrf-token authToken credential
  credentials bearer jwt auth sessionKey connectionString smtp_pass encryptionKey seedPhrase password2`
    .split(/\s+/)
    .concat("api key", "private key");

describe("keys", () => {
  test.each(secretKeys)("what is under %j is redacted", (key) => {
    expect(defaultRedactor({ [key]: "hunter-two" })).toEqual({ [key]: "[redacted:key]" });
  });

  test("everything below a secret key goes, but not booleans and nothings", () => {
    expect(
      defaultRedactor({
        credentials: { user: "ann", pin: 1234, list: ["a", 5n], used: true, none: null, empty: "" },
      }),
    ).toEqual({
      credentials: {
        user: "[redacted:key]",
        pin: "[redacted:key]",
        list: ["[redacted:key]", "[redacted:key]"],
        used: true,
        none: null,
        empty: "",
      },
    });
  });

  test("the value behind a flag and the value of a named pair are redacted", () => {
    expect(
      defaultRedactor({
        args: ["deploy", "--token", "hunter-two", "--force", "now"],
        env: [
          { name: "DB_PASSWORD", value: "hunter-two" },
          { key: "DB_PASSWORD", value: "hunter-two" },
          { name: "LANG", value: "C" },
        ],
      }),
    ).toEqual({
      args: ["deploy", "--token", "[redacted:key]", "--force", "now"],
      env: [
        { name: "DB_PASSWORD", value: "[redacted:key]" },
        { key: "DB_PASSWORD", value: "[redacted:key]" },
        { name: "LANG", value: "C" },
      ],
    });
  });

  test("two keys that become the same both stay", () => {
    const [one, other] = [canaries["aws"] ?? "", canaries["aws session"] ?? ""];
    expect(defaultRedactor({ [one]: 1, [other]: 2 })).toEqual({
      "[redacted:aws]": 1,
      "[redacted:aws] (2)": 2,
    });
  });
});

const assigned: readonly (readonly [string, string])[] = [
  ["deploy --password hunter2 --force", "deploy --password [redacted:value] --force"],
  ["deploy --api-key=hunter2", "deploy --api-key=[redacted:value]"],
  ["vitest --reporter dot7 --token hunter2", "vitest --reporter dot7 --token [redacted:value]"],
  ["otp=12", "otp=[redacted:value]"],
  ["PGPASSWORD=hunter2 psql", "PGPASSWORD=[redacted:value] psql"],
  ["export DB_PASSWORD='hunter two'", "export DB_PASSWORD='[redacted:value]'"],
  ['{"password": "hunter \\"two\\""}', '{"password": "[redacted:value]"}'],
  ['{\\"token\\":\\"hunter2\\"}', '{\\"token\\":\\"[redacted:value]\\"}'],
  ["password: hunter", "password: [redacted:value]"],
  ["API key: hunter2", "API key: [redacted:value]"],
  ["https://x.test/a?token=hunter2&b=1", "https://x.test/a?token=[redacted:value]&b=1"],
  ["curl -u ann:hunter2 x.test", "curl -u ann:[redacted:password] x.test"],
  ["Authorization: Bearer hunter", "Authorization: [redacted:value]"],
  ["Cookie: sid=hunter; theme=dark", "Cookie: [redacted:cookie]"],
  ["redis://:hunter2@cache", "redis://[redacted:url]@cache"],
  ["https://ann:p@ss@x.test/", "https://[redacted:url]@x.test/"],
];

describe("texts", () => {
  test.each(assigned)("%j becomes %j", (text, redacted) => {
    expect(defaultRedactor(text)).toBe(redacted);
    expect(defaultRedactor(redacted)).toBe(redacted);
  });
});

/** Made to send an expression back to its start again and again. */
const hard =
  `a A - = " ' % \\ eyJ eyJaaaaaaaa- eyJaaaaaaaa. token token= password=" password='x --a- :// ://a: :a@
  -----BEGIN -----BEGIN\u00a0PRIVATE\u00a0KEY----- QUtJ %41 %25 AKIA ghp_ sk- SG.aaaaaaaaaaaaaaaaaa bearer cookie:a
  password\\\\ 1234567890: glpat-aaaaaaaaaaaaaaaa. basic\u00a0a -u\u00a0a:`
    .split(/[ \n]+/)
    .map((part) => part.replaceAll("\u00a0", " "));

describe("hard texts", () => {
  // Each takes milliseconds, and minutes where the time is not linear.
  test.each(hard)("%j, repeated to half a megabyte, does not hang", (part) => {
    const begin = process.cpuUsage();
    const text = part.repeat(Math.ceil(524_288 / part.length));
    expect(typeof defaultRedactor(text)).toBe("string");
    expect(typeof defaultRedactor(`password="${text}`)).toBe("string");
    expect(process.cpuUsage(begin).user / 1000).toBeLessThan(5000);
  });
});

const harmless: readonly unknown[] = [
  { author: "Ann", authors: ["Ann"], authority: "x", authored: true },
  { tokens: 812, inputTokens: 5, max_tokens: 4096, "token-count": 3, tokensUsed: "812" },
  { tokens: { input: 3, output: 4, cached: 0n } },
  { permissionDecision: "allow", permissionDecisionReason: "it only reads" },
  { pwd: "/work", PWD: "/work", OLDPWD: "/" },
  { passed: true, pass: 12, fail: 0, bypass: "no", compass: "north" },
  { tokenizer: "bpe", tokenType: "Bearer", tokenUrl: "https://x.test/token" },
  { secretary: "Bob", secretName: "db", passwordPolicy: "12 letters", apiKeyHelper: "./key.sh" },
  { key: "a", keys: ["a"], monkey: 1, keyboard: "qwertz", primaryKey: "id", cacheKey: "abc" },
  {
    session_id: "0f8fad5b-d9cb-469f-a165-70867728950e",
    tool_use_id: "toolu_01A09q90qw90lq917835lq9",
  },
  "",
  "ok",
  // Too short to be a secret.
  "otp=1",
  "The author of the token parser wrote the password policy.",
  "SyntaxError: Unexpected token < in JSON at position 0",
  "Error: invalid token: expected a string",
  "cat: /etc/passwd: No such file or directory",
  "cat: /etc/passwd: Permission denied",
  "somewhere far behind the beginning of a line: bypass=hunter2",
  "[sudo] password for ann: ",
  "Enter password:",
  "password: required",
  "type Login = { password: string; token?: string | null }",
  "const token = tokens[index];",
  "const token = lexer.next();",
  "if (token === undefined) return;",
  "password: z.string().min(12),",
  "apiKey: process.env.API_KEY",
  "connect(password=config.password)",
  'curl -H "Authorization: $AUTH" x.test',
  'docker login --password "$PASSWORD"',
  "docker run -u 1000:1000 image",
  "mysql --password=$PASSWORD",
  "token=${{ secrets.NPM }}",
  "password=<your password>",
  "password=********",
  "max_tokens=4096, tokens: 12",
  "tokens.map((token) => token.text)",
  "PWD=/home/ann OLDPWD=/",
  "task-management-system-for-everyone-2",
  "the risk-of-something-very-long-and-winding-1",
  "Basic knowledge of authentication is enough",
  "the bearer certificate is void",
  "git@github.com:ann/repo.git",
  "https://example.test:8080/path/to/page?query=value#part",
  "ssh://git@host/repo",
  "postgres://$USER:$PASSWORD@host/db",
  "3f786850e387550fdab836ed7e6dc881de23001b",
  "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  "0f8fad5b-d9cb-469f-a165-70867728950e",
  "/home/ann/Projects/SnapHook/src/Decode/ParseJson.ts",
  "/usr/lib/node_modules/typescript/lib/typescript.js",
  "node_modules/@scope/package-with-long-name/dist/index.js",
  "sha512-q8Zk2Vx9Lm4Tb8Wc3Np6Rd1Hs5Jf0GyQaUeXoIiabcdefg==",
  Buffer.from("a text that is long enough and tells nothing at all").toString("base64"),
  Buffer.from('{"name":"x","value":[1,2,3],"note":"nothing"}').toString("base64"),
  "eyJuYW1lIjoieCIsInZhbHVlIjpbMSwyLDNdfQ",
  "100%25 of a%20b%20c and 5%ab",
  "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----",
  "-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----",
  "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQC7 ann@host",
  "eslint-disable-next-line no-secrets/no-secrets",
  "cookie: a small text that a browser keeps",
  "Set the header X-Request-Id: 12345 and retry",
  "2024-05-01T12:00:00.000Z [info] 12 passed, 0 failed (1.5s)",
  "Größe: 5 µm — «naïve» 日本語 🙂",
  { deep: [[[{ a: 1.5, b: -0.25, c: null, d: false }]]] },
];

describe("harmless values", () => {
  test.each(harmless.map((value) => [value]))("%o stays as it is", (value) => {
    expect(harmless.length).toBeGreaterThan(60);
    expect(defaultRedactor(value)).toEqual(value);
  });
});

describe("createRedactor", () => {
  test("knows further keys and patterns in addition to the usual ones", () => {
    const redact = createRedactor({ keys: ["kontoNummer"], patterns: [/EMP-\d+/y] });
    expect(
      redact({ KONTO_NUMMER: 5, text: "EMP-12 and EMP-13", password: "x", meineKontoNummer: 5 }),
    ).toEqual({
      KONTO_NUMMER: "[redacted:key]",
      text: "[redacted:custom] and [redacted:custom]",
      password: "[redacted:key]",
      meineKontoNummer: 5,
    });
  });

  test("takes all of a pattern's places, with its own flags, before the usual ones", () => {
    const patterns = [/emp-\d+/gi, /b(?=c)/, /password=x/];
    const redact = createRedactor({ patterns });
    const text = "EMP-1 emp-2 bc bd password=xyz";
    const safe = "[redacted:custom] [redacted:custom] [redacted:custom]c bd [redacted:custom]yz";
    expect([redact(text), redact([text]), redact({ [text]: "" })]).toEqual([
      safe,
      [safe],
      { [safe]: "" },
    ]);
    expect(createRedactor({ patterns: [/^b/m] })("a\nb")).toBe("a\n[redacted:custom]");
  });

  test("knows a text again whose like it has seen, long or short", () => {
    const redact = createRedactor({});
    for (const text of ["short", "long ".repeat(100)])
      expect([redact(text), redact([text, text]), redact(text)]).toEqual([
        text,
        [text, text],
        text,
      ]);
    const secret = `it is ${canaries["npm"]}`;
    const safe = "it is [redacted:npm]";
    expect([redact(secret), redact([secret, secret])]).toEqual([safe, [safe, safe]]);
    expect(redact({ password: "a", [secret]: secret })).toEqual({
      password: "[redacted:key]",
      [safe]: safe,
    });
  });
});
