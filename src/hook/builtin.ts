/**
 * Node's own modules without an import: so the kit is one file that needs nothing, as an ES module and inside of another
 * file of either kind.
 */
export const fs = process.getBuiltinModule("node:fs");
export const { isUtf8 } = process.getBuiltinModule("node:buffer");
export const url = process.getBuiltinModule("node:url");

/** In a thread Node has disabled this function and marked it so. To ask `node:worker_threads` takes milliseconds. */
export const isMainThread = (process.chdir as { readonly disabled?: boolean }).disabled !== true;
