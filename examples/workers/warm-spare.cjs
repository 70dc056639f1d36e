// Loaded by `warm.mjs` into a Node that has started and not yet run anything: it waits until the event is
// there. Then Node continues, and loads the hook as it always would.
const { closeSync, readSync } = require("node:fs");

const order = [];
const chunk = Buffer.alloc(65536);
for (let size = 1; size > 0;) {
  size = readSync(3, chunk);
  order.push(Buffer.from(chunk.subarray(0, size)));
}
closeSync(3);
const text = Buffer.concat(order).toString();
// Nobody is left who could give the order.
if (text === "") process.exit(0);
Object.assign(process.env, JSON.parse(text));
// Node processes that the hook starts must not wait as this one did.
process.execArgv.length = 0;
delete require.cache[__filename];
