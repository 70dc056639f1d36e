import type { Details, Report } from "../config/index.js";
import type { Defect, HostFormat, Reach, Remark } from "./format.js";

/** Where in a file something is; empty paths where it is above that level. */
export interface Spot {
  readonly event: string;
  readonly eventPath: string;
  readonly groupPath: string;
  readonly hookPath: string;
  /** Id of the hook, empty where it is about none. */
  readonly hook: string;
}

export const nowhere: Spot = { event: "", eventPath: "", groupPath: "", hookPath: "", hook: "" };

const codes = {
  everything: "host-config-dropped",
  file: "host-config-dropped",
  event: "host-config-ignored",
  group: "host-config-ignored",
  hook: "host-config-ignored",
  nothing: "setting-ignored",
} as const;

const lost: Readonly<Record<Exclude<Reach, "nothing">, string>> = {
  everything: "every hook of every file",
  file: "every hook in the file",
  event: "the hooks of this event",
  group: "the hooks of this group",
  hook: "the hook",
};

const words: Readonly<Record<Exclude<Reach, "nothing">, string>> = {
  everything: "one fault drops the hooks of every file",
  file: "the whole file is dropped",
  event: "the event is skipped",
  group: "the group is skipped",
  hook: "the entry is skipped",
};

/** Collects what is wrong with one file, and what the host therefore does not run. */
export class FileLosses {
  private readonly whys = new Map<string, string>();
  /** Why the host drops the hooks of all files. */
  everything: string | null = null;

  constructor(
    readonly format: HostFormat,
    readonly report: Report,
  ) {}

  /** Why the host drops the file, or null. */
  get file(): string | null {
    return this.whys.get("") ?? null;
  }

  /** Says what is wrong, and strikes out what the host loses by it. */
  fault(defect: Defect, spot: Spot, details: Omit<Details, "lost">): void {
    const reach = this.format.reach(defect, spot.event);
    const isTwice = defect === "twice" && reach === "nothing";
    this.report.add(isTwice ? "host-config-replaced" : codes[reach], spot.hook, {
      ...details,
      ...(reach === "nothing" ? isTwice && { lost: "all but the last" } : { lost: lost[reach] }),
    });
    if (reach !== "nothing") this.strike(reach, spot, `${details.path}: ${details.found}`);
  }

  /** Passes on what a host's own rules say of a hook. */
  remark(
    { code, key: _, drops, ...details }: Remark,
    spot: Spot,
    path: string,
    line: number | null,
  ): void {
    const isLost = code === "host-config-ignored";
    this.report.add(drops === "file" ? "host-config-dropped" : code, spot.hook, {
      path,
      line,
      ...details,
      ...(isLost && { lost: lost[drops ?? "hook"] }),
    });
    if (drops !== undefined) this.strike(drops, spot, `${path}: ${details.found}`);
    else if (isLost) this.set(spot.hookPath, details.found);
  }

  strike(reach: Exclude<Reach, "nothing">, spot: Spot, because: string): void {
    const why = `${words[reach]}: ${because}`;
    const places = { everything: "", file: "", event: spot.eventPath } as const;
    const more = { group: spot.groupPath, hook: spot.hookPath } as const;
    this.set({ ...places, ...more }[reach], why);
    if (reach === "everything") this.everything ??= why;
  }

  /** Why the host does not run a hook: the nearest reason. */
  why({ hookPath, groupPath, eventPath }: Spot): string | undefined {
    const paths = [hookPath, groupPath, eventPath, ""];
    return paths.map((path) => this.whys.get(path)).find((why) => why !== undefined);
  }

  private set(path: string, why: string): void {
    if (!this.whys.has(path)) this.whys.set(path, why);
  }
}
