import type { FleetConnection } from "../connection.js";
import { faultOf, FleetFault } from "../fleet-fault.js";
import type { Bundle } from "../../policy/index.js";

/** `older`: a revision with this number or a higher one was published before; `same`: this very one was. */
export type PublishOutcome = "published" | "same" | "older";

/** Puts a bundle into the database, all of it or nothing, and wakes whoever waits for one. Throws a FleetFault. */
export async function publishPolicy(
  { sql }: FleetConnection,
  { stated, manifest, signature, contents }: Bundle,
): Promise<PublishOutcome> {
  const files = [...contents.values()].map((content) => Buffer.from(content).toString("base64"));
  try {
    const [row] = await sql<{ outcome: PublishOutcome }[]>`
      select snaphook_fleet.publish_policy(
        ${stated.revision}, ${Buffer.from(manifest)}, ${Buffer.from(signature)}, ${JSON.stringify(files)}
      ) as outcome`;
    return row?.outcome ?? "older";
  } catch (error) {
    throw faultOf(error);
  }
}

/** A revision as the database lists it. What was signed is in the manifest; the rest is the database's word. */
export interface PublishedRevision {
  readonly revision: number;
  readonly manifest: Buffer;
  readonly signature: Buffer;
  readonly publishedBy: string;
  readonly publishedAt: Date;
}

/** Revisions below a number, the newest first: whoever asks for those below the last one comes to an end. Throws a FleetFault. */
export async function publishedRevisions(
  { sql }: FleetConnection,
  below = Number.MAX_SAFE_INTEGER,
  limit = 8,
): Promise<readonly PublishedRevision[]> {
  try {
    const rows = await sql<
      (Omit<PublishedRevision, "revision" | "publishedAt"> & { revision: string; at: string })[]
    >`
      select revision::text, manifest, signature, published_by as "publishedBy",
        extract(epoch from published_at)::text as at
      from snaphook_fleet.policies where revision < ${below} order by revision desc limit ${limit}`;
    let least = below;
    return rows.map(({ revision: text, at, ...row }) => {
      const revision = Number(text);
      if (!(revision < least))
        throw new FleetFault("the database lists the revisions of the policy in a wrong order");
      least = revision;
      return { ...row, revision, publishedAt: new Date(Number(at) * 1000) };
    });
  } catch (error) {
    throw faultOf(error);
  }
}
