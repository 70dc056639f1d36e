/**
 * A program that passes on what a background child of a hook prints after the hook has ended, for as long as it holds the
 * stream: whoever reads it sees its end when it would without us.
 */
import { exit, stdin, stdout } from "node:process";

stdout.on("error", () => exit(0));
stdin.on("error", () => exit(0));
stdin.pipe(stdout);
