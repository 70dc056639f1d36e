/**
 * Node's own modules without an import: so the kit is one file that needs nothing, as an ES module and inside of another
 * file of either kind.
 */
export const fs = process.getBuiltinModule("node:fs");
export const url = process.getBuiltinModule("node:url");
export const isMainThread = process.getBuiltinModule("node:worker_threads").isMainThread;
