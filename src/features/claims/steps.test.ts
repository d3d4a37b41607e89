import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pathFor } from '../../routes.ts'
import { CLAIM_STEPS } from './list-contract.ts'
import { nextStep, pageOf, pagePath, reachable, stepBefore, type WizardPage } from './steps.ts'

const PAGES: readonly WizardPage[] = [...CLAIM_STEPS, 'success']
const step = fc.constantFrom(...CLAIM_STEPS)
const some = fc.subarray([...CLAIM_STEPS])

describe('steps of a claim', () => {
  test('every address leads back to its step, with and without a claim', () => {
    for (const page of PAGES) {
      for (const id of [undefined, '01m7xes5ze0xmbgvxmhadtr4wq']) {
        const { pathname, search } = new URL(pagePath(page, id, { from: 'check' }), 'https://own.invalid')
        expect(pageOf(pathname, search)).toBe(page)
      }
    }
    expect(pageOf('/claim/application/apply', '?part=unknown')).toBe('event')
    expect(pageOf('/claim/query/list', '')).toBeUndefined()
  })

  test('the addresses are those of the routes', () => {
    const routes = ['claim.list', 'claim.read', 'claim.apply', 'claim.upload', 'claim.success'] as const
    expect(new Set(PAGES.map((page) => pagePath(page, undefined).split('?')[0]))).toEqual(
      new Set(routes.map((id) => pathFor(id))),
    )
  })

  test('the steps follow one another and back', () => {
    expect(CLAIM_STEPS.map(nextStep)).toEqual([...CLAIM_STEPS.slice(1), 'check'])
    expect(CLAIM_STEPS.map(stepBefore)).toEqual(['policy', ...CLAIM_STEPS.slice(0, -1)])
  })

  test('a step may be shown up to the first one that wants something, and as far as the draft has come on another device', () => {
    expect(reachable({ step: 'sign', done: ['policy'] }, 'sign')).toBe(true)
    expect(reachable({ step: 'sign', done: ['policy'] }, 'event')).toBe(false)
    expect(reachable({ step: 'documents', done: ['policy'] }, 'account')).toBe(true)
    // This step was finished on this page without a connection.
    expect(reachable({ step: 'sign', done: ['policy'] }, 'event', ['sign'])).toBe(true)
  })

  test('what may be shown has no holes, and more that is done never closes a step', () => {
    fc.assert(
      fc.property(step, some, some, step, (furthest, done, ready, page) => {
        const draft = { step: furthest, done }
        const shown = CLAIM_STEPS.map((one) => reachable(draft, one, ready))
        expect(shown.lastIndexOf(true)).toBe(
          shown.indexOf(false) < 0 ? CLAIM_STEPS.length - 1 : shown.indexOf(false) - 1,
        )
        if (reachable(draft, page)) expect(reachable(draft, page, ready)).toBe(true)
      }),
    )
  })
})
