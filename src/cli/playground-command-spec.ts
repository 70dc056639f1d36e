import type { CommandSpec } from "./command-type.js";

export const playground: CommandSpec = {
  name: "playground",
  summary: "a page to type a hook's answer and see what every host makes of it",
  usage: "snaphook playground [LINK] [--out DIR] [--open]",
  details:
    "Writes the page as a few files and prints its file: address. It needs no server and no network: type an\n" +
    "event, exit code, stdout and stderr of one or several hooks, and see side by side what each host and\n" +
    "dialect does, who reads which text, what is wrong at its place, and the form that most hosts understand.\n" +
    "Its Copy link puts all that was typed into the part of the address after #, which browsers send to nobody.\n" +
    "LINK is such an address, or its part from the #: the page begins with it.\n" +
    "Without --out it is written to a private folder of its own in the system's folder for temporary files.",
  options: {
    "--out DIR": "write the files to this folder, to keep them or to publish them",
    "--open": "open the page in the browser",
  },
  examples: {
    "snaphook playground --open": "try it",
    "snaphook playground --out site/hooks": "files for any static web server",
    "snaphook playground 'file:///tmp/snaphook-playground-x/index.html#1.eyJldmVudCI6IlN0b3AiLCJob29rcyI6W3sic3RkZXJyIjoibm8ifV19' --open":
      "look at what a colleague has sent",
  },
};
