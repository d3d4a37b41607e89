/** `docs/spec-ledger.md`: each statement of the specification, with the tests that try it. */
import { existsSync, readFileSync } from 'node:fs'
import { matchRoute } from '../../src/routes.ts'
import { rule } from './rule.ts'

/** Rows of `docs/spec-ledger.md`: number of the statement, its words, and the tests that try it. */
const ledgerRows = (text: string): { number: number; statement: string; tests: string[] }[] =>
  Array.from(
    text.matchAll(/^\| (\d+) +\|([^|]+)\| (`[^`]+`(?:, `[^`]+`)*) +\|/gm),
    ([, number, statement = '', tests = '']) => ({
      number: Number(number),
      statement: statement.trim(),
      tests: Array.from(tests.matchAll(/`([^`]+)`/g), ([, test = '']) => test),
    }),
  )
/** The address that a statement begins with, with something in its places. */
const addressOf = (statement: string): string | undefined =>
  /^\/\S*/.exec(statement)?.[0].replaceAll(/\{(\w+)\}/g, '$1')
/** Tests that open every screen: they show that an address has one, and nothing of what it does. */
const OPENS_EVERY_SCREEN = /\/axe-\w+\.test\.ts$/
/** Checkable statements of the specification. */
const STATEMENTS = 263
const ledger = (numbers: readonly number[], test = 'tests/rules/spec-ledger.test.ts', statement = 'words'): string =>
  numbers.map((number) => `| ${number} | ${statement} | \`${test}\` | |`).join('\n')
const ALL = Array.from({ length: STATEMENTS }, (_, i) => i + 1)

rule('every statement of the specification names a test that exists', {
  of: () => readFileSync('docs/spec-ledger.md', 'utf8'),
  faults: (text) => {
    const rows = ledgerRows(text)
    return [
      ...ALL.filter((number) => rows.filter((row) => row.number === number).length !== 1).map(
        (number) => `statement ${number} does not stand there once`,
      ),
      ...rows.flatMap(({ number, tests }) =>
        tests
          .filter((test) => !/\.test\.tsx?$/.test(test) || !existsSync(test))
          .map((test) => `statement ${number}: no test ${test}`),
      ),
      ...rows.flatMap(({ number, statement, tests }) => {
        const address = addressOf(statement)
        const known = address === undefined || matchRoute(address) !== undefined
        const opened = tests.every((test) => OPENS_EVERY_SCREEN.test(test))
        return [
          ...(known ? [] : [`statement ${number}: no route ${address}`]),
          ...(opened && !/^\/\S*$/.test(statement) ? [`statement ${number}: its test only opens screens`] : []),
        ]
      }),
    ]
  },
  looksAt: (text) => ledgerRows(text).map(({ number }) => String(number)),
  among: ['1', '263'],
  atLeast: STATEMENTS,
  seeds: {
    'a number that is missing': [ledger(ALL.slice(1)), 'statement 1 does not stand there once'],
    'a number that stands twice': [`${ledger(ALL)}\n${ledger([7])}`, 'statement 7 does not stand there once'],
    'a test that is gone': [
      `${ledger(ALL.slice(1))}\n${ledger([1], 'tests/api/gone.test.ts')}`,
      'statement 1: no test',
    ],
    'an address without a route': [
      `${ledger(ALL.slice(1))}\n${ledger([1], 'tests/rules/spec-ledger.test.ts', '/no/such/{id}')}`,
      'statement 1: no route /no/such/id',
    ],
    'behaviour that is tried by opening a screen': [
      `${ledger(ALL.slice(1))}\n${ledger([1], 'tests/e2e/axe-web.test.ts', '/plan is read')}`,
      'statement 1: its test only opens screens',
    ],
    'a second test that is gone': [
      `${ledger(ALL.slice(1))}\n${ledger([1], 'tests/rules/spec-ledger.test.ts`, `tests/api/gone.test.ts')}`,
      'statement 1: no test tests/api/gone.test.ts',
    ],
    'a file that is no test': [`${ledger(ALL.slice(1))}\n${ledger([1], 'src/routes.ts')}`, 'statement 1: no test'],
  },
})
