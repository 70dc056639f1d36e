// An example of a fleet for the page of `snaphook view`: machines, and questions of agents that wait.
import { createHash, randomUUID } from "node:crypto";
import postgres from "postgres";
import { migrateFleet } from "../dist/fleet/index.js";

const machines = [
  { name: "build-1", version: "0.9.0", enforced: 12, observed: null, highest: 12, missing: [] },
  { name: "build-7", version: "0.9.0", enforced: 11, observed: null, highest: 12, missing: [] },
  {
    name: "ci-runner-3",
    version: "0.8.2",
    enforced: 12,
    observed: 13,
    highest: 13,
    missing: ["no-secrets"],
  },
  { name: "laptop-anna", version: "0.9.0", enforced: 12, observed: 13, highest: 13, missing: [] },
];

const input = { command: "terraform apply -input=false -lock-timeout=60s plan.out" };
const question = {
  version: 1,
  tool: "Bash",
  original: { command: "terraform apply -auto-approve" },
  reasons: [
    { from: "rules", text: "Bash(terraform apply *) asks" },
    { from: "reviewed-plan", text: "Only a plan that was written before is applied." },
  ],
  host: "claude-code",
  machine: "build-7",
  session: "5b0c1f6e-8a52-4e0b-9a55-0d6f4f4a7c11",
  project: "/srv/shop",
  persons: 2,
  protectedName: "production",
  waitSeconds: 900,
};

/**
 * Fills a database: its tables, a role that asks, four machines and a question that one person has allowed.
 * @param {string} url of its owner
 */
export async function fillFleet(url) {
  await migrateFleet(url);
  const owner = postgres(url, { max: 1, onnotice: () => undefined });
  await owner.unsafe("create role ci login in role snaphook_asker");
  for (const { name, version, enforced, observed, highest, missing } of machines)
    await owner`
      insert into snaphook_fleet.machines (id, name, version, enforced, observed, highest, missing)
      values (${randomUUID()}, ${name}, ${version}, ${enforced}, ${observed}, ${highest},
        ${JSON.stringify(missing)}::text::jsonb)`;
  const role = new URL(url);
  role.username = "ci";
  const asker = postgres(role.href, { max: 1, onnotice: () => undefined });
  const id = randomUUID();
  const texts = { input: JSON.stringify(input), original: JSON.stringify(question.original) };
  const inputSha256 = createHash("sha256").update(texts.input).digest("hex");
  const body = Buffer.from(JSON.stringify({ ...question, id, ...texts, inputSha256 }));
  await asker`select snaphook_fleet.ask(${id}, ${Buffer.from("build-7")}, ${body}, 2, 900)`;
  // The page shows whom the database names; an agent would check the signature.
  await owner`
    insert into snaphook_fleet.answers (question, answerer, decision, statement, signature)
    values (${id}, 'bert', 'allow', '', ${Buffer.alloc(64)})`;
  await Promise.all([owner.end(), asker.end()]);
}
