import { defineConfig } from 'vitest/config'

/** Every project runs in Node; browser tests drive a real Chromium by playwright-core. */
const SECOND = 1000

/**
 * A worker for each core: vitest would leave one of two idle. Its own work of bundling is done in the first seconds, and what
 * waits (for a database, for a child process) leaves its core to the other.
 */
const maxWorkers = '100%'

/** The whole server suite runs twice: on SQLite, and on a PostgreSQL server that its setup starts. */
const api = {
  include: ['tests/api/**/*.test.ts'],
  setupFiles: ['tests/setup/console.ts'],
  maxWorkers,
  // No test takes a third of this on a quiet machine.
  testTimeout: 180 * SECOND,
  hookTimeout: 120 * SECOND,
}

export default defineConfig({
  test: {
    // What is waited for comes; a busy machine takes longer over it than vitest's second.
    expect: { poll: { timeout: 15 * SECOND } },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}'],
          environment: 'node',
          setupFiles: ['tests/setup/console.ts'],
          // Half the work of 130 small files is loading the same modules again. Whoever leaves something behind in a module fails the next file.
          // Processes, not threads: native code (images, database) that fails in a thread ends the whole run without a word.
          pool: 'forks',
          isolate: false,
          maxWorkers,
          testTimeout: 30 * SECOND,
        },
      },
      {
        test: { ...api, name: 'api', exclude: ['tests/api/postgres/**'], globalSetup: ['tests/setup/sqlite.ts'] },
      },
      {
        test: { ...api, name: 'api-postgres', globalSetup: ['tests/setup/postgres.ts'] },
      },
      {
        test: {
          name: 'rules',
          include: ['tests/rules/**/*.test.ts'],
          maxWorkers,
          testTimeout: 60 * SECOND,
          hookTimeout: 120 * SECOND,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts', 'tests/faults/**/*.test.ts'],
          globalSetup: ['tests/setup/demo.ts'],
          testTimeout: 120 * SECOND,
          hookTimeout: 180 * SECOND,
          // Each file holds a server and a browser of its own: more of them at once only starve each other.
          maxWorkers: 2,
        },
      },
    ],
  },
})
