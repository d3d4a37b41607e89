import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { problemText } from '../../lib/content/source-problems.ts'
import { checkContent } from './check-content.ts'

test('nothing is wrong with the content', () => {
  const { problems, warnings, files } = checkContent('content', { now: Date.now(), lenientDates: true })
  expect(problems.map(problemText)).toEqual([])
  // Which language was changed last is a matter of the history, and not of the content.
  expect(warnings.filter(({ code }) => code !== 'old_twin').map(problemText)).toEqual([])
  expect(files).toBeGreaterThan(250)
})

test('the mistake in a plan’s own file stands above the texts that name the plan', () => {
  const content = join(mkdtempSync(join(tmpdir(), 'check-')), 'content')
  try {
    cpSync('content', content, { recursive: true })
    const plan = join(content, 'plans/us-campus.yaml')
    writeFileSync(plan, `retired: 2026-01-31\nreplacedBy: us-campus\n${readFileSync(plan, 'utf8')}`)
    const text = join(content, 'articles/en/glossary.md')
    writeFileSync(text, `${readFileSync(text, 'utf8')}\n[gone](/nowhere)\n`)
    const { problems } = checkContent(content, { now: Date.now() })
    expect(problems.map(({ file }) => file).slice(0, 2)).toEqual([plan, expect.stringContaining('articles/')])
  } finally {
    rmSync(join(content, '..'), { recursive: true, force: true })
  }
})
