import { anyDialectName } from "../../interpret/index.js";
import { UsageError } from "../usage-error.js";

/** The name, without a version, of what `--dialect` means. */
export function checkDialect(name: string): string {
  try {
    return anyDialectName(name);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
