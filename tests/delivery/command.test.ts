import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rowsOfThisRun } from "../turns.js";
import { acrossSites, commandCells, type Cell } from "./cells.js";
import { lostIn } from "./check.js";
import { forms, observeCommand, type Form } from "./command.js";
import { RecordingServer } from "./recording-server.js";

let server: RecordingServer;
beforeAll(async () => {
  server = await RecordingServer.start();
});
afterAll(() => server.stop());

const cut = acrossSites(commandCells()).map((cell, index): [string, Form, Cell] => [
  cell.name,
  forms[index % 3] ?? "text",
  cell,
]);

describe("whatever hooks answer arrives with the built command", () => {
  test.concurrent.each(rowsOfThisRun(cut))("%s, as %s", async (_name, form, cell) => {
    const observed = await observeCommand(server, cell, form);
    expect(observed.occurred.map(({ event }) => event)).toContain(cell.site.event);
    expect(lostIn(observed)).toEqual([]);
  });
});
