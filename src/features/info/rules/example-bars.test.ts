import { expect, test } from 'vitest'
import { exampleBars } from './example-bars.ts'

test('bars begin with the whole bill, lose what each line takes, and end at what is paid', () => {
  const bars = exampleBars()
  expect(bars[0]).toMatchObject({ left: 100, taken: 0 })
  bars.slice(1).forEach(({ left, taken }, i) => expect(left + taken).toBeCloseTo(bars[i]?.left ?? 0, 1))
  expect(bars.at(-1)?.left).toBeCloseTo((169_322 / 251_991) * 100, 1)
})
