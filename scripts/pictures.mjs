// `npm run pictures`: plays the demo in a real terminal and draws what it shows into docs/pictures, as SVG.
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import pty from "@lydell/node-pty";
import xterm from "@xterm/headless";
import { screenSvg } from "./screen-svg.mjs";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const COLUMNS = 96;
const ROWS = 36;

/**
 * What is pressed, what must be on the screen then, and which picture is taken of it.
 * @type {{ keys: string, until: RegExp, picture?: string, title?: string }[]}
 */
const steps = [
  {
    keys: "",
    until: /6 hooks of this project/,
    picture: "trust",
    title: "hooks nobody has approved",
  },
  { keys: "a", until: /a again/ },
  { keys: "a", until: /> What is this project about\?/ },
  { keys: "\r", until: /> Clean up the build/, picture: "context", title: "context on a prompt" },
  { keys: "\r", until: /> Run the tests/, picture: "guard", title: "a guard denies" },
  { keys: "\r", until: /> Fix it/, picture: "rewrite", title: "a rewritten call" },
  { keys: "\r", until: /May Edit run\?/, picture: "ask", title: "a hook asks" },
  { keys: "y", until: /That was the tour/, picture: "stop", title: "feedback and a Stop hook" },
  { keys: "/hooks\r", until: /last run:/, picture: "hooks", title: "every hook and its last run" },
  { keys: "/hooks history\r", until: /Hooks that ran/, picture: "history", title: "what has run" },
  { keys: "/hooks history\r", until: /That was the tour/ },
  { keys: "/trace\r", until: /1\. Stop/, picture: "trace", title: "what came of each event" },
  { keys: "/quit\r", until: /^/ },
];

const screen = new xterm.Terminal({ cols: COLUMNS, rows: ROWS, allowProposedApi: true });
const shell = pty.spawn(process.execPath, ["dist/cli/main.js", "demo"], {
  cols: COLUMNS,
  rows: ROWS,
  env: { ...process.env, TERM: "xterm-256color", COLORTERM: "truecolor", FORCE_COLOR: "3" },
});
shell.onData((data) => screen.write(data));
const ended = new Promise((resolve) => shell.onExit(resolve));

for (const name of readdirSync("docs/pictures"))
  if (name.endsWith(".svg")) rmSync(`docs/pictures/${name}`);
for (const { keys, until, picture, title } of steps) {
  // A dialog passes over keys that were pressed before it could be read.
  await pause(500);
  for (const key of keys) {
    shell.write(key);
    await pause(20);
  }
  await waitFor(until);
  await pause(400);
  if (picture === undefined) continue;
  writeFileSync(`docs/pictures/${picture}.svg`, screenSvg(screen, title ?? picture));
  console.log(`docs/pictures/${picture}.svg`);
}
await ended;

/** @param {RegExp} pattern */
async function waitFor(pattern) {
  for (let tries = 0; tries < 600; tries++) {
    if (pattern.test(textOnScreen())) return;
    await pause(50);
  }
  throw new Error(`${pattern} did not come:\n${textOnScreen()}`);
}

function textOnScreen() {
  const { active } = screen.buffer;
  return Array.from(
    { length: ROWS },
    (_, row) => active.getLine(active.viewportY + row)?.translateToString(true) ?? "",
  ).join("\n");
}

/** @param {number} ms */
function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
