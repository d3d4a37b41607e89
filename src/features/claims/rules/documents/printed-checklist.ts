/**
 * The checklist to print before there is a claim: for each type, documents that are always asked for and those that an
 * answer adds. Holds no rule: it asks `draft/required-documents.ts` with one answer at a time.
 */
import { EMPTY_ANSWERS, type ClaimAnswers } from '../claim-fields.ts'
import { emptyHeir } from '../heirs.ts'
import { requiredDocuments } from '../draft/required-documents.ts'
import type { ClaimType, DocumentKind } from '../document-kinds.ts'
import { LIMITS } from '../../../../lib/limits-and-periods.ts'

export interface TypeChecklist {
  always: DocumentKind[]
  /** With every reason that can add it: `claims:because.<id>`. */
  onlyIf: { kind: DocumentKind; because: string[] }[]
}

const DEAR: ClaimAnswers['visits'] = [
  { id: 'a', day: '', amount: LIMITS.itemisedBillAbove * 100 + 1, currency: 'CNY', invoice: '', elsewhere: null },
]
/** The answers that can add a document, one at a time. */
const HEIRS: ClaimAnswers['heirs'] = [emptyHeir('aaaa'), emptyHeir('bbbb')]
const ANSWERS: readonly { answers?: Partial<ClaimAnswers>; guardian?: true; mainland?: true }[] = [
  { answers: { admitted: true } },
  { answers: { visits: DEAR } },
  { answers: { medicine: true } },
  { answers: { thirdParty: true } },
  { answers: { otherInsurance: true } },
  { answers: { accountOwn: false } },
  { guardian: true },
  { mainland: true },
  { answers: { deathCause: 'accident' } },
  { answers: { heirs: HEIRS } },
]

/** In the order of the wizard's own checklist, from which it is made; optional documents last. */
export function printedChecklist(type: ClaimType): TypeChecklist {
  // After a death the claimant signs, whoever the insured was.
  const ask = (answers: Partial<ClaimAnswers>, guardian: boolean, mainland: boolean) =>
    requiredDocuments({
      answers: { ...EMPTY_ANSWERS, type, ...answers },
      twoSided: mainland,
      guardian: guardian && type !== 'death',
    })
  const base = ask({}, false, false)
  const always = base.filter(({ required }) => required).map(({ kind }) => kind)
  const reasons = new Map<DocumentKind, string[]>()
  const add = (kind: DocumentKind, because: string): void => {
    if (always.includes(kind)) return
    const known = reasons.get(kind) ?? []
    if (!known.includes(because)) reasons.set(kind, [...known, because])
  }
  for (const { answers = {}, guardian = false, mainland = false } of ANSWERS)
    for (const it of ask(answers, guardian, mainland))
      if (it.required || it.because === 'made') add(it.kind, it.because)
  for (const { kind, because } of base.filter((it) => !it.required && !reasons.has(it.kind))) add(kind, because)
  return { always, onlyIf: [...reasons].map(([kind, because]) => ({ kind, because })) }
}
