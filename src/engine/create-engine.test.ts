import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../tests/workspace.js";
import { createEngine } from "./create-engine.js";
import { ProjectEngine } from "./project-engine.js";
import { ThreadedEngine } from "./thread/index.js";

const mark = Symbol.for("snaphook.engine");

test.each<[options: object, message: string]>([
  [{}, "createEngine needs projectDir: the folder of the project whose hooks run"],
  [{ projectDir: "" }, "createEngine needs projectDir: the folder of the project whose hooks run"],
  [{ projectDir: 7 }, "createEngine needs projectDir: the folder of the project whose hooks run"],
  [{ projectDir: "/not/there" }, 'createEngine: projectDir "/not/there" is not a folder'],
])("no engine is made of %j", (options, message) => {
  Reflect.set(globalThis, mark, "before");
  expect(() => createEngine(options as never)).toThrow(new TypeError(message));
  expect(Reflect.get(globalThis, mark)).toBe("before");
});

test.each([
  [undefined, ProjectEngine],
  [false, ProjectEngine],
  [true, ThreadedEngine],
])("an engine is in a thread where that is wanted: %s", (thread, kind) => {
  const folder = temporaryFolder();
  const places = { projectDir: folder, home: folder, managedFile: `${folder}/none` };
  const more = thread === undefined ? {} : { thread };
  const engine = createEngine({ ...places, keeper: false, ...more });
  onTestFinished(() => engine.close());
  expect(engine).toBeInstanceOf(kind);
  expect(Reflect.get(globalThis, mark)).toBe("made");
});
