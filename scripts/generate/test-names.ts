import { readFileSync } from "node:fs";
import ts from "typescript";

/** Where a named test is: a path, and behind " > " the name as it is written there, with its describe before it. */
export interface TestName {
  readonly path: string;
  readonly name: string;
}

export function parseTestName(text: string): TestName {
  const [path = "", ...names] = text.split(" > ");
  return { path, name: names.join(" > ") };
}

/**
 * Throws where a file has no such test. A name is the text in the source: a title, the title of a `test.each` with
 * its placeholders, or a row of its table. "a > b" is a text b inside of the call that begins with the text a.
 */
export function checkTestName(text: string): void {
  const { path, name } = parseTestName(text);
  let within: readonly ts.Node[] = [sourceOf(path)];
  for (const part of name.split(" > ")) {
    const found = within.flatMap((node) => textsIn(node).filter((one) => textOf(one) === part));
    if (part === "" || found.length === 0)
      throw new Error(`${path} has no test ${JSON.stringify(name)}; correct the requirement`);
    within = found.map((one) => one.parent);
  }
}

const sources = new Map<string, ts.SourceFile>();

function sourceOf(path: string): ts.SourceFile {
  const source =
    sources.get(path) ??
    ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
  sources.set(path, source);
  return source;
}

const texts = new Map<ts.Node, readonly ts.Node[]>();

/** Found once: most statements name tests of the same few files. */
function textsIn(node: ts.Node): readonly ts.Node[] {
  const known = texts.get(node);
  if (known !== undefined) return known;
  const found: ts.Node[] = [];
  const look = (inner: ts.Node): void => {
    if (textOf(inner) !== null) found.push(inner);
    ts.forEachChild(inner, look);
  };
  look(node);
  texts.set(node, found);
  return found;
}

/** A text as it is written, with the `${…}` of a template. */
function textOf(node: ts.Node): string | null {
  if (ts.isStringLiteral(node)) return node.text;
  return ts.isTemplateLiteral(node) ? node.getText().slice(1, -1) : null;
}
