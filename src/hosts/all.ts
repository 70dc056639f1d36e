import type { Host } from "./host.js";

/** Every foreign host; of several versions of one the newest is the last. */
export const allHosts: readonly Host[] = [];
