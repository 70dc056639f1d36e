import { readRegularFile, codeOf } from "../io/index.js";
import type { ProjectHooks, ProjectPlaces } from "../sandbox-run/index.js";
import { kindOf } from "./find-test-files.js";
import { loadPrograms, NotApproved } from "./load-program.js";
import { readTests, type PlacedTest, type TestFault } from "./read-tests.js";
import { jsonFormat, SourceFault, type TestFormat, type TestSource } from "./test-source.js";

/** What files of tests came to. */
export interface LoadedTests {
  readonly tests: readonly PlacedTest[];
  readonly faults: readonly TestFault[];
  /** Programs that nobody has approved. */
  readonly refused: readonly TestFault[];
}

interface LoadOptions {
  readonly project: ProjectHooks;
  readonly places: ProjectPlaces;
  readonly signal: AbortSignal;
  /** Loads what reads YAML. */
  readonly yaml: () => Promise<TestFormat>;
}

const MOST_BYTES = 8 * 1024 * 1024;

/** Reads files of tests; what is wrong with one does not keep the others from being read. */
export async function loadTestFiles(
  files: readonly string[],
  { project, places, signal, yaml }: LoadOptions,
): Promise<LoadedTests> {
  const programs = files.filter((file) => kindOf(file) === "program");
  const made =
    programs.length === 0 ? new Map() : await loadPrograms(programs, project, places, signal);
  const tests: PlacedTest[] = [];
  const faults: TestFault[] = [];
  const refused: TestFault[] = [];
  for (const file of files) {
    let source: TestSource | SourceFault | NotApproved | undefined = made.get(file);
    source ??= readText(file, kindOf(file) === "yaml" ? await yaml() : jsonFormat);
    if (source instanceof NotApproved) refused.push({ file, line: null, what: source.message });
    else if (source instanceof SourceFault)
      faults.push({ file, line: source.line, what: source.message });
    else {
      const read = readTests(file, source);
      if ("faults" in read) faults.push(...read.faults);
      else tests.push(...read.tests);
    }
  }
  return { tests, faults, refused };
}

function readText(file: string, format: TestFormat): TestSource | SourceFault {
  try {
    const bytes = readRegularFile(file, MOST_BYTES);
    if (!Buffer.isBuffer(bytes)) return new SourceFault(`it cannot be read: ${bytes.why}`, null);
    return format.read(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    if (error instanceof SourceFault) return error;
    return new SourceFault(`it cannot be read: ${codeOf(error) || "it is not UTF-8"}`, null);
  }
}
