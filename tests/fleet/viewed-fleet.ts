import { hash, randomUUID } from "node:crypto";
import { RunningViewer } from "../view/viewer.js";
import { FleetWorkspace } from "./fleet-workspace.js";

/** A question of the fleet, as the page gets it. */
export interface ShownQuestion {
  readonly id: string;
  readonly until: string;
  readonly role: string;
  readonly allowedBy: readonly string[];
  readonly says: { readonly sha256: string; readonly [key: string]: unknown };
}

/** What a question says, but for its id. */
export const harmless = {
  tool: "Bash",
  input: '{"command":"ls"}',
  inputSha256: hash("sha256", '{"command":"ls"}', "hex"),
  original: '{"command":"ls"}',
  reasons: [],
  host: "snaphook",
  machine: "build-7",
  session: "s",
  project: "/shop",
  persons: 1,
  protectedName: null,
  waitSeconds: 600,
};

/** A fleet whose questions anna answers in the page of `snaphook view`. */
export class ViewedFleet extends FleetWorkspace {
  private readonly viewers: RunningViewer[] = [];

  async view(url = this.url()): Promise<RunningViewer> {
    const { home, project: cwd } = this;
    const args = ["--url", url, "--as", "anna"];
    const viewer = await RunningViewer.start({ home, cwd, args });
    this.viewers.push(viewer);
    return viewer;
  }

  /** A question of nobody, with whatever it says. */
  async askAs(fields: object, waitSeconds = 600): Promise<string> {
    const id = randomUUID();
    const body = Buffer.from(JSON.stringify({ version: 1, id, ...fields }));
    await this.query(
      (sql) =>
        sql`select snaphook_fleet.ask(${id}, ${Buffer.from(id)}, ${body}, 1, ${waitSeconds})`,
    );
    return id;
  }

  /** What was signed, as it is stored. */
  statements(): Promise<readonly { readonly digest: string; readonly decision: string }[]> {
    return this.query(async (sql) => {
      const rows = await sql<{ text: string }[]>`
        select convert_from(statement, 'UTF8') as text from snaphook_fleet.answers order by answered_at`;
      return rows.map(({ text }) => JSON.parse(text) as { digest: string; decision: string });
    });
  }

  async end(): Promise<void> {
    for (const viewer of this.viewers) await viewer.stop();
    this.close();
  }
}
