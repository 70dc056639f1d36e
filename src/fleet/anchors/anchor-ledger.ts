import type { FleetConnection } from "../connection.js";
import { faultOf } from "../fleet-fault.js";
import { ledgerHeads, type Head } from "./ledger-heads.js";

/** What anchoring has come to. */
export interface Anchored {
  /** How many heads were kept now. */
  readonly kept: number;
  /** Records that were anchored before with another hash: the ledger was rewritten. */
  readonly rewritten: readonly Pick<Head, "writer" | "seq">[];
}

/** Keeps where the chains of a ledger have got to. What was kept is never changed. Throws a FleetFault. */
export async function anchorLedger(
  { sql }: FleetConnection,
  machine: string,
  ledger: string,
): Promise<Anchored> {
  try {
    const known = await sql<{ writer: string; seq: string; hash: string }[]>`
      select distinct on (writer) writer, seq::text, encode(hash, 'hex') as hash
      from snaphook_fleet.anchors where machine = ${machine} and ledger = ${ledger}
      order by writer, seq desc`;
    const last = new Map(known.map(({ writer, seq, hash }) => [writer, `${seq}:${hash}`]));
    const news = ledgerHeads(ledger).filter(
      ({ writer, seq, hash }) => last.get(writer) !== `${seq}:${hash}`,
    );
    const heads = news.map(({ writer, seq, hash, time }) => [writer, seq, hash, time]);
    if (heads.length === 0) return { kept: 0, rewritten: [] };
    const other = await sql<{ writer: string; seq: string }[]>`
      select writer, seq::text from snaphook_fleet.anchor_heads(${machine}, ${ledger}, ${JSON.stringify(heads)})`;
    const rewritten = other.map(({ writer, seq }) => ({ writer, seq: Number(seq) }));
    return { kept: heads.length - rewritten.length, rewritten };
  } catch (error) {
    throw faultOf(error);
  }
}

/** What was kept of a machine's ledger. Throws a FleetFault. */
export async function anchorsOf(
  { sql }: FleetConnection,
  machine: string,
  ledger: string,
): Promise<readonly Head[]> {
  try {
    const rows = await sql<{ writer: string; seq: string; hash: string; time: string }[]>`
      select writer, seq::text, encode(hash, 'hex') as hash, recorded_at as time
      from snaphook_fleet.anchors where machine = ${machine} and ledger = ${ledger}`;
    return rows.map((row) => ({ ...row, seq: Number(row.seq) }));
  } catch (error) {
    throw faultOf(error);
  }
}
