import { isRecord } from "../json/index.js";

/** Where what is left of a chain begins: after the record of this number, which has this hash. */
export interface ChainBase {
  readonly writer: string;
  readonly seq: number;
  readonly hash: string;
}

/** What was removed from a ledger, by this and all earlier prunes. */
export interface PrunedTotals {
  readonly prunes: number;
  readonly records: number;
  readonly events: number;
  readonly bytes: number;
  /** Lines that were no intact records. */
  readonly damaged: number;
  /** Records that were removed are older than this. */
  readonly before: string;
}

/** What a `pruned` record says. Several hold the chains of one prune; each has the same totals. */
export interface PrunedRecord {
  readonly total: PrunedTotals;
  readonly chains: readonly ChainBase[];
}

/** So many fit into a line. */
const MOST_CHAINS = 1000;

/** The fields of the records that account for a prune. */
export function prunedFields({ total, chains }: PrunedRecord): readonly object[] {
  const parts = Math.max(1, Math.ceil(chains.length / MOST_CHAINS));
  return Array.from({ length: parts }, (_, part) => ({
    type: "pruned",
    eventId: "",
    total,
    chains: chains.slice(part * MOST_CHAINS, (part + 1) * MOST_CHAINS),
  }));
}

/** Reads such a record. What is not of its form counts as nothing. */
export function readPruned(record: Readonly<Record<string, unknown>>): PrunedRecord {
  const total = isRecord(record["total"]) ? record["total"] : {};
  const count = (name: string): number => {
    const value = total[name];
    return typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : 0;
  };
  const { before } = total;
  const chains = Array.isArray(record["chains"]) ? (record["chains"] as unknown[]) : [];
  return {
    total: {
      prunes: count("prunes"),
      records: count("records"),
      events: count("events"),
      bytes: count("bytes"),
      damaged: count("damaged"),
      before: typeof before === "string" ? before : "",
    },
    chains: chains.filter(isBase),
  };
}

function isBase(value: unknown): value is ChainBase {
  if (!isRecord(value)) return false;
  const { writer, seq, hash } = value;
  return typeof writer === "string" && Number.isSafeInteger(seq) && typeof hash === "string";
}
