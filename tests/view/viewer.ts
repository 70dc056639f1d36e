import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { request, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { json } from "node:stream/consumers";

/** `snaphook view`, built, as a user starts it. */
export class RunningViewer {
  readonly port: number;
  readonly token: string;

  private constructor(
    readonly address: string,
    readonly process: ChildProcess,
  ) {
    const { port, hash } = new URL(address);
    this.port = Number(port);
    this.token = hash.replace("#token=", "");
  }

  static async start(options: {
    home: string;
    cwd: string;
    args?: readonly string[];
  }): Promise<RunningViewer> {
    const { home, cwd, args = [] } = options;
    const child = spawn(
      process.execPath,
      [resolve("dist/cli/main.js"), "view", "--json", ...args],
      {
        cwd,
        env: { ...process.env, SNAPHOOK_HOME: home, HOME: resolve(home, "..") },
        stdio: ["ignore", "pipe", "inherit"],
      },
    );
    const [line] = await Promise.race([
      new Promise<string[]>((done) =>
        createInterface(child.stdout).once("line", (text) => done([text])),
      ),
      new Promise<never>((_, fail) =>
        child.once("exit", (code) => fail(new Error(`it ended with ${code}`))),
      ),
    ]);
    const { address } = JSON.parse(line ?? "") as { address: string };
    return new RunningViewer(address, child);
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Asks as the page does, on a connection of its own: the server may have ended one that was idle while a test did something else. */
  async ask(name: string, body: object): Promise<unknown> {
    const asking = request(`${this.origin}/api/${name}`, {
      method: "POST",
      agent: false,
      headers: {
        origin: this.origin,
        "content-type": "application/json",
        "x-snaphook-token": this.token,
      },
    });
    asking.end(JSON.stringify(body));
    const [answer] = (await once(asking, "response")) as [IncomingMessage];
    return json(answer);
  }

  /** Sends bytes as they are, and gives back all that comes, until the other side is done. */
  send(bytes: string): Promise<string> {
    return new Promise((done) => {
      const socket = connect(this.port, "127.0.0.1");
      let text = "";
      const end = (): void => {
        socket.destroy();
        done(text);
      };
      socket.setEncoding("latin1");
      socket.on("data", (chunk: string) => {
        text += chunk;
        if (isWhole(text)) end();
      });
      socket.on("close", end);
      socket.on("error", end);
      socket.write(bytes, "latin1");
    });
  }

  /** Ends it as Ctrl-C does, and gives its exit code. */
  stop(signal: NodeJS.Signals = "SIGINT"): Promise<number | null> {
    if (this.process.exitCode !== null || this.process.signalCode !== null)
      return Promise.resolve(this.process.exitCode);
    return new Promise((done) => {
      this.process.once("exit", done);
      this.process.kill(signal);
    });
  }
}

function isWhole(text: string): boolean {
  const [head = "", ...rest] = text.split("\r\n\r\n");
  const length = /^content-length: (\d+)/im.exec(head)?.[1];
  return rest.length > 0 && length !== undefined && rest.join("\r\n\r\n").length >= Number(length);
}

/** Debian's browser, or one that is like it; null where there is none. */
export const chromium =
  ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync) ??
  null;
