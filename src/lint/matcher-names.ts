/** The names in a matcher that is a list; null where it is more than that, or matches everything. */
export function namesIn(matcher: string | undefined): readonly string[] | null {
  return matcher !== undefined && /^\w+(?:\s*[|,]\s*\w+)*$/.test(matcher)
    ? matcher.split(/\s*[|,]\s*/)
    : null;
}
