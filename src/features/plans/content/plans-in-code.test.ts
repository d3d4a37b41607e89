import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadPlans } from './load-plans.ts'
import { PLANS_IN_CODE } from './plans-in-code.ts'

test('the list names the plans that the sources name, and no others', () => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter(
      (name) =>
        /(?<!test|testing)\.(ts|tsx|astro)$/.test(name) && !/(plans-in-code|testing|plan-file-examples)/.test(name),
    )
    .map((name) => readFileSync(join('src', name), 'utf8').replace(/^ *(\*|\/\/|\/\*\*).*$/gm, ''))
  const named = loadPlans()
    .plans.map(({ id }) => id)
    .filter((id) => sources.some((text) => text.includes(`'${id}'`)))
  expect(Object.keys(PLANS_IN_CODE)).toEqual(named.sort())
})
