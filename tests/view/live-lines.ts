import type { RunningViewer } from "./viewer.js";

/** What a viewer says as things change. */
export interface LiveLine {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** The stream of changes of a viewer, read in order. */
export class LiveLines {
  private rest = "";

  private constructor(
    private readonly reader: ReadableStreamDefaultReader<string>,
    private readonly abort: AbortController,
  ) {}

  static async open({ origin, token }: RunningViewer): Promise<LiveLines> {
    const abort = new AbortController();
    const { body } = await fetch(`${origin}/api/live`, {
      method: "POST",
      headers: { origin, "content-type": "application/json", "x-snaphook-token": token },
      body: "{}",
      signal: abort.signal,
    });
    if (body === null) throw new Error("the viewer says nothing");
    return new LiveLines(body.pipeThrough(new TextDecoderStream()).getReader(), abort);
  }

  /** What is picked out of the next line in which there is something. */
  async next<Found>(pick: (line: LiveLine) => Found | undefined): Promise<Found> {
    for (;;) {
      const end = this.rest.indexOf("\n");
      if (end < 0) {
        const { value, done } = await this.reader.read();
        if (done) throw new Error("the viewer has ended");
        this.rest += value;
        continue;
      }
      const line = this.rest.slice(0, end);
      this.rest = this.rest.slice(end + 1);
      const found = line === "" ? undefined : pick(JSON.parse(line) as LiveLine);
      if (found !== undefined) return found;
    }
  }

  close(): void {
    this.abort.abort();
  }
}
