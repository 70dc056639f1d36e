import { userInfo } from "node:os";

/** The name of whoever answers, where they give no other. */
export function ownName(): string {
  return process.env["USER"] ?? userInfo().username;
}
