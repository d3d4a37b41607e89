import { defineConfig } from 'vitest/config'
import { BROWSER_IN_FAULTS, ON_BOTH_STORES, POSTGRES_INSTEAD, UNIT_IN_FAULTS } from './tests/runner/only-in-faults.ts'
import { SHORT_FORM } from './tests/tools/long-form.ts'
import { WAIT_MS } from './tests/browser/wait-limit.ts'
import LongestFirst from './tests/setup/longest-first.ts'

/** Every project runs in Node; browser tests drive a real Chromium by playwright-core. */
const SECOND = 1000

/**
 * One worker more than the two cores of CI: what waits (for a database, for a child process) leaves its core to
 * another. Measured: 116 s for two, 99 s for three.
 */
const maxWorkers = 3

/**
 * Files of a worker share its modules: loading the server anew, and its fonts and hot code with it, was a third of the
 * work of the API's tests. Whoever leaves something behind in a module fails the next file. Processes, not threads:
 * native code (images, database) that fails in a thread ends the whole run without a word.
 */
const shared = { pool: 'forks', isolate: false, maxWorkers } as const

/** Beyond the end of a wait: the wait says what it was for, this does not. */
const limits = { testTimeout: 2 * WAIT_MS, hookTimeout: 2 * WAIT_MS } as const

const isShort = process.env[SHORT_FORM] === '1'
const inShortForm = (files: readonly string[]): string[] => (isShort ? [...files] : [])

/**
 * The server suite runs twice, on SQLite and on a PostgreSQL server that its setup starts; in the short form most files
 * run on one of them.
 */
const api = {
  include: ['tests/api/**/*.test.ts'],
  setupFiles: ['tests/setup/console.ts', 'tests/setup/random-seed.ts'],
  ...shared,
  ...limits,
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    expect: { poll: { timeout: WAIT_MS } },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: inShortForm(UNIT_IN_FAULTS),
          environment: 'node',
          setupFiles: ['tests/setup/console.ts', 'tests/setup/random-seed.ts'],
          ...shared,
          ...limits,
        },
      },
      {
        test: {
          ...api,
          name: 'api',
          exclude: ['tests/api/postgres/**', ...inShortForm(POSTGRES_INSTEAD)],
          globalSetup: ['tests/setup/sqlite.ts', 'tests/setup/prepared.ts'],
        },
      },
      {
        test: {
          ...api,
          name: 'api-postgres',
          include: isShort ? ['tests/api/postgres/**/*.test.ts', ...POSTGRES_INSTEAD, ...ON_BOTH_STORES] : api.include,
          globalSetup: ['tests/setup/postgres.ts', 'tests/setup/prepared.ts'],
        },
      },
      {
        test: {
          ...api,
          name: 'costs',
          // Measured by `npm run bench -- costs`.
          include: ['tests/bench/costs/measure-calls.ts'],
          globalSetup: ['tests/setup/sqlite.ts', 'tests/setup/prepared.ts'],
        },
      },
      {
        test: {
          ...api,
          name: 'scale',
          // Measured by `npm run bench -- scale`.
          include: ['tests/bench/scale/measure-scale.ts'],
          globalSetup: ['tests/setup/postgres.ts', 'tests/setup/prepared.ts'],
        },
      },
      {
        test: {
          name: 'rules',
          include: ['tests/rules/**/*.test.ts'],
          maxWorkers,
          // Some read the whole tree, which a busy machine takes a minute for.
          testTimeout: 180 * SECOND,
          hookTimeout: 120 * SECOND,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts', 'tests/faults/**/*.test.ts'],
          exclude: inShortForm(BROWSER_IN_FAULTS),
          globalSetup: ['tests/setup/demo.ts'],
          ...limits,
          ...shared,
          // Each file holds a server and a browser of its own, and half of its time waits: for a page that asks again,
          // a letter, a command. Two at once used 1.1 of two cores, three 1.45, four 1.7 (measured), and a file took
          // hardly longer; five use what is left.
          maxWorkers: 5,
        },
      },
    ],
  },
})
