/** YAML. It is loaded only where there is such a file. */
import { isNode, LineCounter, parseDocument, type Document } from "yaml";
import { SourceFault, type TestFormat } from "../../hook-tests/index.js";

/** Aliases that stand for more values than a test has. */
const MOST_ALIASES = 100;

export const yamlFormat: TestFormat = {
  read(text) {
    const lines = new LineCounter();
    const document = parse(text, lines);
    return {
      value: document.toJS({ maxAliasCount: MOST_ALIASES }) as unknown,
      lineOf(path) {
        for (let length = path.length; length >= 0; length--) {
          const node = document.getIn(path.slice(0, length), true);
          if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
        }
        return null;
      },
    };
  },
  withValue(text, path, value) {
    const document = parse(text, new LineCounter());
    if (value === undefined) document.deleteIn(path);
    else document.setIn(path, document.createNode(value));
    return document.toString({ lineWidth: 0 });
  },
};

function parse(text: string, lineCounter: LineCounter): Document {
  const document = parseDocument(text, { lineCounter });
  const [first] = document.errors;
  if (first !== undefined)
    throw new SourceFault(
      `it is not YAML: ${first.message.split("\n", 1)[0]}`,
      first.linePos?.[0].line ?? null,
    );
  return document;
}
