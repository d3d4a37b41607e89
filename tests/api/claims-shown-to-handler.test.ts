/** What a claimant states reaches the handler: every answer changes what `claims show --reveal` prints. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sealAccount } from '../../src/features/claims/server/answer-columns.ts'
import { answerColumns } from '../../src/features/claims/server/case/claim-list-summary.ts'
import { heirSchema } from '../../src/features/claims/rules/heirs.ts'
import { answersSchema, visitSchema, type ClaimAnswers } from '../../src/features/claims/rules/claim-fields.ts'
import { CLAIM_TYPES } from '../../src/features/claims/rules/document-kinds.ts'
import { nameHeirs } from '../../src/features/claims/server/settlement/heirs-as-payees.ts'
import { loadCase } from '../../src/features/claims/server/case/load-case.ts'
import { settleAssessment } from '../../src/features/claims/server/settlement/decide-claim.ts'
import { assess } from '../../src/features/claims/server/settlement/assess-claim.ts'
import { assessInput } from '../../src/features/claims/server/settlement/assessment-as-typed.ts'
import { ANSWERS, placeClaim } from './place-claim.ts'
import { ClaimBench, handlerCommands } from './claims-handler.ts'

let bench: ClaimBench
beforeAll(async () => {
  bench = await ClaimBench.ready()
})
afterAll(() => bench.close())

const ELSEWHERE = { slug: 'mvz-park', name: 'MVZ Praxis', city: 'Jena', country: 'DE' as const }
const HEIR = {
  id: 'heir1',
  name: '林建国',
  relation: 'parent' as const,
  idType: 'passport' as const,
  idNumber: 'E11111111',
  birthDate: '1970-01-01',
  guardian: '',
  percent: '60',
  accountName: '林建国',
  accountNumber: '6222021111111111111',
  bankName: '中国银行',
  bankFields: { branch: '上海徐汇支行' },
}
/** Every field of the form with a value. */
const FULL: ClaimAnswers = {
  type: 'accident',
  incidentDay: '2026-03-01',
  incidentTime: '18:40',
  admitted: false,
  thirdParty: false,
  place: 'Crossing',
  contactPerson: '林晓',
  contactPhone: '13800001234',
  email: 'claims.lin@example.com',
  description: 'Fell.',
  hospital: { slug: 'sample-street', name: 'Sample Street Practice', city: 'London', country: 'GB' },
  visits: [
    {
      id: 'v001',
      day: '2026-03-01',
      typed: '85,40',
      amount: 8_540,
      currency: 'GBP',
      invoice: 'INV-1',
      elsewhere: ELSEWHERE,
      other: { payer: 'Campus plan', typed: '12,00', amount: 1_200 },
    },
  ],
  admissionDay: '2026-03-01',
  dischargeDay: '2026-03-02',
  billPaid: true,
  medicine: false,
  otherInsurance: false,
  accountOwn: false,
  payeeName: '林建国',
  payeeRelation: 'parent',
  accountCountry: 'CN',
  accountName: '林建国',
  accountNumber: '6217850000000004417',
  bankName: '中国银行',
  bankFields: { branch: '北京中关村支行' },
  accountFrom: 'earlier-claim-1',
  idShown: 'passport',
  unavailable: [{ kind: 'medical_record', reason: 'lost', why: 'On the train.' }],
  deathCause: 'accident',
  deathDay: '2026-03-02',
  claimant: { name: '林建国', relation: 'parent', idType: 'passport', idNumber: 'E11111111' },
  heirs: [HEIR, { ...HEIR, id: 'heir2', name: '王芳', idNumber: 'E22222222', percent: '40' }],
  heirShares: 'agreed',
  declarations: ['sensitive', 'cross-border'],
}

/** Values that differ from those of `FULL`, by path; texts get a letter more, amounts a unit, answers the other one. */
const OTHERS: Readonly<Record<string, unknown>> = {
  type: 'inpatient',
  incidentDay: '2026-02-27',
  incidentTime: '18:41',
  admissionDay: '2026-02-28',
  dischargeDay: '2026-03-01',
  'hospital.country': 'DE',
  'visits.0.day': '2026-02-28',
  'visits.0.id': 'v009',
  'visits.0.currency': 'EUR',
  'visits.0.elsewhere.country': 'FR',
  payeeRelation: 'spouse',
  accountCountry: 'HK',
  idShown: 'card',
  'unavailable.0.kind': 'prescription',
  'unavailable.0.reason': 'later',
  deathCause: 'illness',
  deathDay: '2026-03-03',
  'claimant.relation': 'spouse',
  'claimant.idType': 'resident_id',
  heirShares: 'equal',
  'heirs.0.id': 'heir9',
  'heirs.0.relation': 'spouse',
  'heirs.0.idType': 'resident_id',
  'heirs.0.birthDate': '1971-01-01',
  'heirs.0.percent': '61',
}
/** Not shown, each for its reason. */
const NOT_SHOWN: Readonly<Record<string, string>> = {
  idShown: 'only says how many pages are asked for, and they are among the documents',
  accountFrom: 'the account itself is stored with the case when it is sent, and shown',
  'declarations.0': 'no claim is sent without it',
  'heirs.0.id': 'the payee has an id of ours, which commands take',
  'heirs.0.birthDate': 'only says whether a guardian signs, who is shown',
  'heirs.0.guardian': 'shown for an heir under 18',
}

