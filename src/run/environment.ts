import { redactText } from "../secrets/index.js";

/** Names of variables that hold credentials, by the words in them, in lower case: `i` would take a millisecond to prepare. */
const secretName =
  /(^|_)(tokens?|secrets?|passwords?|passwd|passphrase|pwd|api_?keys?|apikey|access_?keys?|private_?keys?|signing_?keys?|encryption_?keys?|credentials?|creds|auth|authorization|bearer|cookies?|session_?keys?|dsn|pat|jwt|otp|pin)(_|$)/;

function looksLikeSecret(name: string, value: string): boolean {
  // The working folder: the words would catch it.
  if (name === "PWD") return false;
  return secretName.test(name.toLowerCase()) || redactText(value) !== value;
}

/** The host's environment as a hook may see it: without what looks like a credential. */
export function withoutSecrets(
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(env))
    if (value !== undefined && !looksLikeSecret(name, value)) kept[name] = value;
  return kept;
}

/** The variables that a hook has asked for by name, whatever they look like. */
export function listed(
  env: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of names) {
    const value = env[name];
    if (value !== undefined) kept[name] = value;
  }
  return kept;
}
