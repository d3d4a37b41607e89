import { expect, test } from 'vitest'
import { displayName } from './operator-name.ts'

test.each([
  ['wu', ''],
  ['wu.min-2', ''],
  ['Wu Min', 'Wu Min'],
  ['吴敏', '吴敏'],
  ['Élodie', 'Élodie'],
])('a claimant reads of %s: "%s"', (name, shown) => {
  expect(displayName(name)).toBe(shown)
})
