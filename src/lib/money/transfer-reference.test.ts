import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { groupedReference, referencesIn, transferReference } from './transfer-reference.ts'

const some = fc.integer({ min: 0, max: 99_999_999 }).map(transferReference)

describe('the reference of a transfer', () => {
  test('is that of ISO 11649, in groups of four', () => {
    expect(transferReference(539_007_54)).toMatch(/^RF\d{2}53900754$/)
    expect(groupedReference(transferReference(1))).toMatch(/^RF\d\d 0000 0001$/)
  })

  test('is found in what a payer wrote, with marks, widths and letters for digits', () => {
    fc.assert(
      fc.property(some, (reference) => {
        for (const written of [
          reference,
          groupedReference(reference),
          `湖畔大学保费 ${reference.toLowerCase()}，2027春`,
          `附言:${reference.replace(/(.{3})/g, '$1-')}/学费`,
          reference.replaceAll('0', 'O').replaceAll('1', 'l'),
          reference.replace(/[0-9A-Z]/g, (c) => String.fromCodePoint((c.codePointAt(0) ?? 0) + 0xfee0)),
          `保费 ${reference.slice(2)} `,
        ])
          expect(referencesIn(written), written).toEqual({ references: [reference], wrong: false })
      }),
    )
  })

  test('with one digit mistyped, or two that changed places, is never another one', () => {
    fc.assert(
      fc.property(some, fc.integer({ min: 2, max: 11 }), fc.integer({ min: 1, max: 9 }), (reference, at, more) => {
        const digits = Array.from(reference)
        const wrong = digits.with(at, String((Number(digits[at]) + more) % 10)).join('')
        expect(referencesIn(wrong)).toEqual({ references: [], wrong: true })
        const [a = '', b = ''] = [digits[at], digits[at + 1]]
        if (b === '' || a === b) return
        expect(
          referencesIn(
            digits
              .with(at, b)
              .with(at + 1, a)
              .join(''),
          ),
        ).toEqual({ references: [], wrong: true })
      }),
    )
  })

  test('is not seen where there is none', () => {
    expect(referencesIn('湖畔大学 2027春 保费 13800138000')).toEqual({ references: [], wrong: false })
    expect(referencesIn('')).toEqual({ references: [], wrong: false })
  })
})
