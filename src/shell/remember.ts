/** A function that finds something when it is needed, and once. */
export function once<Found>(find: () => Found): () => Found {
  let entry: { readonly found: Found } | null = null;
  return () => (entry ??= { found: find() }).found;
}

/** A function that finds what belongs to an object once, and keeps it no longer than the object. */
export function remember<Key extends object, Found>(
  find: (key: Key) => Found,
): (key: Key) => Found {
  const known = new WeakMap<Key, { readonly found: Found }>();
  return (key) => {
    let entry = known.get(key);
    if (entry === undefined) known.set(key, (entry = { found: find(key) }));
    return entry.found;
  };
}

/** More texts are not kept: rules stay the same from call to call, and are fewer. */
const MOST_TEXTS = 1000;

/** The same for texts. */
export function rememberTexts<Texts extends readonly (string | boolean)[], Found>(
  find: (...texts: Texts) => Found,
): (...texts: Texts) => Found {
  const known = new Map<string, { readonly found: Found }>();
  return (...texts) => {
    const key = texts.join("\0");
    let entry = known.get(key);
    if (entry === undefined) {
      if (known.size >= MOST_TEXTS) known.clear();
      known.set(key, (entry = { found: find(...texts) }));
    }
    return entry.found;
  };
}
