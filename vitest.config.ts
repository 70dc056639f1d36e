import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { defineConfig } from "vitest/config";

const dist = resolve("dist").replaceAll(/[$()*+.?[\\\]^{|}]/g, "\\$&");

export default defineConfig({
  test: {
    include: ["src/**/*.test.{ts,tsx}", "tests/**/*.test.{ts,tsx}"],
    environment: "node",
    globals: false,
    globalSetup: "tests/suite-end.ts",
    setupFiles: "tests/setup.ts",
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // Files share a process and what it has loaded: loading the same modules 240 times took a third of the time.
    isolate: false,
    // What is built is loaded as its users load it: there is nothing to transform.
    server: { deps: { external: [new RegExp(`^${dist}/`)] } },
    // Many tests wait for processes, so two for each core keep it busy; each more loads everything once more.
    maxWorkers: 2 * Math.max(2, availableParallelism()),
  },
});
