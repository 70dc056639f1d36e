/** The headers to send, by name, or why the hook cannot be started. No value is ever part of the reason. */
export type FilledHeaders =
  | { readonly ok: true; readonly headers: ReadonlyMap<string, string> }
  | { readonly ok: false; readonly reason: string };

/** What says where a message ends, how it is to be read or what becomes of the connection is not a hook's to set. */
const ours = new Set([
  "accept",
  "accept-encoding",
  "connection",
  "content-encoding",
  "content-length",
  "content-type",
  "expect",
  "host",
  "http2-settings",
  "keep-alive",
  "proxy-authorization",
  "proxy-connection",
  "range",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

const variable = /\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/g;
const token = /^[!#$%&'*+.^`|~\w-]+$/;
/** Tab and printable ASCII. HTTP tolerates bytes above, but nobody knows as which letters they are read. */
const sendable = /^[\t\x20-\x7e]*$/;

/**
 * Puts variables into the values of headers: `$NAME` and `${NAME}`, where the variable is among those given,
 * and else nothing. What a variable holds is not looked at again.
 */
export function fillHeaders(
  headers: Readonly<Record<string, string>>,
  variables: Readonly<Record<string, string>>,
): FilledHeaders {
  const filled = new Map<string, string>();
  for (const [given, pattern] of Object.entries(headers)) {
    const name = given.toLowerCase();
    if (!token.test(name)) return refused(JSON.stringify(given), "is no name that HTTP allows");
    if (ours.has(name)) return refused(name, "is set by Snaphook and cannot be changed");
    if (filled.has(name)) return refused(name, "is there twice");
    const value = pattern.replace(variable, (_, braced: string | undefined, bare: string) => {
      const wanted = braced ?? bare;
      return (Object.hasOwn(variables, wanted) ? variables[wanted] : undefined) ?? "";
    });
    if (!sendable.test(value)) return refused(name, "has characters that cannot be sent");
    filled.set(name, value);
  }
  return { ok: true, headers: filled };
}

function refused(header: string, why: string): FilledHeaders {
  return { ok: false, reason: `the header ${header} ${why}` };
}
