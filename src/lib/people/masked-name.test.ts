import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maskedName } from './masked-name.ts'
import { countCharacters } from './person-names.ts'

test.each([
  ['林悦', '林•'],
  ['林语桐', '林••'],
  ['𬱖林', '𬱖•'],
  ['林', '林•'],
  ['M', 'M•'],
  ['', ''],
  ['欧阳娜娜', '欧阳••'],
  ['欧阳明', '欧阳•'],
  ['欧阳', '欧•'],
  ['司马相如', '司马••'],
  ['諸葛亮', '諸葛•'],
  ['阿卜杜热依木·麦麦提江', '阿•••••·••••'],
  ['东方·麦麦提', '东•·•••'],
  ['LIN YUTONG', 'L•• ••••••'],
  [' LIN Yue ', 'L•• •••'],
  ["O'NEIL ANN", 'O••••• •••'],
])('a stranger sees of %s only %s', (name, shown) => {
  expect(maskedName(name)).toBe(shown)
})

test('never more than two characters of the surname, and as many characters as the name has', () => {
  const letter = fc.constantFrom(...Array.from('林语桐欧阳司马娜明𬱖ABZ· '))
  fc.assert(
    fc.property(
      fc
        .array(letter, { minLength: 2, maxLength: 20 })
        .map((all) => all.join('').trim())
        .filter((name) => countCharacters(name) > 1),
      (name) => {
        const shown = Array.from(maskedName(name))
        expect(shown).toHaveLength(countCharacters(name))
        const read = shown.filter((one) => !/[•·\s]/.test(one))
        expect(read.length).toBeLessThanOrEqual(2)
        const left = countCharacters(name.replace(/[·\s]/g, ''))
        if (left > 1) expect(read.length).toBeLessThan(left)
      },
    ),
  )
})

test('the same person is shown alike wherever the name is shown', () => {
  fc.assert(
    fc.property(fc.string(), (name) => {
      expect(maskedName(` ${name} `)).toBe(maskedName(name))
    }),
  )
})
