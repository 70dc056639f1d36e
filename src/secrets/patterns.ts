/** One shape of a secret: what matches is replaced, unless `unless` says that this one is none. */
export interface SecretPattern {
  readonly kind: string;
  readonly pattern: RegExp;
  readonly unless?: (match: string) => boolean;
}

/**
 * Secrets that can be recognised by their look. Each expression begins with a literal and either succeeds
 * or fails within a bounded number of characters, so that none takes more than linear time.
 */
export const secretPatterns: readonly SecretPattern[] = [
  { kind: "aws", pattern: /(?:AKIA|ASIA)[A-Z0-9]{16}/g },
  { kind: "github", pattern: /gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}/g },
  {
    kind: "gitlab",
    pattern: /gl(?:pat|dt|rt|cbt|ptt|ft|agent|oas|soat|imt|ffct)-[\w-]{16,}(?:\.[\w-]+)*/g,
  },
  { kind: "npm", pattern: /npm_[A-Za-z0-9]{30,}/g },
  {
    kind: "slack",
    pattern:
      /xox[a-z](?:\.xox[a-z])?-[\w-]{10,}|xapp-[\w-]{10,}|hooks\.slack\.com\/services\/[\w/]{20,}/g,
  },
  { kind: "anthropic", pattern: /sk-ant-[\w-]{12,}/g },
  {
    kind: "openai",
    pattern: /(?<![A-Za-z0-9])sk-[\w-]{20,}/g,
    unless: (match) => !/\d/.test(match),
  },
  { kind: "google", pattern: /AIza[\w-]{30,}|ya29\.[\w-]{20,}|GOCSPX-[\w-]{20,}/g },
  {
    kind: "token",
    pattern:
      /(?<![A-Za-z0-9])(?:[rs]k_(?:live|test)_[A-Za-z0-9]{10,}|whsec_[\w+/=]{20,}|hf_[A-Za-z0-9]{30,}|SG\.[\w-]{16,}\.[\w-]{16,}|dop_v1_[a-f0-9]{40,}|pypi-AgE[\w-]{30,}|hv[sb]\.[\w-]{20,}|AGE-SECRET-KEY-1[A-Z0-9]{40,}|dapi[0-9a-f]{32}|lin_api_[A-Za-z0-9]{20,}|dckr_pat_[\w-]{20,}|shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}|SK[0-9a-f]{32}|\d{8,10}:AA[\w-]{33})/g,
  },
  // Without its second part it is some other base64; being matched, that is not looked at again.
  {
    kind: "jwt",
    pattern: /eyJ[\w-]{8,}(?:\.[\w-]{8,}(?:\.[\w-]*){0,3})?/g,
    unless: (match) => !match.includes("."),
  },
];

/** A text without any of these holds nothing that this folder would redact; most texts end here. */
export const suspicious =
  /AKIA|ASIA|gh[pousr]_|github_pat_|gl[a-z]{2,5}-|npm_|xox|xapp-|slack|(?:^|[^a-z0-9])(?:sk-|[rs]k_|whsec_|hf_|sg\.|dop_v1|pypi-|hv[sb]\.|dapi|lin_api|dckr_|shp|sk[0-9a-f]{32}|\d{8,10}:AA)|AIza|ya29|gocspx|eyJ|PRIVATE KEY|SECRET-KEY|bearer|basic|authorization|:\/\/|pass|pwd|secret|token|[a-z][_ .-]?key|credential|cookie|creds|auth|jwt|dsn|otp|mnemonic|phrase|connection|recovery|%[0-9a-f]{2}|\s-u|--user|[\w+/-]{24}/i;
