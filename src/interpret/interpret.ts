import { anyDialectName } from "./any-dialect.js";
import { findHost } from "../hosts/index.js";
import { isDiagnosis } from "../problem/index.js";
import { interpretOwn, readRuns, type InterpretRequest } from "./interpret-own.js";
import type { Reading } from "../route/index.js";

/**
 * All the pure stages in one call, in a dialect of Snaphook's own or as a foreign host, faults included. Throws on
 * a caller's mistake (unknown dialect, a run without an ending), never on a hook's.
 */
export function interpret(request: InterpretRequest): Reading {
  const host = findHost(request.dialect);
  if (host === null) {
    anyDialectName(request.dialect);
    return interpretOwn(request);
  }
  const { event, payload = {} } = request;
  const { runs } = readRuns(asPrinted(request));
  const finish = request.finish ?? runs.map((_, index) => index);
  const reading = host.read({ event, payload, runs, finish });
  return { ...reading, diagnosed: reading.problems.some(isDiagnosis) };
}

/** The cap is Snaphook's own: a host reads all that a hook has printed, and so does whoever mirrors it. */
function asPrinted(request: InterpretRequest): InterpretRequest {
  return { ...request, limits: { outputBytes: Number.MAX_SAFE_INTEGER, ...request.limits } };
}
