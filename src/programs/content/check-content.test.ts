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
