import { expect, test } from "vitest";
import { listed, withoutSecrets } from "./environment.js";

test.each([
  "TOKEN",
  "GITHUB_TOKEN",
  "NPM_TOKENS",
  "MY_SECRET",
  "DB_PASSWORD",
  "PASSWD",
  "KEY_PASSPHRASE",
  "DB_PWD",
  "API_KEY",
  "APIKEY",
  "OPENAI_APIKEYS",
  "ACCESS_KEY",
  "accesskey",
  "PRIVATE_KEY_FILE",
  "PRIVATEKEY",
  "SIGNINGKEY",
  "ENCRYPTIONKEY",
  "ENCRYPTION_KEY",
  "SESSIONKEY",
  "CREDENTIAL",
  "SIGNING_KEY",
  "ENCRYPTION_KEYS",
  "CREDENTIALS",
  "MY_CREDS",
  "BASIC_AUTH",
  "AUTHORIZATION",
  "BEARER",
  "COOKIE",
  "SESSION_KEY",
  "SENTRY_DSN",
  "GH_PAT",
  "JWT",
  "OTP",
  "CARD_PIN",
  "SSH_AUTH_SOCK",
])("%s is kept from hooks", (name) => {
  expect(withoutSecrets({ [name]: "x" })).toEqual({});
});

test.each([
  "PATH",
  "PWD",
  "OLDPWD",
  "XAUTHORITY",
  "TOKENIZER",
  "AUTHOR",
  "PATHS",
  "PINK",
  "KEY",
  "KEYBOARD",
  "MONKEY_API",
])("%s is no credential", (name) => {
  expect(withoutSecrets({ [name]: "x" })).toEqual({ [name]: "x" });
});

test("a value that looks like a credential is kept from hooks whatever its name is, and what has no value is none", () => {
  const value = `ghp_${"a1B2".repeat(9)}`;
  expect(withoutSecrets({ A: value, B: "b", C: undefined })).toStrictEqual({ B: "b" });
});

test("what a hook asks for by name it gets, whatever it looks like", () => {
  expect(listed({ TOKEN: "t", A: "a", B: undefined }, ["TOKEN", "B", "C"])).toStrictEqual({
    TOKEN: "t",
  });
});
