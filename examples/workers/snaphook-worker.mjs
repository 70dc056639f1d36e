// The loop of a Snaphook worker in Node: one JSON line in, one JSON line out.
//
//     import { serve } from "./snaphook-worker.mjs";
//     serve((event) => { ... });
//
// The function gets the event and gives back, or promises,
//     undefined or null   no opinion
//     a text              no, and this is why (like exit code 2 with the text on stderr)
//     an object           the JSON answer
// Several events may be under way at once where the function is asynchronous.
import { writeSync } from "node:fs";

/** @param {(event: any) => unknown} decide */
export function serve(decide) {
  // Answers go out by their own way. Whatever else is printed goes to stderr and so to Snaphook's log. (A program that
  // you start with `stdio: "inherit"` would still write among the answers: give it `["ignore", 2, 2]`.)
  const answers = process.stdout.write.bind(process.stdout);
  process.stdout.write = process.stderr.write.bind(process.stderr);

  eachLine(process.stdin, async (line) => {
    const { id, event } = JSON.parse(line);
    answers(`${await answerTo(id, event, decide)}\n`);
  });
  // The host has closed the pipe: nobody is left to answer to.
  process.stdin.on("end", () => process.exit(0));
  // A fault outside of any event must not pass unseen; Snaphook starts another process.
  process.on("uncaughtException", (error) => {
    writeSync(2, `${error?.stack ?? error}\n`);
    process.exit(1);
  });
}

/**
 * Calls back with each line. `node:readline` is of no use here: it also ends a line at U+2028, which JSON texts may hold.
 * @param {NodeJS.ReadableStream} stream @param {(line: string) => unknown} onLine
 */
export function eachLine(stream, onLine) {
  /** @type {Buffer[]} */
  let parts = [];
  stream.on("data", (/** @type {Buffer} */ chunk) => {
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      const line = Buffer.concat([...parts, chunk.subarray(start, end)]);
      [parts, start] = [[], end + 1];
      onLine(line.toString());
    }
    parts.push(chunk.subarray(start));
  });
}

/** @param {string} id @param {unknown} event @param {(event: any) => unknown} decide */
async function answerTo(id, event, decide) {
  try {
    const said = await decide(event);
    if (said === undefined || said === null) return JSON.stringify({ id });
    if (typeof said === "string") return JSON.stringify({ id, exit: 2, stderr: said });
    return JSON.stringify({ id, answer: said });
  } catch (error) {
    // A fault costs this one event. The hook's `onFailure` says what follows.
    return JSON.stringify({
      id,
      exit: 1,
      stderr: String(error instanceof Error ? error.stack : error),
    });
  }
}
