import { expect, test } from "vitest";
import { failureWords } from "./failure-words.js";

test.each([
  ["ECONNREFUSED", "refused the connection"],
  ["ECONNRESET", "closed the connection before it answered"],
  ["EPIPE", "closed the connection before it answered"],
  ["ETIMEDOUT", "cannot be reached"],
  ["EHOSTUNREACH", "cannot be reached"],
  ["ENOTFOUND", "is a name that cannot be resolved"],
  ["EAI_AGAIN", "is a name that cannot be resolved just now"],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "has a certificate that it signed itself"],
  ["SELF_SIGNED_CERT_IN_CHAIN", "has a certificate of an unknown authority"],
  ["CERT_HAS_EXPIRED", "has a certificate that has expired"],
  ["CERT_NOT_YET_VALID", "has a certificate that is not valid yet"],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "has a certificate for another host"],
  ["HPE_HEADER_OVERFLOW", "sent headers that are too large"],
  ["HPE_INVALID_CONSTANT", "sent what is not HTTP"],
  ["ERR_SSL_WRONG_VERSION_NUMBER", "does not speak TLS that is accepted"],
  ["EPROTO", "does not speak TLS that is accepted"],
  ["ENETUNREACH", "cannot be reached"],
  ["EADDRNOTAVAIL", "cannot be reached"],
  ["UNABLE_TO_GET_ISSUER_CERT", "has a certificate of an unknown authority"],
  ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "has a certificate of an unknown authority"],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "has a certificate of an unknown authority"],
  ["EPROTONOSUPPORT", "could not be asked"],
])("%s: the host %s", (code, words) => {
  expect(failureWords("localhost:9", code)).toBe(`localhost:9 ${words} (${code})`);
});

test("without a code there are words all the same", () => {
  expect(failureWords("localhost:9", "")).toBe("localhost:9 could not be asked");
});
