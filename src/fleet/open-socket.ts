import { connect, isIP, type Socket } from "node:net";
import { join } from "node:path";
import { connect as secure } from "node:tls";
import { faultOf, FleetFault } from "./fleet-fault.js";
import type { FleetAddress } from "./fleet-url.js";

/** By which a client of PostgreSQL asks for TLS; the answer is one letter, S for yes. */
const TLS_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
const YES = "S".charCodeAt(0);

/**
 * A socket that is connected, by TLS where the address wants it: before the certificate was checked nothing is said. Whoever
 * has it can destroy it, which a client of PostgreSQL does not do with one that is dead.
 */
export async function openSocket(
  { host, port, socketFolder, isVerified }: FleetAddress,
  patienceMs: number,
  signal?: AbortSignal,
): Promise<Socket> {
  const ends = performance.now() + patienceMs;
  const settled = <Value>(socket: Socket, event: string): Promise<Value> =>
    first(
      socket,
      event,
      ends - performance.now(),
      `${host}:${port} did not answer in time`,
      signal,
    );
  const plain =
    socketFolder === null
      ? connect({ host, port, noDelay: true })
      : connect({ path: join(socketFolder, `.s.PGSQL.${port}`) });
  await settled(plain, "connect");
  if (!isVerified) return plain;
  plain.write(TLS_REQUEST);
  const said = await settled<Buffer>(plain, "data");
  // More than the letter would be read as if it had come by TLS.
  if (said.length !== 1 || said[0] !== YES) {
    plain.destroy();
    throw new FleetFault(
      `the database at ${host}:${port} has no TLS, without which it is not used: turn on ssl there, or give ?sslmode=disable where the network is safe otherwise`,
    );
  }
  // By a name it is the name that is checked, by an address the address.
  const name = isIP(host) === 0 ? { servername: host } : {};
  const safe = secure({ socket: plain, host, rejectUnauthorized: true, ...name });
  await settled(safe, "secureConnect");
  return safe;
}

/** What comes with the first event of that name. An error, the end, an abort and the end of patience destroy the socket. */
function first<Value>(
  socket: Socket,
  event: string,
  patienceMs: number,
  late: string,
  signal?: AbortSignal,
): Promise<Value> {
  // An error at a moment when nobody else listens must not end the process.
  socket.on("error", () => undefined);
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
      socket.removeListener("error", fail);
      socket.removeListener("close", onClose);
      socket.removeListener(event, onEvent);
    };
    const fail = (error: Error): void => {
      leave();
      socket.destroy();
      reject(faultOf(error));
    };
    const onEvent = (value: Value): void => {
      leave();
      resolve(value);
    };
    const onClose = (): void => fail(new FleetFault("the connection was closed"));
    const onAbort = (): void => fail(new FleetFault("it was given up"));
    const timer = setTimeout(() => fail(new FleetFault(late)), Math.max(0, patienceMs));
    socket.once(event, onEvent);
    socket.once("error", fail);
    socket.once("close", onClose);
    if (signal?.aborted === true) onAbort();
    else signal?.addEventListener("abort", onAbort, { once: true });
  });
}
