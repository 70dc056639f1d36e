/** Deep equality of JSON values, whatever the order of keys. An integer and the BigInt of its digits are the same. */
export function sameValue(one: unknown, other: unknown): boolean {
  if (typeof one === "bigint" || typeof other === "bigint") return String(one) === String(other);
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null)
    return one === other;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every(
      (key) =>
        Object.hasOwn(other, key) &&
        sameValue((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key]),
    )
  );
}
