import { dialectNames } from "../dialects/index.js";
import { failureWords, off, strictest } from "./hook-keys.js";
import type { KeyTable } from "./value-spec.js";

/** From the weakest to the strictest. */
export const ledgerWords = ["written", "synced", "required"] as const;

const limit = (value: number, description: string) =>
  ({
    value: { kind: "integer", least: 1, most: 1_000_000_000 },
    default: value,
    description,
  }) as const;

/** Keys of `limits`. */
export const limitKeys = {
  outputBytes: limit(102_400, "Bytes kept of each stream of a hook."),
  modelChars: limit(10_000, "Characters of one text to the model."),
  stopBlocks: limit(8, "How often in a row hooks may keep the agent from stopping."),
  parallel: limit(16, "How many hooks run at a time."),
} as const satisfies KeyTable;

const rules = (description: string) =>
  ({ value: { kind: "texts" }, default: [], twice: "both", description }) as const;

/** Keys of `permissions`. */
export const permissionKeys = {
  allow: rules("Rules for calls that need no question."),
  ask: rules("Rules for calls that the user is asked about."),
  deny: rules("Rules for calls that are refused."),
} as const satisfies KeyTable;

/** Not a project's to say. */
const above = ["user", "program", "managed"] as const;

/** Keys of `telemetry`. */
export const telemetryKeys = {
  endpoint: {
    value: { kind: "url" },
    required: true,
    description: "The receiver, such as `http://127.0.0.1:4318`.",
  },
  headers: {
    value: { kind: "variables" },
    default: {},
    description: "Headers of each request. `$NAME` stands for a variable of the environment.",
  },
  serviceName: {
    value: { kind: "text" },
    default: "snaphook",
    description: "The name under which the records are sent.",
  },
  content: {
    value: { kind: "flag" },
    default: false,
    twice: off,
    description:
      "Whether texts are sent too, without what looks like a secret: prompts, inputs, what hooks print.",
  },
} as const satisfies KeyTable;

/** Keys of `fleet.webhook`. */
export const webhookKeys = {
  url: {
    value: { kind: "url" },
    required: true,
    description:
      "Where each new question is announced with a POST, without its input: `https://bot.example.com/questions`. Plain http only on this machine.",
  },
  secret: {
    value: { kind: "text" },
    required: true,
    description:
      "The variable of the environment with the secret that signs each request (HMAC-SHA256): `$FLEET_WEBHOOK_SECRET`.",
  },
} as const satisfies KeyTable;

/** Keys of `fleet`. */
export const fleetKeys = {
  url: {
    value: { kind: "text" },
    required: true,
    description:
      "The PostgreSQL database, such as `postgres://asker:$FLEET_PASSWORD@db.example.com/snaphook`. `$NAME` stands for a variable of the environment.",
  },
  answerers: {
    value: { kind: "variables" },
    default: {},
    description:
      "Who may answer questions: a name for each, and the public key that `snaphook approvals key` prints.",
  },
  waitSeconds: {
    value: { kind: "integer", least: 1, most: 86_400 },
    default: 600,
    description: "How long a question waits for an answer. Then it is denied.",
  },
  checkSeconds: {
    value: { kind: "integer", least: 1, most: 600 },
    default: 30,
    description:
      "How often a connection that waits is checked, so that one that is dead without having ended is noticed.",
  },
  hosts: {
    value: { kind: "texts" },
    default: [],
    description:
      "Hosts under which `snaphook bridge fire` asks the fleet instead of the user at the host: `claude-code`, `codex`.",
  },
  twoPersons: {
    value: { kind: "texts" },
    default: [],
    description: "Rules for calls that two persons must allow: `Bash(terraform apply *)`.",
  },
  protectedNames: {
    value: { kind: "variables" },
    default: {},
    description:
      'Rules for calls on protected targets, and the name that whoever allows such a call must type: `"Bash(* production *)": "production"`.',
  },
  webhook: {
    value: { kind: "object", keys: webhookKeys },
    description: "Who is notified of each new question, such as a chat bot.",
  },
} as const satisfies KeyTable;

