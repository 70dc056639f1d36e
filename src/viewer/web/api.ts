import {
  TOKEN_HEADER,
  TOKEN_KEY,
  type LiveLine,
  type Refusal,
  type RequestName,
  type Requests,
} from "../protocol.js";

const KEPT = "snaphook-token";

/** Takes the token out of the address, where it would be copied with it. It is kept for this tab, so that a reload works. */
export function takeToken(): void {
  const given = location.hash.slice(1);
  if (!given.startsWith(TOKEN_KEY)) return;
  sessionStorage.setItem(KEPT, given.slice(TOKEN_KEY.length));
  history.replaceState(null, "", "#/");
}

/** What the server did not do, in its words. */
export class NotAnswered extends Error {
  constructor(
    message: string,
    /** 0 where nobody answers any more. */
    readonly status: number,
  ) {
    super(message);
  }
}

/** Asks the server. Rejects with `NotAnswered`. */
export async function ask<Name extends RequestName>(
  name: Name,
  body: Requests[Name]["body"],
): Promise<Requests[Name]["answer"]> {
  const response = await send(name, body);
  return (await response.json()) as Requests[Name]["answer"];
}

async function send(name: string, body: object): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(`/api/${name}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        [TOKEN_HEADER]: sessionStorage.getItem(KEPT) ?? "",
      },
      body: JSON.stringify(body),
    });
  } catch {
    throw new NotAnswered("snaphook view has ended. Start it again: snaphook view", 0);
  }
  if (response.ok) return response;
  const { error } = (await response.json().catch(() => ({ error: "" }))) as Refusal;
  throw new NotAnswered(
    error === "" ? `the server answered ${response.status}` : error,
    response.status,
  );
}

/** Reads what changes, line by line, until the server ends. Rejects with `NotAnswered` where it does not begin. */
export async function readLive(take: (line: LiveLine) => void): Promise<void> {
  const { body } = await send("live", {});
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = (await reader?.read()) ?? { value: undefined, done: true };
    if (done) return;
    const lines = `${rest}${value ?? ""}`.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line !== "") take(JSON.parse(line) as LiveLine);
  }
}
