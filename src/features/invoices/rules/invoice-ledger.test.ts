import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  invoicedAmount,
  invoiceInForce,
  invoiceState,
  nextDocument,
  redTax,
  remainingOf,
  taxIn,
  type LedgerDocument,
} from './invoice-ledger.ts'

type Act = { act: 'refund'; share: number } | { act: 'retitle' } | { act: 'issue' } | { act: 'fail' }
const acts = fc.array(
  fc.oneof<fc.Arbitrary<Act>[]>(
    fc.record({ act: fc.constant('refund' as const), share: fc.integer({ min: 1, max: 100 }) }),
    fc.constant<Act>({ act: 'retitle' }),
    fc.constant<Act>({ act: 'issue' }),
    fc.constant<Act>({ act: 'fail' }),
  ),
  { maxLength: 25 },
)

/** A payable with its invoice, changed the way the server does. */
class Books {
  documents: LedgerDocument[] = []
  titleNumber = 1
  kept: number
  constructor(paid: number) {
    this.kept = paid
  }

  /** Creates the next document, or finishes the open one. */
  step(outcome: 'issued' | 'failed'): boolean {
    const open = this.documents.find((it) => it.status === 'requested' || it.status === 'failed')
    if (open) {
      if (open.kind === 'blue') open.amount = this.kept
      open.status = open.amount === 0 ? 'dropped' : outcome
      return true
    }
    const next = nextDocument(this)
    if (next) this.documents.push({ ...next, id: String(this.documents.length), status: 'requested' })
    return next !== undefined
  }

  settle(): void {
    for (let i = 0; this.step('issued'); i++) if (i > 100) throw new Error('never settles')
  }
}

test('any order of issue, refund and new title adds up to what was kept, under the last title', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000_000 }), acts, (paid, list) => {
      const books = new Books(paid)
      for (const it of list) {
        if (it.act === 'refund') books.kept -= Math.ceil((books.kept * it.share) / 100)
        else if (it.act === 'retitle') books.titleNumber += 1
        else books.step(it.act === 'issue' ? 'issued' : 'failed')
        // Never is more invoiced than was paid, and no blue invoice is reversed by more than its amount.
        expect(invoicedAmount(books.documents)).toBeLessThanOrEqual(paid)
        for (const blue of books.documents.filter((doc) => doc.kind === 'blue' && doc.status === 'issued'))
          expect(remainingOf(blue, books.documents)).toBeGreaterThanOrEqual(0)
      }
      books.settle()
      expect(invoicedAmount(books.documents)).toBe(books.kept)
      expect(invoiceInForce(books.documents)?.titleNumber ?? books.titleNumber).toBe(books.titleNumber)
      expect(nextDocument(books)).toBeUndefined()
    }),
  )
})

test('states: asked for, in force, a part and all taken back, and issued anew', () => {
  const books = new Books(1_000)
  books.step('issued')
  expect(invoiceState(books.documents)).toBe('requested')
  books.settle()
  expect(invoiceState(books.documents)).toBe('issued')
  books.kept = 600
  books.settle()
  expect([invoiceState(books.documents), books.documents.at(-1)]).toMatchObject([
    'part_reversed',
    { kind: 'red', reason: 'refund', amount: 400 },
  ])
  books.titleNumber = 2
  books.settle()
  expect([invoiceState(books.documents), books.documents.slice(-2)]).toMatchObject([
    'reissued',
    [
      { kind: 'red', reason: 'title', amount: 600, titleNumber: 1 },
      { kind: 'blue', reason: 'title', amount: 600, titleNumber: 2 },
    ],
  ])
  books.kept = 0
  books.settle()
  expect(invoiceState(books.documents)).toBe('reversed')
})

test('tax is part of the amount, and the red ones take back exactly that of the blue', () => {
  expect([taxIn(10_600, 600), taxIn(169_322, 600), taxIn(500, 0)]).toEqual([600, 9_584, 0])
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10_000_000 }),
      fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 6 }),
      fc.constantFrom(0, 300, 600, 1300),
      (amount, shares, rate) => {
        let [left, tax] = [amount, taxIn(amount, rate)]
        for (const share of shares) {
          const part = Math.ceil((left * share) / 100)
          tax -= redTax(left, part, rate)
          left -= part
        }
        tax -= redTax(left, left, rate)
        expect(tax).toBe(0)
      },
    ),
  )
})
