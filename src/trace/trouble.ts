import { codeOf } from "../io/index.js";

/**
 * What can go wrong with a ledger:
 * - `refused`: the folder or file is a link, another user's, or open to others; nothing was written;
 * - `unopened`: it could not be opened or read for another reason;
 * - `full`: no room, by disk, quota or limit; `short-write`: only a part of a line was taken;
 * - `unwritten`: writing failed for another reason; `unsynced`: written, but not known to be on the disk;
 * - `replaced`: the file was moved or removed meanwhile; writing continues in a new one;
 * - `redactor`: the redactor threw, so the record was not written; `closed`: appended after `close`;
 * - `listener`: `onRecord` threw; the record was written all the same.
 */
export type TroubleKind =
  | "refused"
  | "unopened"
  | "full"
  | "short-write"
  | "unwritten"
  | "unsynced"
  | "replaced"
  | "redactor"
  | "closed"
  | "listener";

/** One thing that kept a record from being written, or from being safe. */
export interface LedgerTrouble {
  readonly kind: TroubleKind;
  readonly file: string;
  /** A sentence for a person. */
  readonly message: string;
  /** The code of the system's error, where there was one: `ENOSPC`. */
  readonly code?: string;
}

/** What a step inside this folder gives back where it fails. */
export type Trouble = Omit<LedgerTrouble, "file">;

const fullCodes = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);

/** The trouble that an error of the file system means; `otherwise` where it is not about room. */
export function troubleOf(error: unknown, otherwise: TroubleKind): Trouble {
  const message = messageOf(error);
  const code = codeOf(error);
  if (code === "") return { kind: otherwise, message };
  if (code === "ELOOP") return { kind: "refused", message, code };
  return { kind: fullCodes.has(code) ? "full" : otherwise, message, code };
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Reports each kind of trouble once, until something works again. */
export class LedgerTroubles {
  private readonly reported = new Set<TroubleKind>();

  constructor(
    private readonly file: string,
    private readonly listener: ((trouble: LedgerTrouble) => void) | undefined,
  ) {}

  report(trouble: Trouble): void {
    if (this.reported.has(trouble.kind)) return;
    this.reported.add(trouble.kind);
    try {
      this.listener?.({ ...trouble, file: this.file });
    } catch {
      // The listener's trouble is not the ledger's.
    }
  }

  worksAgain(): void {
    this.reported.clear();
  }
}
