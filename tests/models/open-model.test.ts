import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ModelError, openModel, type OpenModelOptions } from "../../src/models/index.js";
import { anthropic, collect, key, openai } from "./dialogue.js";
import { ModelServer, streams } from "./model-server.js";
import { temporaryFolder } from "../workspace.js";

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

/** The error of an opening, with the folder of the test as FOLDER. */
function fault(options: OpenModelOptions): { kind: string; message: string } | null {
  try {
    openModel(options);
    return null;
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return { kind: error.kind, message: error.message.replaceAll(folder, "FOLDER") };
  }
}

const noModel = (name: string): object => ({
  kind: "no-model",
  message: `There is no model "${name}". Name one as anthropic:MODEL, openai:MODEL or script:FILE.`,
});

it.each([
  "",
  ":",
  "anthropic",
  "anthropic:",
  "openai:",
  "script:",
  "gemini:pro",
  "constructor:x",
  "openaix",
])("has no model of the name %j", (name) => {
  const env = { ANTHROPIC_API_KEY: key, OPENAI_API_KEY: key };
  expect(fault({ name, env })).toEqual(noModel(name));
});

describe.each([anthropic, openai])("a model of $vendor", ({ vendor, keyVariable, stop, turn }) => {
  const urlVariable = keyVariable.replace("API_KEY", "BASE_URL");
  const instead = "or take the embedded model, which needs none: script:FILE.";

  it.each([
    ["no key", undefined],
    ["an empty key", ""],
    ["a blank key", " \n"],
  ])("with %s is not opened, and the error says what can be done", (_, value) => {
    expect(fault({ name: `${vendor}:m`, env: { [keyVariable]: value } })).toEqual({
      kind: "no-key",
      message: `${keyVariable} is not set. Set it, ${instead}`,
    });
  });

  it.each(["sk-one\nsk-two", "sk-one two", "sk-ключ", "sk-\u0000"])(
    "with the key %j is not opened, and the key is not shown",
    (value) => {
      expect(fault({ name: `${vendor}:m`, env: { [keyVariable]: value } })).toEqual({
        kind: "no-key",
        message: `${keyVariable} holds no key: there are blanks or signs in it that no key has. Correct it, ${instead}`,
      });
    },
  );

  it.each(["localhost:8080", "ftp://user:secret@host", "/v1", ""])(
    "with the address %j is not opened, and the address is not shown",
    (baseUrl) => {
      expect(fault({ name: `${vendor}:m`, baseUrl, env: { [keyVariable]: key } })).toEqual({
        kind: "no-model",
        message: "The base URL in the option is not an http address.",
      });
    },
  );

  it("says which variable holds a bad address", () => {
    const env = { [keyVariable]: key, [urlVariable]: "nowhere" };
    expect(fault({ name: `${vendor}:m`, env })).toEqual({
      kind: "no-model",
      message: `The base URL in ${urlVariable} is not an http address.`,
    });
  });

  it("is asked where the option says, or else where the environment says", async () => {
    const [near, far] = [await ModelServer.start(), await ModelServer.start()];
    near.replies = far.replies = [streams(...turn(["Hi."], stop))];
    vi.stubEnv(keyVariable, `${key}\n`);
    vi.stubEnv(urlVariable, `http://${far.host}`);
    const name = `${vendor}:org/model:free`;
    await collect(openModel({ name, baseUrl: `http://${near.host}` }));
    const model = openModel({ name });
    await collect(model);
    await collect(model);
    const models = [near, far].map(({ received }) =>
      received.map(({ body }) => (body as { model: string }).model),
    );
    await Promise.all([near.stop(), far.stop()]);
    expect({ name: model.name, models }).toEqual({
      name,
      models: [["org/model:free"], ["org/model:free", "org/model:free"]],
    });
  });

  it("of the vendor itself opens with nothing but a key", () => {
    const env = { [keyVariable]: key, [urlVariable]: "" };
    expect(openModel({ name: `${vendor}:m`, env }).name).toBe(`${vendor}:m`);
  });
});

describe("a script", () => {
  const write = (content: string | Uint8Array): string => {
    const file = join(folder, "script.json");
    writeFileSync(file, content);
    return `script:${file}`;
  };

  it("is played from its file, without a key", async () => {
    const name = write('\ufeff{"turns":[{"say":"Hi.","calls":[{"tool":"Read","input":{}}]}]}');
    expect(await collect(openModel({ name, env: {} }))).toEqual({
      events: [
        { type: "text", text: "Hi." },
        { type: "tool-call", id: "call-1", name: "Read", input: {} },
        { type: "end", reason: "tool-calls" },
      ],
      error: null,
    });
  });

  it("calls under ids that the conversation does not have yet", async () => {
    const call = '{"tool":"Read","input":{}}';
    const name = write(`{"turns":[{"calls":[${call},${call}]}]}`);
    const old = { type: "tool-call", name: "Read", input: {} } as const;
    const messages = [
      {
        role: "assistant",
        parts: [
          { ...old, id: "call-1" },
          { ...old, id: "call-3" },
        ],
      },
    ] as const;
    const { events } = await collect(openModel({ name, env: {} }), { messages });
    expect(events.flatMap((event) => (event.type === "tool-call" ? [event.id] : []))).toEqual([
      "call-2",
      "call-4",
    ]);
  });

  it.each<readonly [string, string | Uint8Array, string]>([
    ["an open bracket", '{\n  "turns": [\n    {"say": "a"},\n', "line 4, column 1: ValueExpected"],
    ["a comma too many", '{"turns": [],}', "line 1, column 14: PropertyNameExpected"],
    ["a comment", '{"turns": [] // all\n}', "line 1, column 14: InvalidCommentToken"],
    ["no text", "", "line 1, column 1: ValueExpected"],
    ["bytes that are no text", Uint8Array.of(0x7b, 0xff), "it is not UTF-8 text"],
    ["a list", "[]", "it is not an object"],
    ["no turns", "{}", "it has no list of turns"],
    ["a bad turn", '{"turns":[{},{"sya":"a"}]}', "turns[1] has the unknown key sya"],
  ])("with %s is not played, and the error has the file and the place", (_, content, what) => {
    expect(fault({ name: write(content), env: {} })).toEqual({
      kind: "no-model",
      message: `The script FOLDER/script.json cannot be played: ${what}.`,
    });
  });

  it.each([
    ["gone.json", "there is no such file"],
    [".", "it is a folder"],
    ["gone.json/x\u0000", "it cannot be read"],
  ])("at %j is not played", (path, what) => {
    expect(fault({ name: `script:${folder}/${path}`, env: {} })).toEqual({
      kind: "no-model",
      message: `The script FOLDER/${path} cannot be played: ${what}.`,
    });
  });
});

it("loads no SDK until a model is asked", async () => {
  const { metafile } = await build({
    entryPoints: [join(import.meta.dirname, "../../src/models/index.ts")],
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    write: false,
    metafile: true,
    logLevel: "silent",
  });
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
  const packages = imports.filter(({ path }) => !path.startsWith("node:"));
  expect(packages.map(({ path, kind }) => `${path} by ${kind}`).toSorted()).toEqual([
    "@anthropic-ai/sdk by dynamic-import",
    "jsonc-parser by import-statement",
    "openai by dynamic-import",
  ]);
});
