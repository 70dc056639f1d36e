const broke = "closed the connection before it answered";
const unreachable = "cannot be reached";
const unknownAuthority = "has a certificate of an unknown authority";

/** Why there was no answer, by Node's code. */
const words: Readonly<Record<string, string>> = {
  ECONNREFUSED: "refused the connection",
  ECONNRESET: broke,
  EPIPE: broke,
  ETIMEDOUT: unreachable,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  EADDRNOTAVAIL: unreachable,
  ENOTFOUND: "is a name that cannot be resolved",
  EAI_AGAIN: "is a name that cannot be resolved just now",
  DEPTH_ZERO_SELF_SIGNED_CERT: "has a certificate that it signed itself",
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  CERT_HAS_EXPIRED: "has a certificate that has expired",
  CERT_NOT_YET_VALID: "has a certificate that is not valid yet",
  ERR_TLS_CERT_ALTNAME_INVALID: "has a certificate for another host",
  HPE_HEADER_OVERFLOW: "sent headers that are too large",
};

/** Why a host gave no answer: `localhost:9 refused the connection (ECONNREFUSED)`. */
export function failureWords(host: string, code: string): string {
  return `${host} ${words[code] ?? kindOf(code)}${code === "" ? "" : ` (${code})`}`;
}

function kindOf(code: string): string {
  if (isNoHttp(code)) return "sent what is not HTTP";
  return code === "EPROTO" || code.startsWith("ERR_SSL_")
    ? "does not speak TLS that is accepted"
    : "could not be asked";
}

/** Whether the server did say something, in another language. */
export function isNoHttp(code: string): boolean {
  return code.startsWith("HPE_");
}
