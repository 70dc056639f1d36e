import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.{ts,tsx}", "tests/**/*.test.{ts,tsx}"],
    environment: "node",
    globals: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
