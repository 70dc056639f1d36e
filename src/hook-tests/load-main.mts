/** A program that runs in a sandbox: it loads a program that makes tests, and writes them to a file. */
import { writeFileSync } from "node:fs";
import { register } from "node:module";
import { pathToFileURL } from "node:url";

const [file = "", results = ""] = process.argv.slice(2);

/** Where the project does not have this package itself, it is the one that runs the tests. */
const own = new URL("../../lib/testing.js", import.meta.url).href;
const resolver = `
export async function resolve(name, context, next) {
  try {
    return await next(name, context);
  } catch (error) {
    if (name !== "snaphook/testing") throw error;
    return { url: ${JSON.stringify(own)}, shortCircuit: true };
  }
}`;
register(`data:text/javascript,${encodeURIComponent(resolver)}`);

function answer(result: object): void {
  writeFileSync(results, JSON.stringify(result), { mode: 0o600 });
}

try {
  const loaded = (await import(pathToFileURL(file).href)) as { readonly default?: unknown };
  const content: unknown = await loaded.default;
  answer(
    content === undefined
      ? { fault: "it has no default export; export default hookTests({ tests: […] })" }
      : { content },
  );
} catch (error) {
  answer({ fault: error instanceof Error ? `${error.name}: ${error.message}` : String(error) });
}
// What it has left open does not keep anybody waiting.
process.exit(0);
