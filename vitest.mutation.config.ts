import { defineConfig } from "vitest/config";

/** The tests that judge mutants: those of the pure stages, which need neither a build nor a process. */
export default defineConfig({
  test: {
    include: [
      "src/**/*.test.ts",
      "tests/decode/**/*.test.ts",
      "tests/trust/**/*.test.ts",
      "tests/conformance.test.ts",
    ],
    exclude: [
      "src/**/*.property.test.ts",
      "src/**/hostile.test.ts",
      "tests/trust/processes.test.ts",
      "src/{config,run,trace,engine,testing}/**",
    ],
    testTimeout: 20_000,
  },
});
