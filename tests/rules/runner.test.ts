import { describe, expect, test } from 'vitest'
import { parseOptions, totalsOf } from '../runner/phases.ts'
import { sandboxEnv } from '../runner/env.ts'

const report = (files: { status: string; tests: string[] }[]): string => {
  const tests = files.flatMap((file) => file.tests)
  const count = (status: string): number => tests.filter((test) => test === status).length
  return JSON.stringify({
    numPassedTests: count('passed'),
    numFailedTests: count('failed'),
    numPendingTests: count('pending'),
    testResults: files.map((file) => ({ status: file.status, assertionResults: file.tests.map((status) => ({ status })) })),
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

  test('keeps the settings of the machine out of the tests', () => {
    const env = sandboxEnv({ PATH: '/bin', DATABASE_URL: 'postgres://x', S3_BUCKET: 'b', NODE_ENV: 'production' })
    expect(env).toMatchObject({ PATH: '/bin' })
    expect(Object.keys(env)).not.toEqual(expect.arrayContaining(['DATABASE_URL']))
    expect(Object.keys(env)).not.toEqual(expect.arrayContaining(['S3_BUCKET']))
    expect(Object.keys(env)).not.toEqual(expect.arrayContaining(['NODE_ENV']))
  })
})