type Path = readonly (string | number)[]
function leaves(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([key, it]) => leaves(it, [...path, key]))
}
function changed(value: unknown, path: Path, place: string): unknown {
  const [key, ...rest] = path
  if (key === undefined) {
    if (place in OTHERS) return OTHERS[place]
    if (typeof value === 'boolean') return !value
    return typeof value === 'number' ? value + 1 : `${String(value)}x`
  }
  if (Array.isArray(value)) return value.map((it: unknown, i) => (String(i) === key ? changed(it, rest, place) : it))
  const fields = Object.fromEntries(Object.entries(value ?? {}))
  return { ...fields, [key]: changed(fields[key], rest, place) }
}

describe.each(['accident', 'death'] as const)('a claim of %s with everything stated', (type) => {
  it('has a value for each field of the form', () => {
    expect(Object.keys(FULL).sort()).toEqual(Object.keys(answersSchema.shape).sort())
    const [visit] = FULL.visits
    expect(Object.keys(visit ?? {}).sort()).toEqual(Object.keys(visitSchema.shape).sort())
    expect(Object.keys(HEIR).sort()).toEqual(Object.keys(heirSchema.shape).sort())
  })
  it('prints something else when any answer is another one', async () => {
    const { deps } = bench.server
    const full = { ...FULL, type }
    const placed = await placeClaim(deps, { answers: full, documents: [], another: false })
    const show = async (answers: ClaimAnswers): Promise<string> => {
      await deps.write(async (trx) => {
        await trx
          .updateTable('claims')
          .set({
            ...answerColumns(deps, answers),
            type: answers.type || null,
            incident_day: answers.incidentDay,
            account: sealAccount(deps, answers),
          })
          .where('id', '=', placed.id)
          .execute()
        if (type === 'death') await nameHeirs(deps, trx, placed.id, answers)
      })
      const { said, code } = await handlerCommands(bench.server)('wu', 'show', placed.caseNumber, '--reveal')
      expect(code).toBe(0)
      // Ids of payees are new each time.
      return said
        .replace(/^event .*\n?/gm, '')
        .trim()
        .replace(/^heir \S+/gm, 'heir')
    }
    const before = await show(full)
    const ofDeath = /^(death|claimant|heir)/
    const silent: string[] = []
    for (const path of leaves(full)) {
      const place = path.join('.')
      if (place.startsWith('heirs.1') || (type !== 'death' && ofDeath.test(place))) continue
      if (place === 'type' && type === 'death') continue
      const answers = answersSchema.safeParse(changed(full, path, place))
      expect(answers.success, place).toBe(true)
      if (answers.data && (await show(answers.data)) === before) silent.push(place)
    }
    const expected = Object.keys(NOT_SHOWN).filter((place) => type === 'death' || !ofDeath.test(place))
    expect(silent.sort()).toEqual(expected.sort())
  })
})

it.each(CLAIM_TYPES)('%s: other insurance, medicine and another hospital are printed', async (type) => {
  const { deps } = bench.server
  const placed = await placeClaim(deps, { answers: { ...FULL, type, otherInsurance: true, medicine: true } })
  const { said } = await handlerCommands(bench.server)('wu', 'show', placed.caseNumber, '--reveal')
  for (const text of [
    'other insurance yes',
    'medicine yes',
    'MVZ Praxis, Jena, DE',
    'Campus plan paid GBP',
    '北京中关村支行',
  ])
    expect(said).toContain(text)
  const masked = (await handlerCommands(bench.server)('wu', 'show', placed.caseNumber)).said
  expect(masked).toContain('other insurance yes')
  expect(masked).not.toMatch(/MVZ|Campus|中关村|Crossing/)
})

describe('what other insurance has paid, invoice by invoice', () => {
  const visits: ClaimAnswers['visits'] = [
    { id: 'v001', day: '2026-03-01', amount: 800_000, currency: 'CNY', invoice: 'A', elsewhere: null },
    {
      id: 'v002',
      day: '2026-03-01',
      amount: 17_558,
      currency: 'CNY',
      invoice: 'B',
      elsewhere: null,
      other: { payer: 'Campus plan', typed: '122.91', amount: 12_291 },
    },
  ]
  const settled = async (answers: Partial<ClaimAnswers>) => {
    const { deps } = bench.server
    const { id } = await placeClaim(deps, { answers: { ...ANSWERS, visits, ...answers } })
    const found = await loadCase(deps, id)
    return settleAssessment(found, await assess(deps, found, assessInput.parse({}))).sheet
  }
  it('comes off its own visit: one of which nothing is paid takes nothing from the others', async () => {
    const honest = await settled({ otherInsurance: true })
    const silent = await settled({ otherInsurance: false })
    const alone = await settled({ otherInsurance: false, visits: visits.slice(0, 1) })
    expect(honest.payable).toBe(693_000)
    expect([silent.payable, alone.payable]).toEqual([honest.payable, honest.payable])
  })
  it('is taken off by itself where something is paid for the visit', async () => {
    const [first, second] = visits
    if (!first || !second?.other) throw new Error('two visits')
    const sheet = await settled({ otherInsurance: true, visits: [{ ...first, other: second.other }, second] })
    expect(sheet.payable).toBe(693_000 - 12_291)
    expect(sheet.steps.find((it) => it.kind === 'other_insurance')?.note.en).toContain('Campus plan')
  })
  it('an approval that takes nothing off for it needs a confirmation', async () => {
    const { deps } = bench.server
    const { caseNumber } = await placeClaim(deps, { answers: { ...ANSWERS, otherInsurance: true } })
    const desk = (verb: string, ...words: string[]) => handlerCommands(bench.server)('wu', verb, caseNumber, ...words)
    await desk('review')
    expect((await desk('approve', '--dry-run')).said).toMatch(/! other_insurance .*claimed yes, assessed none/)
    expect((await desk('approve')).said).toMatch(/Refused: unconfirmed .*other_insurance/)
    expect((await desk('approve', '--confirm', 'other_insurance')).code).toBe(0)
  })
})
