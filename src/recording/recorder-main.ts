/** The program that writes what a wrapped hook did to the ledger. It reads frames until its standard input ends. */
import { readFileSync } from "node:fs";
import { framesIn } from "./frames.js";
import { noteTrouble } from "./trouble.js";
import { writeRecording } from "./write-recording.js";

const parts: Buffer[] = [];
let pid = 0;
let started = "";

process.stdin.on("data", (chunk: Buffer) => {
  parts.push(chunk);
  if (pid !== 0) return;
  const [first] = framesIn(Buffer.concat(parts));
  if (first?.type !== "start") return;
  ({ pid } = first.start);
  started = startOf(pid);
});
process.stdin.on("end", () => {
  const frames = framesIn(Buffer.concat(parts));
  // Whoever ran the hook was killed, which cannot be passed on in any other way.
  if (!frames.some(({ type }) => type === "end")) killIfSame();
  try {
    writeRecording(frames);
  } catch (error) {
    noteTrouble(error instanceof Error ? error.message : String(error));
  }
});

/** When a process was started, as the system counts it: another one may have its number by now. */
function startOf(of: number): string {
  try {
    const stat = readFileSync(`/proc/${of}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  } catch {
    return "";
  }
}

function killIfSame(): void {
  if (pid <= 1 || startOf(pid) !== started) return;
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended.
  }
}
