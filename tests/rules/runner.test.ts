import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { BROWSER_IN_FAULTS, ON_BOTH_STORES, POSTGRES_INSTEAD, UNIT_IN_FAULTS } from '../runner/only-in-faults.ts'
import { PHASES, parseOptions, totalsOf } from '../runner/phases.ts'
import { filesOfFeature, isAbout } from '../runner/feature-files.ts'
import { sandboxEnv } from '../runner/env.ts'
import { removeLeftOver } from '../runner/scratch-folder.ts'
import { slowest } from '../runner/slowest.ts'

const report = (files: { status: string; tests: string[] }[]): string => {
  const tests = files.flatMap((file) => file.tests)
  const count = (status: string): number => tests.filter((it) => it === status).length
  return JSON.stringify({
    numPassedTests: count('passed'),
    numFailedTests: count('failed'),
    numPendingTests: count('pending'),
    testResults: files.map((file) => ({
      status: file.status,
      assertionResults: file.tests.map((status) => ({ status })),
    })),
  })
}

describe('the test runner', () => {
  test('sums tests, and counts a file that broke before its tests', () => {
    const text = report([
      { status: 'passed', tests: ['passed', 'passed'] },
      { status: 'failed', tests: ['passed', 'failed'] },
      { status: 'failed', tests: [] },
    ])
    expect(totalsOf(text)).toEqual({ passed: 3, failed: 2, skipped: 0 })
  })

  test('reads its options and refuses what it does not know', () => {
    expect(parseOptions(['--only', 'unit,rules', '--grep=money', 'src/lib'])).toEqual({
      only: ['unit', 'rules'],
      grep: 'money',
      files: ['src/lib'],
    })
    expect(parseOptions(['--only', 'everything'])).toHaveProperty('error')
    expect(parseOptions(['--fast'])).toHaveProperty('error')
  })

  test('runs what is about one feature, and refuses one that is not there', () => {
    expect(parseOptions(['--feature', 'claims'])).toMatchObject({ feature: 'claims', only: ['form', 'unit'] })
    expect(parseOptions(['--feature', 'nothing'])).toHaveProperty('error')
    expect(parseOptions(['--feature=../server'])).toHaveProperty('error')
    const { folder, tests } = filesOfFeature('claims')
    expect([folder, tests.includes('tests/api/claims-submit.test.ts')]).toEqual(['src/features/claims', true])
    expect(isAbout('orders', "'../../src/features/orders/contract.ts' '../../src/features/claims/contract.ts'")).toBe(
      true,
    )
    expect(
      isAbout('orders', "'/src/features/orders/a.ts' '/src/features/claims/a.ts' '/src/features/claims/b.ts'"),
    ).toBe(false)
    expect(isAbout('orders', '')).toBe(false)
  })

  test('takes the long form by its option', () => {
    expect(parseOptions(['--long', '--only', 'e2e'])).toEqual({ only: ['e2e'], grep: undefined, files: [], long: true })
  })

  test('looks at form, lint and types before it runs anything', () => {
    expect(PHASES.map(({ name }) => name)).toEqual(['form', 'unit', 'build', 'rules', 'e2e'])
  })

  test('leaves to the long form only files that are there', () => {
    const names = [...UNIT_IN_FAULTS, ...POSTGRES_INSTEAD, ...ON_BOTH_STORES, ...BROWSER_IN_FAULTS]
    expect(names.length).toBeGreaterThan(20)
    expect(names.filter((file) => !existsSync(file))).toEqual([])
  })

  test('removes what a killed run has left, and nothing of one that lives or of anybody else', () => {
    const parent = mkdtempSync(join(tmpdir(), 'youfang-scratch-'))
    const { pid: dead } = spawnSync(process.execPath, ['-e', ''])
    for (const name of [`youfang-run-${dead}`, `youfang-run-${process.pid}`, 'youfang-run-x', 'other'])
      mkdirSync(join(parent, name, 'data'), { recursive: true })
    expect(removeLeftOver(parent)).toEqual([`youfang-run-${dead}`])
    expect(readdirSync(parent).sort()).toEqual(['other', `youfang-run-${process.pid}`, 'youfang-run-x'].sort())
    rmSync(parent, { recursive: true })
  })

  test('lists the slowest twenty files, longest first, with the project of each', () => {
    const times = Array.from({ length: 30 }, (_, i) => ({
      project: i % 2 ? 'api' : 'api-postgres',
      file: `tests/api/${i}.test.ts`,
      ms: i * 1000,
    }))
    const lines = slowest(times)
    expect(lines).toHaveLength(20)
    expect([lines[0]?.trim(), lines[19]?.trim()]).toEqual([
      '29.0 s  api           tests/api/29.test.ts',
      '10.0 s  api-postgres  tests/api/10.test.ts',
    ])
  })

  test('keeps the settings of the machine out of the tests', () => {
    const env = sandboxEnv({ PATH: '/bin', DATABASE_URL: 'postgres://x', S3_BUCKET: 'b', NODE_ENV: 'production' })
    expect(env).toMatchObject({ PATH: '/bin' })
    expect(Object.keys(env)).not.toEqual(expect.arrayContaining(['DATABASE_URL']))
    expect(Object.keys(env)).not.toEqual(expect.arrayContaining(['S3_BUCKET']))
    expect(Object.keys(env)).not.toEqual(expect.arrayContaining(['NODE_ENV']))
  })
})
