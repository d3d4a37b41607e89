import { defineConfig } from 'vitest/config'

/** Every project runs in Node; browser tests drive a real Chromium by playwright-core. */
const SECOND = 1000

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}'],
          environment: 'node',
          setupFiles: ['tests/setup/console.ts'],
        },
      },
      {
        test: {
          name: 'api',
          include: ['tests/api/**/*.test.ts'],
          setupFiles: ['tests/setup/console.ts'],
          testTimeout: 30 * SECOND,
          hookTimeout: 60 * SECOND,
        },
      },
      {
        test: {
          name: 'rules',
          include: ['tests/rules/**/*.test.ts'],
          testTimeout: 60 * SECOND,
          hookTimeout: 120 * SECOND,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts', 'tests/faults/**/*.test.ts'],
          testTimeout: 120 * SECOND,
          hookTimeout: 180 * SECOND,
          // Each file holds a server and a browser of its own: more of them at once only starve each other.
          maxWorkers: 2,
        },
      },
    ],
  },
})
