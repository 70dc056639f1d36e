import { wrapHook } from "../../recording/index.js";
import { UsageError } from "../usage-error.js";

/** What comes before the command that is recorded. */
const options = ["--host", "--event"] as const;

/**
 * `record -- CMD` runs a hook in the place of its host, thousands of times a day: it loads nothing that it does not need. The
 * rest is in a file of its own.
 */
export async function run(argv: readonly string[]): Promise<number> {
  const at = argv.indexOf("--");
  const isWrapper = at >= 0 && (at === 0 || argv[0]?.startsWith("--") === true);
  if (!isWrapper) {
    const { manage } = await import("./record-manage.js");
    return manage(argv);
  }
  const words = argv.slice(at + 1);
  if (words.length === 0) throw new UsageError("which command? snaphook record -- ./guard.sh");
  // Whatever is still open, a stream or a timer, the hook has ended.
  process.exit(await wrapHook(words, aboutHook(argv.slice(0, at))));
}

function aboutHook(given: readonly string[]): Parameters<typeof wrapHook>[1] {
  const values = new Map<string, string>();
  for (let index = 0; index < given.length; index += 2) {
    const [name = "", value] = [given[index], given[index + 1]];
    if (!options.some((option) => option === name) || value === undefined)
      throw new UsageError(
        `before -- there may be ${options.join(" NAME and ")} NAME, not ${name}`,
      );
    values.set(name, value);
  }
  return { host: values.get("--host") ?? null, event: values.get("--event") ?? null };
}
