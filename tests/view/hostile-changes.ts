import { headersBut, say, write, type Hostile } from "./hostile-requests.js";

/** Each lacks a thing, or has it in another form. */
const bodies = [
  "{}",
  '{"id":"project:PreToolUse:0.0"}',
  `{"fingerprint":"${"0".repeat(64)}","acceptsUnknownFiles":true}`,
  '{"id":"project:PreToolUse:0.0","fingerprint":null,"acceptsUnknownFiles":true}',
  '{"id":["project:PreToolUse:0.0"],"fingerprint":"","acceptsUnknownFiles":true}',
  `{"id":"a","fingerprint":"${"0".repeat(400)}","acceptsUnknownFiles":true}`,
  '{"__proto__":{"id":"a","fingerprint":"b"},"acceptsUnknownFiles":true}',
  "[]",
  "",
];
const whole = '{"id":"a","fingerprint":"b","acceptsUnknownFiles":true}';

/** Requests that would approve something, take it back or answer it, right but for one thing. */
export function hostileChanges(port: number, token: string): readonly Hostile[] {
  const but = headersBut(port, token);
  const request = (name: string, body: string, changed: Parameters<typeof but>[0] = {}): string =>
    write({
      url: `/api/${name}`,
      body,
      headers: but({ "content-length": String(body.length), ...changed }),
    });
  const headers = [
    { "x-snaphook-token": null },
    { "x-snaphook-token": "a".repeat(43) },
    { origin: null },
    { origin: "http://evil.example" },
    { origin: "null" },
    { host: `evil.example:${port}` },
    { "sec-fetch-site": "cross-site" },
    { "content-type": "text/plain" },
  ];
  return [
    ...["approve", "revoke", "answer", "fleetAnswer"].flatMap((name) =>
      bodies.map((body) => ({ name: `${name} with ${say(body)}`, bytes: request(name, body) })),
    ),
    ...['"true"', "1", "null", "{}"].map((flag) => ({
      name: `approve, with unknown files accepted by ${flag}`,
      bytes: request("approve", whole.replace("true", flag)),
    })),
    ...["trust", "approve", "revoke", "answer", "fleet", "fleetAnswer"].flatMap((name) =>
      headers.map((changed) => ({
        name: `${name} with ${say(changed)}`,
        bytes: request(name, whole, changed),
      })),
    ),
    ...["trust", "approve", "revoke", "answer", "fleet", "fleetAnswer"].map((name) => ({
      name: `GET of ${name}`,
      bytes: write({
        method: "GET",
        url: `/api/${name}`,
        body: "",
        headers: but({ "content-length": null }),
      }),
    })),
  ];
}
