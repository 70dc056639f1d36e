// The whole matrix by the built command, in every form. Prints what was lost, how far it is, and the numbers at the end.
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { commandCells } from "./cells.js";
import { lostIn } from "./check.js";
import { forms, observeCommand } from "./command.js";
import { RecordingServer } from "./recording-server.js";

const { values } = parseArgs({
  options: { every: { type: "string", default: "1" }, from: { type: "string", default: "0" } },
});
const [every, from] = [Number(values.every), Number(values.from)];
if (!(Number.isInteger(every) && every > 0 && Number.isInteger(from) && from >= 0)) {
  console.error("--every takes a number from 1, --from one from 0");
  process.exit(2);
}

const all = commandCells().flatMap((cell) => forms.map((form) => ({ cell, form })));
const wanted = all.filter((_, index) => index >= from && (index - from) % every === 0);
const server = await RecordingServer.start();
const started = Date.now();
const waiting = wanted.values();
let [done, faulty] = [0, 0];

async function work(): Promise<void> {
  for (const { cell, form } of waiting) {
    const name = `${cell.name}, as ${form}`;
    let lost: string[];
    try {
      const observed = await observeCommand(server, cell, form);
      const isFired = observed.occurred.some(({ event }) => event === cell.site.event);
      lost = isFired ? lostIn(observed) : [`${cell.site.event} was not fired`];
    } catch (error) {
      lost = [String(error)];
    }
    done += 1;
    if (lost.length > 0) faulty += 1;
    for (const one of lost) console.log(`LOST ${name} — ${one}`);
    if (done % 500 === 0) console.log(`${done} of ${wanted.length} runs, ${faulty} with losses`);
  }
}

await Promise.all(Array.from({ length: 2 * availableParallelism() }, work));
await server.stop();
const minutes = ((Date.now() - started) / 60_000).toFixed(1);
console.log(
  `delivery: ${done} runs of agent -p (of ${all.length}: ${all.length / forms.length} cells, ${forms.length} forms), ${done - faulty} delivered everything, ${faulty} did not; ${minutes} minutes`,
);
process.exitCode = faulty === 0 ? 0 : 1;
