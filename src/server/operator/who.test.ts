import { expect, test } from 'vitest'
import { shownName } from './who.ts'

test.each([['wu', ''], ['wu.min-2', ''], ['Wu Min', 'Wu Min'], ['吴敏', '吴敏'], ['Élodie', 'Élodie']])('a claimant reads of %s: "%s"', (name, shown) => {
  expect(shownName(name)).toBe(shown)
})
