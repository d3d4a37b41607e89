import { expect, test, vi } from 'vitest'
import { problemText } from '../../lib/source-problems.ts'
import { checkContent } from './check-content.ts'

// Slow: reads all of the content many times.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

test('nothing is wrong with the content', () => {
  const { problems, files } = checkContent('content', { now: Date.now(), lenientDates: true })
  expect(problems.map(problemText)).toEqual([])
  expect(files).toBeGreaterThan(250)
})
