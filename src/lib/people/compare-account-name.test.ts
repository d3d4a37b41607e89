import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fitName } from './compare-account-name.ts'

test.each([
  ['LIN YUTONG', 'Yutong Lin', 'same'],
  ['LIN YUTONG', 'Lin Yu Tong', 'same'],
  ['LIN YUTONG', 'LIN, YU-TONG', 'same'],
  ['LIN YUTONG', 'Yu Tong Lin', 'unsure'],
  ['LIN YU TONG', 'Yutong Lin', 'unsure'],
  ["D' SOUZA MARIA", 'Maria DSouza', 'same'],
  ['SMITH JOHN A.', 'John A Smith', 'same'],
  ['SMITH JOHN ANDREW', 'John Smith', 'unsure'],
  ['LIN YUTONG', 'Yutong Michelle Lin', 'unsure'],
  ['SMITH JOHN ANDREW', 'Jane Smith', 'different'],
  ['林语桐', '林語桐', 'unsure'],
  ['林語桐', '林语桐', 'unsure'],
  ['叶丰', '葉豐', 'unsure'],
  ['陈伟', '陳偉', 'unsure'],
  ['赵䶮', '赵龑', 'unsure'],
  ['林语桐', '林雨桐', 'different'],
  ['王语', '李語', 'different'],
  ['林语桐', '林語', 'different'],
  ['LIN YUTONG', 'Yu Tong Li', 'different'],
  ['LIN YUTONG', 'Yutong', 'different'],
  ['LI NA', 'ALIN', 'different'],
])('%s and an account of %s: %s', (name, account, fit) => {
  expect(fitName(account, [name])).toBe(fit)
})

test('a name is its own, and no text takes long', () => {
  const word = fc.stringMatching(/^[A-Z]{1,8}$/)
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), (words) => {
      const name = words.join(' ')
      expect(fitName(words.toReversed().join(' '), [name])).toBe('same')
      expect(fitName(words.toReversed().join(''), [name])).not.toBe('different')
    }),
  )
  expect(fitName('A '.repeat(40), ['AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAB'])).toBe('different')
})
