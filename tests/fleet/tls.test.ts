import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { TLSSocket } from "node:tls";
import { expect } from "vitest";
import { temporaryFolder, testIn } from "../workspace.js";
import { fleetServer, FleetWorkspace } from "./fleet-workspace.js";

const server = fleetServer();
const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;
// Run 2 takes all of it: its tests share what takes long.
const test = testIn(() => new FleetWorkspace(server()).prepare());

const STORED = "Stored; it counts where the machine lists your key.\n";

test.skipIf(!hasOpenssl)(
  `only a server whose certificate holds is asked${hasOpenssl ? "" : " (openssl is not installed here)"}`,
  async ({ workspace }) => {
    const folder = temporaryFolder();
    makeAuthority(folder, "ca");
    makeAuthority(folder, "other");
    const { publicKey } = await workspace.json<{ publicKey: string }>("approvals", "key");
    const ways: SecureWay[] = [];
    const asked = async (certificate: Certificate | null, host = "localhost"): Promise<string> => {
      const way = await SecureWay.before(server().port, certificate);
      ways.push(way);
      const url = `postgres://postgres@${host}:${way.port}/${workspace.database}?sslmode=verify-full`;
      workspace.settings({ url, answerers: { anna: publicKey } });
      const agent = workspace.agent();
      const refused = agent.end.then(
        ({ stderr }) => /Bash was denied: (.*)/.exec(stderr)?.[1] ?? stderr,
      );
      const [id] = await Promise.race([workspace.waiting(), refused.then(() => [])]);
      if (id === undefined) return refused;
      await workspace.answer("allow", id, "--url", workspace.url());
      return (await agent.end).stdout;
    };
    const made = (name: string, names: string, days = 2, by = "ca"): Certificate =>
      makeCertificate(folder, name, names, days, by);
    const good = made("good", "DNS:localhost");
    try {
      const unknown = await asked(good);
      workspace.variables = { NODE_EXTRA_CA_CERTS: join(folder, "ca.pem") };
      const found = {
        unknown,
        known: await asked(good),
        byAddress: await asked(made("address", "IP:127.0.0.1"), "127.0.0.1"),
        otherName: await asked(made("name", "DNS:db.example.com")),
        otherAddress: await asked(good, "127.0.0.1"),
        expired: await asked(made("expired", "DNS:localhost", -1)),
        otherAuthority: await asked(made("foreign", "DNS:localhost", 2, "other")),
        plain: await asked(null),
      };
      const refused = "The fleet could not be asked: ";
      expect(found).toEqual({
        unknown: expect.stringContaining("name its CA with NODE_EXTRA_CA_CERTS"),
        known: "I will look.\nIt is 42.\n",
        byAddress: "I will look.\nIt is 42.\n",
        otherName: expect.stringContaining("does not match certificate's altnames"),
        otherAddress: expect.stringContaining("does not match certificate's altnames"),
        expired: `${refused}the certificate of the database has expired; renew it (certificate has expired).`,
        otherAuthority: expect.stringContaining("name its CA with NODE_EXTRA_CA_CERTS"),
        plain: expect.stringContaining("has no TLS"),
      });
    } finally {
      for (const way of ways) way.close();
    }
  },
);

test.skipIf(!hasOpenssl)(
  "whoever answers is as careful, and an answer goes over TLS too",
  async ({ workspace }) => {
    const folder = temporaryFolder();
    makeAuthority(folder, "ca");
    const way = await SecureWay.before(
      server().port,
      makeCertificate(folder, "good", "DNS:localhost", 2, "ca"),
    );
    const agent = workspace.agent();
    const [id = ""] = await workspace.waiting();
    const url = `postgres://postgres@localhost:${way.port}/${workspace.database}?sslmode=verify-full`;
    try {
      const refused = await workspace.answer("allow", id, "--url", url);
      workspace.variables = { NODE_EXTRA_CA_CERTS: join(folder, "ca.pem") };
      expect([refused, await workspace.answer("allow", id, "--url", url)]).toEqual([
        {
          status: 1,
          signal: null,
          stdout: "",
          stderr: expect.stringContaining("(unable to verify the first certificate)\n"),
        },
        { status: 0, signal: null, stdout: STORED, stderr: "" },
      ]);
      expect((await agent.end).stdout).toBe("I will look.\nIt is 42.\n");
    } finally {
      way.close();
    }
  },
);

interface Certificate {
  readonly cert: Buffer;
  readonly key: Buffer;
}

const KEY = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes".split(" ");

function makeAuthority(folder: string, name: string): void {
  const files = ["-keyout", `${name}.key`, "-out", `${name}.pem`];
  openssl(folder, ["req", "-x509", ...KEY, ...files, "-subj", `/CN=${name}`, "-days", "2"]);
}

function makeCertificate(
  folder: string,
  name: string,
  names: string,
  days: number,
  by: string,
): Certificate {
  const request = ["-keyout", `${name}.key`, "-out", `${name}.csr`, "-subj", `/CN=${name}`];
  openssl(folder, ["req", ...KEY, ...request]);
  writeFileSync(join(folder, `${name}.ext`), `subjectAltName=${names}\n`);
  const authority = ["-CA", `${by}.pem`, "-CAkey", `${by}.key`, "-set_serial", "0x2a"];
  const files = ["-in", `${name}.csr`, "-extfile", `${name}.ext`, "-out", `${name}.pem`];
  openssl(folder, ["x509", "-req", ...authority, ...files, "-days", String(days)]);
  const read = (ending: string): Buffer => readFileSync(join(folder, `${name}.${ending}`));
  return { cert: read("pem"), key: read("key") };
}

function openssl(folder: string, args: readonly string[]): void {
  execFileSync("openssl", args, { cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
}

/** A way to a server that speaks TLS with a certificate, as PostgreSQL does; with none it says that it has no TLS. */
class SecureWay {
  private readonly sockets: Socket[] = [];

  private constructor(private readonly listener: Server) {}

  static async before(target: number, certificate: Certificate | null): Promise<SecureWay> {
    const listener = createServer();
    const way = new SecureWay(listener);
    listener.on("connection", (inner) => {
      way.keep(inner).once("data", () => {
        inner.write(certificate === null ? "N" : "S");
        if (certificate === null) return;
        const secure = new TLSSocket(inner, { isServer: true, ...certificate });
        const outer = connect(target, "127.0.0.1");
        way.keep(secure).pipe(way.keep(outer)).pipe(secure);
      });
    });
    await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
    return way;
  }

  get port(): number {
    return (this.listener.address() as AddressInfo).port;
  }

  close(): void {
    for (const socket of this.sockets) socket.destroy();
    this.listener.close();
  }

  private keep<Kept extends Socket>(socket: Kept): Kept {
    socket.on("error", () => undefined);
    this.sockets.push(socket);
    return socket;
  }
}
