import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { collectLines } from './logging.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function collected(together: number): { lines: ReturnType<typeof collectLines>; written: string[] } {
  const written: string[] = []
  return {
    lines: collectLines(
      {
        write: (text) => {
          written.push(text)
        },
      },
      together,
      250,
    ),
    written,
  }
}

test('lines go out together when there are many, in their order', () => {
  const { lines, written } = collected(10)
  for (const line of ['first\n', 'second\n', 'third\n']) lines.write(line)
  expect(written).toEqual(['first\nsecond\n'])
  lines.flush()
  expect(written).toEqual(['first\nsecond\n', 'third\n'])
})

test('a single line goes out after a quarter of a second', () => {
  const { lines, written } = collected(1000)
  lines.write('alone\n')
  vi.advanceTimersByTime(249)
  expect(written).toEqual([])
  vi.advanceTimersByTime(1)
  expect(written).toEqual(['alone\n'])
  vi.advanceTimersByTime(1000)
  expect(written).toEqual(['alone\n'])
})

test('what is flushed at the end goes out once', () => {
  const { lines, written } = collected(1000)
  lines.write('last\n')
  lines.flush()
  lines.flush()
  expect(written).toEqual(['last\n'])
})
