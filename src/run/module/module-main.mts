/**
 * The program in which a module lives: `module-main.js FILE MEGABYTES`, a worker by its protocol. The module runs in
 * a thread that can be ended at any moment. All that in a process of its own: V8 ends the whole process, not the
 * thread, where some of the largest allocations fail, a growing Map among them.
 */
import { ModuleThreads } from "./module-threads.js";

const [, , path = "", megabytes = "128"] = process.argv;
const threads = new ModuleThreads(path, Number(megabytes));

let rest = "";
process.stdin.setEncoding("utf8");
process.stdin.on("data", (chunk: string) => {
  const lines = `${rest}${chunk}`.split("\n");
  rest = lines.pop() ?? "";
  for (const line of lines) threads.take(line);
});
process.stdin.on("end", () => process.exit(0));
process.stdin.on("error", () => process.exit(0));
