import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answersSchema, READ_PAGES, type Answers } from './contract.ts'
import { asksPregnancy, planFacts, questionsFor } from './rules/plan-facts.ts'
import { doneSteps, healthErrors, openStep, reachable, reopened, stepsOf, type Draft } from './steps.ts'
import { STEP_IDS } from './rules/step-ids.ts'

const answers: Answers = answersSchema.parse({ trip: { plan: 'global-study' } })
const empty: Draft = {
  status: 'created',
  answers,
  reads: [],
  questions: ['q1', 'q3'],
  declarations: ['truth'],
  consentNeeded: false,
  consent: null,
  peopleErrors: { relationship: 'relationship_required' },
  priced: false,
}
const full: Draft = {
  ...empty,
  reads: READ_PAGES.map((page) => ({ page })),
  answers: { ...answers, health: { answers: { q1: 'no', q3: 'yes' }, details: { q3: 'Asthma, since 2019, inhaler' } } },
  peopleErrors: {},
  priced: true,
}
const drafts: fc.Arbitrary<Draft> = fc
  .record({
    status: fc.constantFrom('created', 'awaiting_payment', 'paid', 'issued'),
    reads: fc.subarray(READ_PAGES.map((page) => ({ page }))),
    consentNeeded: fc.boolean(),
    consent: fc.constantFrom(null, { status: 'sent' as const }, { status: 'agreed' as const }),
    questions: fc.constantFrom([], ['q1']),
    health: fc.constantFrom({}, { q1: 'no' as const }, { q1: 'yes' as const }),
    valid: fc.boolean(),
    priced: fc.boolean(),
  })
  .map(
    ({ health, valid, ...draft }) =>
      ({
        ...empty,
        ...draft,
        answers: { ...answers, health: { answers: health, details: {} } },
        peopleErrors: valid ? {} : { x: 'required' },
      }) as Draft,
  )

describe('steps', () => {
  it('stand in the order of domain §4.1 and leave out what is not needed', () => {
    expect(stepsOf(empty)).toEqual([
      'enter',
      'before-you-buy',
      'terms',
      'not-covered',
      'people',
      'health',
      'check',
      'pay',
    ])
    expect(stepsOf({ ...full, consentNeeded: true })).toEqual(STEP_IDS)
    expect(stepsOf({ ...full, questions: [] })).not.toContain('health')
  })
  it('open one after another', () => {
    expect(openStep(empty)).toBe('enter')
    expect(openStep({ ...empty, reads: [{ page: 'before-you-buy' }] })).toBe('enter')
    expect(openStep({ ...full, peopleErrors: { x: 'required' } })).toBe('people')
    expect(openStep({ ...full, consentNeeded: true, consent: { status: 'sent' } })).toBe('consent')
    expect(openStep(full)).toBe('check')
    expect(openStep({ ...full, status: 'awaiting_payment' })).toBe('pay')
  })
  it('never skip: what is reachable has everything before it done', () => {
    fc.assert(
      fc.property(drafts, (draft) => {
        const steps = stepsOf(draft)
        const done = doneSteps(draft)
        expect(steps).toContain(openStep(draft))
        for (const id of steps.filter((step) => reachable(draft, step))) {
          expect(steps.slice(0, steps.indexOf(id)).every((before) => done.includes(before))).toBe(true)
        }
      }),
    )
  })
  it('want every question answered, and words for a yes', () => {
    expect(healthErrors(empty)).toEqual({ 'answers.q1': 'answer_required', 'answers.q3': 'answer_required' })
    expect(healthErrors(full)).toEqual({})
    const silent = {
      ...full,
      answers: {
        ...full.answers,
        health: { answers: { q1: 'no' as const, q3: 'yes' as const }, details: { q3: ' ' } },
      },
    }
    expect(healthErrors(silent)).toEqual({ 'details.q3': 'detail_required' })
  })
})

