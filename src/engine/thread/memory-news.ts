import type { EngineMemory } from "../engine-memory.js";
import type { FromThread, WireMemory } from "./messages.js";
import type { HookWire } from "./wire-hook.js";

/** The engine's memory in the thread, sent to the host where it has changed: the next thread begins with it. */
export class MemoryNews {
  private sent: Pick<EngineMemory, "read" | "usableApprovals"> & { lists: string } = {
    read: null,
    usableApprovals: null,
    lists: "",
  };

  constructor(
    private readonly memory: EngineMemory,
    private readonly wire: HookWire,
    private readonly post: (message: FromThread) => void,
  ) {}

  /** Before every message from which the host could conclude that something has changed. */
  publish(): void {
    const { sent, wire } = this;
    const { read, usableApprovals, ...lists } = this.memory;
    const text = textOf(lists);
    const memory: Partial<WireMemory> = {
      ...(read !== null &&
        read !== sent.read && {
          read: { ...read, settings: wire.settingsTo(read.settings) },
        }),
      ...(usableApprovals !== sent.usableApprovals && { usableApprovals }),
      ...(text !== sent.lists && lists),
    };
    if (Object.keys(memory).length === 0) return;
    this.sent = { read, usableApprovals, lists: text };
    this.post({ type: "memory", memory });
  }
}

function textOf({
  approvedNow,
  shown,
  stopBlocks,
  grants,
}: Omit<EngineMemory, "read" | "usableApprovals">): string {
  return JSON.stringify([approvedNow, shown, stopBlocks, grants].map((list) => [...list]));
}

/** What another thread has left. */
export function memoryFrom({ read, ...memory }: WireMemory, wire: HookWire): EngineMemory {
  return {
    ...memory,
    read: read === null ? null : { ...read, settings: wire.settingsFrom(read.settings) },
  };
}
