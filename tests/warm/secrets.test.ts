import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { openTelemetry } from "../../src/telemetry/index.js";
import { WorkerWorkspace, places } from "../worker/worker-workspace.js";

describe.each(places)("what a worker says on stderr, %s", (place) => {
  test("goes to the log line by line: half a secret looks like none", async () => {
    const workspace = await WorkerWorkspace.open(place);
    try {
      const says = `process.stderr.write("a\\ntoken gh"); setTimeout(() => process.stderr.write("p_secret\\nb"), 100);
        setTimeout(() => process.exit(3), 250);`;
      await workspace.run({}, { args: ["-e", says] });
      expect(workspace.logs).toEqual(["k: a\n", "k: token ghp_secret\n", "k: b"]);
    } finally {
      await workspace.end();
    }
  });
});

test("a receiver that sends back a part of a header cannot make telemetry show it", async () => {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(401).end(`{"message":"no such key: opensesame42"}`);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const reported: string[] = [];
  const telemetry = openTelemetry({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    headers: { authorization: "Custom opensesame42" },
    onTrouble: ({ message }) => void reported.push(message),
  });
  telemetry.take({ time: new Date().toISOString(), type: "note", eventId: "" });
  await telemetry.close();
  server.close();
  expect(reported).toHaveLength(1);
  expect(reported.join("")).toMatch(/It says: no such key: \[header\]/);
});
