import { spawn } from "@lydell/node-pty";
import { resolve } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { until } from "../tui/pty.js";
import { Workspace } from "../workspace.js";

test("what a hook says at the end of the session is seen when the screen is gone", async () => {
  const workspace = new Workspace();
  const command = `echo '{"systemMessage":"two files were changed"}'`;
  const settings = { hooks: { SessionEnd: [{ hooks: [{ name: "bye", command }] }] } };
  workspace.write(`${workspace.home}/settings.json`, JSON.stringify(settings), 0o600);
  const script = workspace.write("script.json", JSON.stringify({ turns: [], otherwise: "Hello." }));
  const args = [resolve("dist/cli/main.js"), "agent", "--model", `script:${script}`];
  const terminal = spawn(process.execPath, args, {
    cwd: workspace.project,
    env: { PATH: process.env["PATH"] ?? "", HOME: workspace.userHome, TERM: "xterm-256color" },
  });
  let [seen, code]: [string, number | null] = ["", null];
  terminal.onData((data) => {
    seen += data;
  });
  terminal.onExit(({ exitCode }) => {
    code = exitCode;
  });
  try {
    await until(
      () => seen.includes("idle"),
      () => seen,
    );
    terminal.write("/quit");
    await until(
      () => seen.includes("/quit"),
      () => seen,
    );
    terminal.write("\r");
    await until(
      () => code !== null,
      () => seen,
    );
    const lines = stripVTControlCharacters(seen).split("\r\n");
    expect(lines).toContain("bye: two files were changed");
  } finally {
    if (code === null) terminal.kill("SIGKILL");
  }
});
