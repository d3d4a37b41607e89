import { describe, expect, it } from 'vitest'
import { INVOICE_STATES } from '../contract.ts'
import { PREPAID_STATUSES, prepaidKeyOf, prepaidPath, prepaidStatusOf, truePrepaidPath } from './prepaid-status.ts'

const KEY = 'kT3_xAbCdEfGhIjKlMnOpQrStUv'

describe('addresses of an invoice for money paid in advance', () => {
  it('has one status for each state, and each status for some', () => {
    expect(new Set(INVOICE_STATES.map(prepaidStatusOf))).toEqual(new Set(PREPAID_STATUSES))
    expect([
      prepaidStatusOf('not_requested'),
      prepaidStatusOf('issuing'),
      prepaidStatusOf('reversed'),
      prepaidStatusOf('failed'),
    ]).toEqual(['apply', 'pending', 'issued', 'failed'])
  })

  it('carries the key, in both languages', () => {
    expect(prepaidKeyOf(prepaidPath('apply', KEY))).toBe(KEY)
    expect(prepaidKeyOf(`/cn${prepaidPath('failed', KEY)}`)).toBe(KEY)
    expect(prepaidKeyOf('/prepaid/apply')).toBe('')
  })

  it('is put right where it says another status, whatever that is, and left alone where it is right', () => {
    for (const said of [...PREPAID_STATUSES, 'anything']) {
      for (const state of INVOICE_STATES) {
        const right = `/cn/prepaid/${prepaidStatusOf(state)}/${KEY}`
        expect(truePrepaidPath(`/cn/prepaid/${said}/${KEY}`, { lang: 'cn', state })).toBe(
          right === `/cn/prepaid/${said}/${KEY}` ? undefined : right,
        )
      }
    }
    expect(truePrepaidPath(`/prepaid/apply/${KEY}`, { lang: 'en', state: 'issued' })).toBe(`/prepaid/issued/${KEY}`)
  })
})
