import { createHash, generateKeyPairSync, sign, type KeyObject } from "node:crypto";

/** A certificate and its key, as servers take them. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

interface Wanted {
  /** Days from now, before or after. */
  readonly from?: number;
  readonly until?: number;
  readonly names?: readonly string[];
  readonly addresses?: readonly string[];
}

const DAY_MS = 24 * 3600 * 1000;

/** An authority that nobody knows, made for one test run, and certificates of it. */
export class Authority {
  private readonly keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  readonly cert = certify("Snaphook test authority", this.keys.publicKey, {
    issuer: "Snaphook test authority",
    key: this.keys.privateKey,
    extensions: [extension(BASIC_CONSTRAINTS, sequence(der(0x01, Buffer.from([0xff]))))],
  });

  issue(wanted: Wanted): Certificate {
    return issue(wanted, { issuer: "Snaphook test authority", key: this.keys.privateKey });
  }
}

/** A certificate that vouches for itself. */
export function selfSigned(wanted: Wanted): Certificate {
  return issue(wanted, null);
}

function issue(wanted: Wanted, by: { issuer: string; key: KeyObject } | null): Certificate {
  const { names = [], addresses = [] } = wanted;
  const keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const alternatives = [
    ...names.map((host) => der(0x82, Buffer.from(host))),
    ...addresses.map((address) => der(0x87, Buffer.from(address.split(".").map(Number)))),
  ];
  const cert = certify("Snaphook test server", keys.publicKey, {
    issuer: "Snaphook test server",
    key: keys.privateKey,
    ...by,
    ...wanted,
    extensions: [extension(ALTERNATIVE_NAMES, sequence(...alternatives))],
  });
  return { cert, key: keys.privateKey.export({ type: "pkcs8", format: "pem" }).toString() };
}

const BASIC_CONSTRAINTS = Buffer.from("551d13", "hex");
const ALTERNATIVE_NAMES = Buffer.from("551d11", "hex");
const COMMON_NAME = Buffer.from("550403", "hex");
const ECDSA_WITH_SHA256 = Buffer.from("2a8648ce3d040302", "hex");

interface Signing {
  readonly issuer: string;
  readonly key: KeyObject;
  readonly from?: number;
  readonly until?: number;
  readonly extensions: readonly Buffer[];
}

/** Writes an X.509 certificate of version 3, so that no test needs a program or a committed key. */
function certify(subject: string, publicKey: KeyObject, signing: Signing): string {
  const { issuer, key, from = -1, until = 30, extensions } = signing;
  const spki = publicKey.export({ type: "spki", format: "der" });
  const algorithm = sequence(der(0x06, ECDSA_WITH_SHA256));
  const serial = createHash("sha256").update(spki).digest().subarray(0, 8);
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1, ...serial])),
    algorithm,
    name(issuer),
    sequence(time(from), time(until)),
    name(subject),
    spki,
    der(0xa3, sequence(...extensions)),
  );
  const signature = der(0x03, Buffer.concat([Buffer.from([0]), sign("sha256", body, key)]));
  const text = sequence(body, algorithm, signature).toString("base64");
  const lines = text.match(/.{1,64}/g)?.join("\n") ?? "";
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}

function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 128 ? [length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

function name(text: string): Buffer {
  const attribute = sequence(der(0x06, COMMON_NAME), der(0x0c, Buffer.from(text)));
  return sequence(der(0x31, attribute));
}

function time(days: number): Buffer {
  const stamp = new Date(Date.now() + days * DAY_MS).toISOString();
  return der(0x17, Buffer.from(`${stamp.slice(2, 19).replace(/\D/g, "")}Z`));
}

function extension(id: Buffer, value: Buffer): Buffer {
  return sequence(der(0x06, id), der(0x04, value));
}
