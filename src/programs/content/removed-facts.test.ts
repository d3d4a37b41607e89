import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readTree } from '../../app/content/check/content-files.ts'
import { readSchool } from '../../features/education/rules/school-files.ts'
import { problemText } from '../../lib/content/source-problems.ts'
import { dayOf } from '../../lib/days/dates.ts'
import { historyOf } from './change-history.ts'
import { commitAll, gitIn } from './content-history.testing.ts'
import { removedSchools, removedTiers } from './removed-facts.ts'

const AT = Date.parse('2026-11-28T12:00:00+08:00')
let content: string

beforeEach(() => {
  content = mkdtempSync(join(tmpdir(), 'content-'))
  for (const folder of ['schools', 'plans']) cpSync(`content/${folder}`, join(content, folder), { recursive: true })
})
afterEach(() => rmSync(content, { recursive: true }))

it('a school that is deleted is asked back, because payments name it; it may be closed', () => {
  gitIn(content, ['init', '-q'])
  commitAll(content)
  const path = join(content, 'schools/maple-valley-college.yaml')
  const text = readFileSync(path, 'utf8')
  const removed = (): string[] => removedSchools(readTree(content), historyOf(content, AT)).map(problemText)
  rmSync(path)
  expect(removed()).toEqual([
    expect.stringMatching(/maple-valley-college\.yaml:1: .*was deleted, and payments name this school.*closed: true$/),
  ])
  writeFileSync(path, `closed: true\n${text}`)
  expect(removed()).toEqual([])
  expect(readSchool('maple-valley-college', readFileSync(path, 'utf8'))).toMatchObject({
    school: { closed: true },
    problems: [],
  })
})

it('a tier that is deleted from figures in force is asked back, because policies name it; it may end by a day', () => {
  gitIn(content, ['init', '-q'])
  const path = join(content, 'plans/us-campus.yaml')
  const ahead = join(content, 'plans/us-campus.from-2099-01-01.yaml')
  const text = readFileSync(path, 'utf8')
  writeFileSync(ahead, text)
  commitAll(content)
  const removed = (): string[] => removedTiers(readTree(content), historyOf(content, AT), dayOf(AT)).map(problemText)
  const without = text.replace('  silver:', '  bronze:')
  writeFileSync(ahead, without)
  expect(removed()).toEqual([])
  writeFileSync(path, without)
  expect(removed()).toEqual([expect.stringMatching(/us-campus\.yaml:1: .*has lost the tier silver, and policies/)])
  writeFileSync(path, text.replace('gold:', 'bronze:\n    <<: {}\n  gold:'))
  expect(removed()).toEqual([])
})
