import { expect, test } from "vitest";
import { ruling } from "./command-rulings.test-support.js";
import { ruling as protectedRuling } from "./protected-world.test-support.js";

const secret = "q7Hx9vT2mK4pL8";

test.each([
  `"$API_TOKEN=${secret}" > $f`,
  `echo "$AUTH_HEADER: ${secret}" > $f`,
  `curl -H "$API_KEY ${secret}" x > $f`,
  `API_KEY=${secret}; rm $f "$API_KEY"`,
  `API_KEY=${secret}; echo x$API_KEY > $f`,
])("a reason of self-protection does not quote a secret without its name: %j", (command) => {
  const { why, bySelfProtection } = protectedRuling("Bash", { command });
  expect({ bySelfProtection, isQuoted: why.includes(secret) }).toEqual({
    bySelfProtection: true,
    isQuoted: false,
  });
});

test.each([
  `foo "$API_TOKEN=${secret}" curl`,
  `foo \${API_TOKEN:-curl ${secret}}`,
  `API_KEY=${secret}; foo "$API_KEY" curl`,
  `API_KEY=${secret}; curl "$API_KEY"`,
])("nor does one of a rule: %j", (command) => {
  const { why, decision } = ruling(["deny Bash(curl *)", "allow Bash"], { command });
  expect(decision).not.toBe("allow");
  expect(why).not.toContain(secret);
});

test("what is shown is the command, with variables by their names", () => {
  const command = "OUT=folder; for f in a .snaphook; do cp -r x $OUT/$f.old; rm -r $f; done";
  expect(protectedRuling("Bash", { command }).why).toBe(
    '"rm -r …" may change a protected file: Snaphook\'s own files change only with your yes',
  );
});