describe('a change opens again', () => {
  const after = (change: (copy: Answers) => void): Answers => {
    const copy = structuredClone(full.answers)
    change(copy)
    return copy
  }
  const opens = (change: (copy: Answers) => void) => reopened(full.answers, after(change))
  it('nothing when nothing changed, whatever the order of keys', () => {
    expect(
      opens((copy) => {
        copy.health.answers = { q3: 'yes', q1: 'no' }
      }),
    ).toEqual([])
  })
  it('consent for another tier: of the texts only those that differ, by their checksum', () => {
    expect(
      opens((copy) => {
        copy.trip.tier = 'premier'
      }),
    ).toEqual(['consent', 'check'])
  })
  it('the texts, health and consent for another plan', () => {
    expect(
      opens((copy) => {
        copy.trip.plan = 'us-campus'
      }),
    ).toEqual(['enter', 'before-you-buy', 'terms', 'not-covered', 'health', 'consent', 'check'])
  })
  it('the consent, not health, for other days', () => {
    expect(
      opens((copy) => {
        copy.trip.start = '2027-01-01'
      }),
    ).toEqual(['consent', 'check'])
  })
  it('health for another insured person, not for another address', () => {
    const insured = (change: (copy: Answers) => void) =>
      reopened(
        { ...full.answers, people: { ...full.answers.people, relationship: 'child' } },
        after((copy) => {
          copy.people.relationship = 'child'
          change(copy)
        }),
      )
    expect(
      insured((copy) => {
        copy.people.insured.birthDate = '2005-01-01'
      }),
    ).toEqual(['health', 'consent', 'check'])
    expect(
      insured((copy) => {
        copy.people.insured.email = 'new@example.com'
      }),
    ).toEqual(['check'])
  })
  it('the consent for another policyholder, not for the name in the passport: its text goes by the ID', () => {
    expect(
      opens((copy) => {
        copy.people.policyholder.idName = '王大明'
      }),
    ).toContain('consent')
    expect(
      opens((copy) => {
        copy.people.policyholder.passportName = 'WANG DAMING'
      }),
    ).toEqual(['check'])
    for (const field of ['email', 'mobile', 'institution'] as const)
      expect(
        opens((copy) => {
          copy.people.policyholder[field] = 'another'
        }),
        field,
      ).toEqual(['check'])
    expect(
      opens((copy) => {
        copy.people.insured.passportName = 'WANG XIAOYU'
      }),
    ).toEqual(['check'])
  })
  it('the consent, once the buyer reads the mail of who agreed', () => {
    const { people } = full.answers
    const of = (email: string): Answers => ({
      ...full.answers,
      people: {
        ...people,
        relationship: 'child',
        policyholder: { ...people.policyholder, email },
        insured: { ...people.insured, email: 'child@example.com' },
      },
    })
    expect(reopened(of('a@example.com'), of('b@example.com'))).toEqual(['check'])
    expect(reopened(of('a@example.com'), of('Child@example.com'))).toEqual(['consent', 'check'])
  })
  it('the consents of a family, once the student reads the mail of one of it, and not when another of it goes', () => {
    const member = (key: string, email: string) => ({
      key,
      relationship: 'spouse' as const,
      person: { ...full.answers.people.insured, idNumber: key, email },
      deathBenefitElsewhere: null,
    })
    const of = (email: string, ...family: ReturnType<typeof member>[]): Answers => ({
      ...full.answers,
      people: {
        ...full.answers.people,
        relationship: 'self',
        policyholder: { ...full.answers.people.policyholder, email },
        family,
      },
    })
    const [a, b, near] = [member('a', 'a@example.com'), member('b', 'b@example.com'), member('c', 'me@example.com')]
    expect(reopened(of('me@example.com', a, b), of('b@example.com', a, b))).toContain('consent')
    expect(reopened(of('me@example.com', a, near), of('b@example.com', a, near))).toContain('consent')
    expect(reopened(of('me@example.com', a, near), of('me@example.com', a))).not.toContain('consent')
    expect(reopened(of('me@example.com', a, b), of('new@example.com', a, b))).toEqual(['check'])
  })
  it('health for other answers', () => {
    expect(
      opens((copy) => {
        copy.health.answers['q1'] = 'yes'
      }),
    ).toEqual(['health', 'check'])
  })
})

describe('facts of a plan', () => {
  const plan = {
    ages: { from: 6, to: 40 },
    family: null,
    health: [1, 10, 12],
    waiting: null,
    tiers: [
      { id: 'basic', benefits: { accident: { state: 'amount', amount: { amount: 10_000_000 } } } },
      { id: 'none', benefits: { accident: { state: 'none' } } },
    ],
  }
  it('are ages, death benefit and questions', () => {
    expect(planFacts(plan, 'basic')).toEqual({ ages: { from: 6, to: 40 }, deathBenefit: 100_000, family: false })
    expect(planFacts(plan, 'none').deathBenefit).toBeNull()
    expect(questionsFor(plan, { gender: 'female', birthDate: '2004-01-01' }, '2026-11-20')).toEqual([
      'q1',
      'q10',
      'q12',
    ])
    expect(questionsFor(plan, { gender: 'male', birthDate: '2004-01-01' }, '2026-11-20')).toEqual(['q1', 'q12'])
  })
  it('ask about pregnancy only where it matters', () => {
    expect(asksPregnancy({ gender: 'female', birthDate: '2020-01-01' }, '2026-11-20')).toBe(false)
    expect(asksPregnancy({ gender: 'female', birthDate: '' }, '2026-11-20')).toBe(false)
  })
})
