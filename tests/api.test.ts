import { build } from "esbuild";
import { expect, test } from "vitest";
import * as core from "../src/core.js";

test("snaphook/core bundles for a browser: it needs no node: module, and no package but re2js", async () => {
  const { metafile, outputFiles } = await build({
    entryPoints: ["src/core.ts"],
    bundle: true,
    write: false,
    minify: true,
    platform: "browser",
    format: "esm",
    metafile: true,
  });
  const outside = Object.keys(metafile.inputs).filter(
    (path) => !/^(src|node_modules\/re2js)\//.test(path),
  );
  expect(outside).toEqual([]);
  // It is part of other people's pages and agents: growth should be noticed.
  expect(outputFiles[0]?.contents.length).toBeLessThan(400_000);
});

test("snaphook/core exports what the design promises, and nothing by accident", () => {
  expect(Object.keys(core).toSorted()).toEqual([
    "Conversation",
    "allDialects",
    "allHosts",
    "catalogue",
    "checkHookJSONOutput",
    "checkHookOutputResult",
    "checkHookSpecificOutput",
    "convertMessagesForAPI",
    "decide",
    "decode",
    "defaultLimits",
    "dialectNames",
    "eventSpec",
    "events",
    "findDialect",
    "findHost",
    "forModel",
    "forTerminal",
    "forTerminalLine",
    "hookOutputProcessor",
    "interpret",
    "isBlockable",
    "isHookBlock",
    "isHookExecutionResult",
    "isHookJSONOutput",
    "isHookOutputResult",
    "isHookSpecificOutput",
    "isKnownEvent",
    "isWarnBlock",
    "levels",
    "matches",
    "problemCodes",
    "processHookOutput",
    "route",
    "samplePayload",
    "shouldBlock",
    "toHookRun",
    "toInterpretRequest",
    "toJsonText",
  ]);
});
