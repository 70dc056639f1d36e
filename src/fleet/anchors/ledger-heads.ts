import { linesOf, readLine, readPruned } from "../../trace/index.js";

/** The last record of one writer's chain. */
export interface Head {
  readonly writer: string;
  readonly seq: number;
  readonly hash: string;
  /** When it was written, by the ledger's own account. */
  readonly time: string;
}

/** Where the chains of a ledger have got to. Lines that are damaged are passed over: `trace verify` names them. */
export function ledgerHeads(file: string): readonly Head[] {
  const heads = new Map<string, Head>();
  for (const { writer, seq, hash, time } of records(file))
    if (seq >= (heads.get(writer)?.seq ?? 0)) heads.set(writer, { writer, seq, hash, time });
  return [...heads.values()];
}

/** What became of the records that were anchored. */
export interface AnchorCheck {
  /** How many are in the ledger as they were. */
  readonly held: number;
  /** How many are older than what was pruned, by the ledger's own account. */
  readonly pruned: number;
  /** Those that are not there any more, and those that are not the same. */
  readonly missing: readonly Head[];
  readonly rewritten: readonly Head[];
}

/** Compares a ledger with what was anchored of it. */
export function checkAnchors(file: string, anchors: readonly Head[]): AnchorCheck {
  const wanted = new Map(anchors.map((head) => [`${head.writer}:${head.seq}`, head]));
  const rewritten: Head[] = [];
  let before = "";
  let held = 0;
  for (const record of records(file)) {
    if (record.type === "pruned") {
      const { total } = readPruned(record.fields);
      if (total.before > before) ({ before } = total);
    }
    const key = `${record.writer}:${record.seq}`;
    const anchor = wanted.get(key);
    if (anchor === undefined) continue;
    wanted.delete(key);
    if (anchor.hash === record.hash) held++;
    else rewritten.push(anchor);
  }
  const missing = [...wanted.values()].filter(({ time }) => time >= before);
  return { held, pruned: wanted.size - missing.length, missing, rewritten };
}

function* records(
  file: string,
): Generator<Head & { readonly type: string; readonly fields: Readonly<Record<string, unknown>> }> {
  for (const { bytes, fault } of linesOf(file)) {
    const read = fault ?? readLine(bytes);
    if (typeof read === "string") continue;
    const { writer, seq, hash, type } = read;
    const { time } = read as { readonly time?: unknown };
    yield { writer, seq, hash, type, time: typeof time === "string" ? time : "", fields: read };
  }
}
