import { ModelError, openModel, type Model } from "../../models/index.js";
import { UsageError } from "../usage-error.js";

/** What is taken where a key is there and no model was named. */
const byKey: readonly { readonly variable: string; readonly model: string }[] = [
  { variable: "ANTHROPIC_API_KEY", model: "anthropic:claude-sonnet-5-5" },
  { variable: "OPENAI_API_KEY", model: "openai:gpt-5.4" },
];

/** The model that was named, by the option or by SNAPHOOK_MODEL, or the one for which there is a key. */
export function chooseModel(
  named: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Model {
  const name = named ?? env["SNAPHOOK_MODEL"] ?? byKey.find(({ variable }) => env[variable])?.model;
  if (name === undefined)
    throw new UsageError(
      `which model? Set ${byKey.map(({ variable }) => variable).join(" or ")}, or name one with --model or SNAPHOOK_MODEL (anthropic:NAME, openai:NAME, script:FILE). snaphook demo needs none.`,
    );
  try {
    return openModel({ name, env });
  } catch (error) {
    if (error instanceof ModelError) throw new UsageError(error.message);
    throw error;
  }
}
