// Runs the delivery matrix by the built command. `npm run delivery [-- --every 20 --from 7]`
import { runSource } from "./run-source.mjs";

await runSource("tests/delivery/run-all.ts");