/** Keys of `policy`. */
export const policyKeys = {
  keys: {
    value: { kind: "texts" },
    required: true,
    description:
      "Public keys of who may sign a policy, as `snaphook policy key` prints them. One of them must have signed it.",
  },
  folder: {
    value: { kind: "text" },
    description:
      "Where pulled bundles are kept, an absolute path: by default `/var/lib/snaphook/policy`, in the user's file `policy` in `$SNAPHOOK_HOME`.",
  },
} as const satisfies KeyTable;

/** Keys of a settings file. */
export const settingsKeys = {
  $schema: {
    value: { kind: "text" },
    description: "Where the schema of this file is, for editors.",
  },
  dialect: {
    value: {
      kind: "word",
      words: [...new Set(dialectNames.flatMap((name) => [name.replace(/@.*$/, ""), name]))],
    },
    default: "wave",
    description: "How the hooks' answers are read.",
  },
  hooks: {
    value: { kind: "events" },
    twice: "both",
    description: "Hooks by event.",
  },
  permissions: {
    value: { kind: "object", keys: permissionKeys },
    twice: "both",
    description: "Permission rules.",
  },
  requireHooks: {
    value: { kind: "texts" },
    default: [],
    layers: ["user", "managed"],
    twice: "both",
    description: "Names of hooks without which a session must not start.",
  },
  httpHosts: {
    value: { kind: "texts" },
    default: [],
    layers: above,
    twice: "both",
    description:
      "Hosts that hooks of type `http` may reach: `hooks.example.com`, `*.example.com`, `127.0.0.1:8080`; with `http://` before it also without TLS, which otherwise only this machine is reached without.",
  },
  httpVariables: {
    value: { kind: "texts" },
    default: [],
    layers: above,
    twice: "both",
    description:
      "Variables of the environment that hooks of a project may put into headers, where they list them in `allowedEnvVars`.",
  },
  telemetry: {
    value: { kind: "object", keys: telemetryKeys },
    layers: above,
    description: "Where the records of the ledger are sent by OpenTelemetry (OTLP over HTTP).",
  },
  fleet: {
    value: { kind: "object", keys: fleetKeys },
    layers: ["user", "managed"],
    description:
      "The database in which a team answers questions of its agents. One in the managed file counts alone.",
  },
  policy: {
    value: { kind: "object", keys: policyKeys },
    layers: ["user", "managed"],
    description:
      "The signed bundle of hooks and rules that this machine must have. One in the managed file counts alone. Where none holds, every event halts.",
  },
  disableAllHooks: {
    value: { kind: "flag" },
    default: false,
    twice: off,
    description:
      "Turns hooks off. In a project or local file: those of both. In the user's file: all but managed ones. In the managed file: all.",
  },
  observe: {
    value: { kind: "flag" },
    default: false,
    twice: off,
    description:
      "Whether all hooks of this file only observe: they run and are recorded with what they would have done, and have no effect.",
  },
  limits: {
    value: { kind: "object", keys: limitKeys },
    twice: "both",
    description: "Limits for all hooks.",
  },
  ledger: {
    value: { kind: "word", words: ledgerWords },
    default: "written",
    layers: above,
    twice: { prefer: ledgerWords.toReversed() },
    description:
      "`written`: records go to the file at once. `synced`: a decision waits until its record is on the disk. `required`: the same, and where it cannot be recorded the event halts.",
  },
  record: {
    value: { kind: "flag" },
    default: false,
    layers: ["user", "managed"],
    twice: off,
    description:
      "Whether the ledger keeps whole payloads, without what looks like a secret, for `snaphook record export` and `snaphook replay`. Otherwise texts of more than 1,000 characters are cut.",
  },
  allowUpdatedPrompt: {
    value: { kind: "flag" },
    default: false,
    layers: ["user", "managed"],
    twice: off,
    description: "Whether a hook may change what the user said.",
  },
  serveIdleMinutes: {
    value: { kind: "integer", least: 1, most: 10_080 },
    default: 15,
    layers: ["user", "managed"],
    description:
      "After how many minutes without an event the resident engine (`snaphook serve`) ends.",
  },
  onFailure: {
    value: { kind: "word", words: failureWords },
    layers: ["managed"],
    twice: strictest,
    description: "The least that follows where any hook of any file gives no usable answer.",
  },
} as const satisfies KeyTable;
