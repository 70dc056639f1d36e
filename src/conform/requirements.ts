import type { AnyCase } from "./case.js";

/** What a case can follow from, in one sentence. */
export interface Requirement {
  readonly id: string;
  readonly text: string;
}

/** Cases, and the requirements that they cite. */
export interface Conformance {
  readonly requirements: readonly Requirement[];
  readonly cases: readonly AnyCase[];
}

/** The statements and laws that a case cites: `FR-001`, `law 1`. One that cites none belongs to its event. */
export function requirementsOf({ source = "", event }: AnyCase): readonly string[] {
  const cited = [...statementsIn(source), ...lawsIn(source)];
  return cited.length === 0 ? [`event ${event}`] : [...new Set(cited)];
}

/** Numbered statements of the documents, in a case's source. */
export function statementsIn(source: string): readonly string[] {
  return source.match(/\b(?:FR|SC)-\d{3}\b|\bUS\d\.\d\b/g) ?? [];
}

function lawsIn(source: string): readonly string[] {
  const lists = source.match(/\blaws? \d(?:, \d)*/g) ?? [];
  return lists.flatMap((list) => (list.match(/\d/g) ?? []).map((number) => `law ${number}`));
}
