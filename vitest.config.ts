import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.{ts,tsx}", "tests/**/*.test.{ts,tsx}"],
    environment: "node",
    globals: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Most tests wait for processes: one worker less than there are cores, which is the default, leaves them idle.
    maxWorkers: Math.max(2, availableParallelism()),
  },
});
