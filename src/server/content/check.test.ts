import { expect, test } from 'vitest'
import { problemText } from '../../lib/source-problems.ts'
import { checkContent } from './check.ts'

test('nothing is wrong with the content', () => {
  const { problems, files } = checkContent('content', { now: Date.now(), lenientDates: true })
  expect(problems.map(problemText)).toEqual([])
  expect(files).toBeGreaterThan(250)
})
