import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { faultOf, FleetFault } from "./fleet-fault.js";
import type { FleetAddress } from "./fleet-url.js";

/** A socket that is connected. Whoever has it can destroy it, which a client of PostgreSQL does not do with one that is dead. */
export function openSocket(
  { host, port, socketFolder }: FleetAddress,
  patienceMs: number,
  signal?: AbortSignal,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket =
      socketFolder === null
        ? connect({ host, port, noDelay: true })
        : connect({ path: join(socketFolder, `.s.PGSQL.${port}`) });
    // Its client checks the certificate against this name.
    Object.assign(socket, { host, port });
    const end = (error: Error | null): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
      socket.removeListener("error", end);
      socket.removeListener("connect", onConnect);
      if (error === null) return resolve(socket);
      socket.destroy();
      reject(faultOf(error));
    };
    const onConnect = (): void => end(null);
    const onAbort = (): void => end(new FleetFault("it was given up"));
    const timer = setTimeout(
      () => end(new FleetFault(`${host}:${port} did not answer in time`)),
      patienceMs,
    );
    socket.once("connect", onConnect);
    socket.once("error", end);
    if (signal?.aborted === true) onAbort();
    else signal?.addEventListener("abort", onAbort, { once: true });
  });
}
