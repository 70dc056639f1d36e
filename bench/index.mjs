// All benchmarks in one run: `npm run bench`; names to choose, --json for data, --write to update docs/performance.md.
import { bridge } from "./bridge.mjs";
import { commands } from "./commands.mjs";
import { decode } from "./decode.mjs";
import { engine } from "./engine.mjs";
import { growth } from "./growth.mjs";
import { ledger } from "./ledger.mjs";
import { redact } from "./redact.mjs";
import { rules } from "./rules.mjs";
import { serve } from "./serve.mjs";
import { session } from "./session.mjs";
import { trust } from "./trust.mjs";
import { start } from "./start.mjs";
import { report } from "./table.mjs";
import { warm } from "./warm.mjs";

await report([
  decode,
  start,
  commands,
  engine,
  session,
  ledger,
  trust,
  bridge,
  serve,
  warm,
  redact,
  rules,
  growth,
]);
