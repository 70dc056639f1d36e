import { anthropicModel } from "./anthropic.js";
import { ModelError, type Model } from "./model.js";
import { openaiModel } from "./openai.js";
import type { ModelAccess } from "./remote.js";
import { readScriptFile } from "./script-file.js";
import { scriptedModel } from "./scripted.js";

export interface OpenModelOptions {
  /** `anthropic:MODEL`, `openai:MODEL` or `script:FILE`. */
  readonly name: string;
  /** Where the server is. Without it ANTHROPIC_BASE_URL or OPENAI_BASE_URL says so, or it is the vendor's. */
  readonly baseUrl?: string;
  /** Where keys and addresses are looked up: the environment of the process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

interface Vendor {
  readonly open: (model: string, access: ModelAccess) => Model;
  readonly keyVariable: string;
  readonly urlVariable: string;
  readonly url: string;
  /** What all of its newer models can take in. */
  readonly contextTokens: number;
}

const vendors: ReadonlyMap<string, Vendor> = new Map([
  [
    "anthropic",
    {
      open: anthropicModel,
      keyVariable: "ANTHROPIC_API_KEY",
      urlVariable: "ANTHROPIC_BASE_URL",
      url: "https://api.anthropic.com",
      contextTokens: 200_000,
    },
  ],
  [
    "openai",
    {
      open: openaiModel,
      keyVariable: "OPENAI_API_KEY",
      urlVariable: "OPENAI_BASE_URL",
      url: "https://api.openai.com/v1",
      contextTokens: 128_000,
    },
  ],
]);

/** The model of a name. Throws a ModelError where there is none, or no key for it; no server is asked yet. */
export function openModel({ name, baseUrl, env = process.env }: OpenModelOptions): Model {
  const colon = name.indexOf(":");
  const kind = name.slice(0, Math.max(0, colon));
  const rest = name.slice(colon + 1);
  if (kind === "script" && rest !== "") return scriptedModel(readScriptFile(rest));
  const vendor = vendors.get(kind);
  if (vendor === undefined || rest === "")
    throw new ModelError(
      `There is no model ${JSON.stringify(name)}. Name one as anthropic:MODEL, openai:MODEL or script:FILE.`,
      "no-model",
    );
  const { open, keyVariable, urlVariable, url, contextTokens } = vendor;
  const key = readKey(keyVariable, env);
  const set = env[urlVariable]?.trim() ?? "";
  const server =
    baseUrl !== undefined
      ? checkedUrl(baseUrl, "the option")
      : set === ""
        ? url
        : checkedUrl(set, urlVariable);
  return { ...open(rest, { key, baseUrl: server }), contextTokens };
}

function readKey(variable: string, env: Readonly<Record<string, string | undefined>>): string {
  const key = env[variable]?.trim() ?? "";
  const instead = "or take the embedded model, which needs none: script:FILE";
  if (key === "") throw new ModelError(`${variable} is not set. Set it, ${instead}.`, "no-key");
  // Such a key cannot be sent, and the error of whoever tried would hold it.
  if (/[^\x21-\x7e]/.test(key))
    throw new ModelError(
      `${variable} holds no key: there are blanks or signs in it that no key has. Correct it, ${instead}.`,
      "no-key",
    );
  return key;
}

/** The address is not repeated: it may hold a password. */
function checkedUrl(url: string, from: string): string {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new ModelError(`The base URL in ${from} is not an http address.`, "no-model");
  return url;
}
