import { Agent as PlainAgent } from "node:http";
import { Agent as TlsAgent } from "node:https";
import type { Duplex } from "node:stream";

const SOCKETS_PER_HOST = 16;
/** Common servers close a connection after 5 s without a request; whoever closes first avoids the race. */
const IDLE_MS = 4000;

export type Scheme = "http:" | "https:";

/** `kept` for the next request, `single` for one request only. */
export interface Connections {
  readonly kept: PlainAgent;
  readonly single: PlainAgent;
}

export function createConnections(scheme: Scheme): Connections {
  const keep = { keepAlive: true, maxSockets: SOCKETS_PER_HOST, timeout: IDLE_MS };
  const once = { keepAlive: false, maxSockets: SOCKETS_PER_HOST };
  if (scheme === "http:")
    return { kept: distrustIdle(new PlainAgent(keep)), single: new PlainAgent(once) };
  // Stated, so that no variable or flag of the host process turns it off.
  const verified = { rejectUnauthorized: true, minVersion: "TLSv1.2" } as const;
  return {
    kept: distrustIdle(new TlsAgent({ ...keep, ...verified })),
    single: new TlsAgent({ ...once, ...verified }),
  };
}

/** What a server says on a connection where nobody has asked would pass for the answer to the next request. */
function distrustIdle<A extends PlainAgent>(agent: A): A {
  const keep = agent.keepSocketAlive.bind(agent);
  const reuse = agent.reuseSocket.bind(agent);
  agent.keepSocketAlive = (socket) => {
    socket.on("data", destroy);
    // Node looks at the result, though its types do not say so.
    return keep(socket);
  };
  agent.reuseSocket = (socket, request) => {
    socket.off("data", destroy);
    reuse(socket, request);
  };
  return agent;
}

function destroy(this: Duplex): void {
  this.destroy();
}
