import { FleetFault } from "./fleet-fault.js";

/** Longer than this no query takes on a connection that lives. */
export const QUERY_MS = 5000;

/** A query's rows, or a fault where they take longer. */
export async function within<Rows>(query: PromiseLike<Rows>, ms = QUERY_MS): Promise<Rows> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const fault = new FleetFault("the database does not answer any more");
    timer = setTimeout(() => reject(fault), Math.max(0, ms));
  });
  try {
    return await Promise.race([query, late]);
  } finally {
    clearTimeout(timer);
  }
}
