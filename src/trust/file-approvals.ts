import { exclusively } from "../io/index.js";
import { join } from "node:path";
import { isRecord } from "../json/index.js";
import {
  damagedIn,
  isHookList,
  type Approvals,
  type ApprovalStore,
  type KnownHook,
} from "./approval-store.js";
import { ApprovedTexts } from "./approved-texts.js";
import { plantedHome } from "./canonical-path.js";
import { readPrivate, writePrivate } from "./private-file.js";
import { Watched } from "./watched.js";

/** What the file holds. */
interface Content {
  readonly version: 1;
  /** By canonical path. A folder that is not here is a stranger's. */
  readonly projects: Readonly<Record<string, { readonly hooks: readonly KnownHook[] }>>;
  /** Hooks of the user and the administrator, by the path of their file. */
  readonly seen: Readonly<Record<string, readonly KnownHook[]>>;
}

const VERSION = 1;
const empty: Content = { version: VERSION, projects: {}, seen: {} };

/** Where approvals are, unless an embedder keeps them elsewhere. */
export const approvalsFile = (home: string): string => join(home, "trust.json");

/** Approvals in a file of Snaphook's own folder, outside of every project. It answers at once. */
export class FileApprovals implements ApprovalStore {
  readonly path: string;
  private readonly texts: ApprovedTexts;
  private readonly watched = new Map<string, Watched<Approvals>>();

  constructor(
    private readonly home: string,
    private readonly userHome: string,
  ) {
    this.path = approvalsFile(home);
    this.texts = new ApprovedTexts(home);
  }

  /** Throws an Error that says what is wrong with the file. */
  read(project: string): Approvals {
    let watched = this.watched.get(project);
    if (watched === undefined) {
      watched = new Watched(this.path, (isThere) => {
        if (isThere) this.refusePlanted(project);
        return approvalsIn(this.load(), project);
      });
      this.watched.set(project, watched);
    }
    const { value, fault } = watched.get();
    if (value === null) throw new Error(fault ?? "");
    return value;
  }

  /** What cannot be read is not overwritten. */
  change(
    project: string,
    alter: (before: Approvals) => Approvals,
    texts: ReadonlyMap<string, string>,
  ): void {
    this.refusePlanted(project);
    this.texts.keep(texts);
    exclusively(`${this.path}.lock`, () => {
      const content = this.load();
      const before = approvalsIn(content, project);
      const after = alter(before);
      if (after === before) return;
      const { [project]: _, ...others } = content.projects;
      const projects =
        after.hooks === null ? others : { ...others, [project]: { hooks: after.hooks } };
      const changed: Content = { version: VERSION, projects, seen: after.seen };
      writePrivate(this.path, `${JSON.stringify(changed, null, 2)}\n`);
    });
  }

  text(sha256: string): string | null {
    return this.texts.read(sha256);
  }

  private load(): Content {
    const text = readPrivate(this.path);
    if (text === null) return empty;
    let content: unknown;
    try {
      content = JSON.parse(text);
    } catch {
      throw new Error(`${this.path} is not JSON`);
    }
    const fault = faultOf(content);
    if (fault !== null) throw new Error(`${this.path} ${fault}`);
    return content as Content;
  }

  /** Where the project could say what is trusted, it would have a vote on itself. */
  private refusePlanted(project: string): void {
    const planted = plantedHome(this.home, project, this.userHome);
    if (planted !== null)
      throw new Error(
        `${planted} is inside the project; set SNAPHOOK_HOME to a folder outside of it`,
      );
  }
}

function approvalsIn({ projects, seen }: Content, project: string): Approvals {
  return { hooks: projects[project]?.hooks ?? null, seen };
}

function faultOf(content: unknown): string | null {
  if (!isRecord(content)) return "is not an object";
  const { version, projects, seen } = content;
  if (typeof version === "number" && version > VERSION)
    return `is of version ${version}, which this Snaphook does not know; a newer one has written it`;
  if (version !== VERSION) return "has no version that is known";
  if (!isRecord(projects) || !isRecord(seen)) return "is not a trust store";
  const damaged =
    damagedIn(projects, (entry) => isRecord(entry) && isHookList(entry["hooks"])) ??
    damagedIn(seen, isHookList);
  return damaged === null ? null : `has a damaged entry for ${damaged}`;
}
