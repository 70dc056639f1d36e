import type { Host } from "../host.js";
import type { Client } from "./client.js";
import { clients } from "./clients.js";
import { fieldsOf } from "./ignored-fields.js";
import { readEvent } from "./read-event.js";

function hostOf(client: Client): Host {
  return {
    name: "claude-code",
    version: client.version,
    summary: "Claude Code: exit codes and JSON, where one wrong field voids the whole answer.",
    basis: "observed",
    events: Object.fromEntries(
      Object.entries(client.events).map(([name, rule]) => {
        const { canonical, subject, exitTwo, text } = rule;
        return [name, { canonical, subject, exitTwo, text, fields: fieldsOf(rule) }];
      }),
    ),
    defaultTimeout: 600,
    log: "its debug log",
    heldPipes: client.heldPipes,
    stopLimit: 8,
    ...(client.heedsOnFailure && { failClosed: '"onFailure": "block"' }),
    read: (request) => readEvent(request, client),
  };
}

export const claudeCode: readonly Host[] = clients.map(hostOf);
