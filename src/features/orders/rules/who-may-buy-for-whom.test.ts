import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '../../../lib/days/dates.ts'
import { LIMITS } from '../../../lib/limits-and-periods.ts'
import { LANGS } from '../../../lib/locale.ts'
import type { Relationship } from './people-draft.ts'
import { isChild } from './sensitive-fields.ts'
import { check, forChild, parent, person, PLAN, TODAY } from './people.testing.ts'

describe('who may buy (domain §4.2)', () => {
  it('an adult for herself', () => {
    const { errors, consequences } = check({ relationship: 'self', policyholder: person('2004-08-20') })
    expect(errors).toEqual({})
    expect(consequences).toMatchObject({ consentNeeded: null, deathBenefit: 300_000, proofOfRelationship: false })
  })
  it('at 16 and 17 only on own wages, never below', () => {
    const young = { relationship: 'self' as const, policyholder: person('2009-11-21'), deathBenefitElsewhere: 0 }
    expect(check(young).errors).toEqual({ ownWages: 'own_wages_required' })
    expect(check({ ...young, ownWages: true }).errors).toEqual({})
    expect(check({ ...young, ownWages: true, policyholder: person('2010-11-21') }).errors).toEqual({
      'policyholder.birthDate': 'buyer_age',
    })
  })
  it('nobody under another name', () => {
    const same = person('1975-05-05', { gender: 'male' })
    expect(
      check(
        { relationship: 'dependant', policyholder: parent, insured: same },
        { plan: { ...PLAN, ages: { from: 6, to: 90 } } },
      ).errors,
    ).toEqual({ 'insured.idNumber': 'same_person' })
  })
  it('no child older than the parent', () => {
    const old = person('1974-01-01')
    expect(
      check(
        { relationship: 'child', policyholder: parent, insured: old },
        { plan: { ...PLAN, ages: { from: 6, to: 90 } } },
      ).errors,
    ).toEqual({ relationship: 'relationship_age' })
  })
  it('no parent younger than a birth allows', () => {
    const tie = (birth: string) =>
      check({
        relationship: 'child',
        policyholder: person(birth),
        insured: person('2012-05-05'),
        deathBenefitElsewhere: 0,
      }).errors['relationship']
    expect([tie('1998-05-06'), tie('1998-05-05'), tie('1980-05-05')]).toEqual([
      'relationship_age',
      undefined,
      undefined,
    ])
  })
  it.each(LANGS)('the message about that (%s) says as many years as the rule', (lang) => {
    const { field } = JSON.parse(readFileSync(`public/locales/${lang}/errors.json`, 'utf8')) as {
      field: Record<string, string>
    }
    expect(field['relationship_age']?.match(/\d+/g)).toEqual([String(LIMITS.parentYears)])
  })
  it('a school names itself', () => {
    expect(check({ relationship: 'school', policyholder: parent, insured: person('2004-08-20') }).errors).toEqual({
      'policyholder.institution': 'institution_required',
    })
  })
})

describe('age and plan', () => {
  it('counts age at the start of cover', () => {
    const turns = person('2020-11-25')
    expect(forChild(turns, { deathBenefitElsewhere: 0 }).errors).toEqual({})
    expect(
      check(
        { relationship: 'child', policyholder: parent, insured: turns, deathBenefitElsewhere: 0 },
        { start: '2026-11-24' },
      ).errors,
    ).toEqual({ 'insured.birthDate': 'age_below_plan' })
    expect(check({ relationship: 'self', policyholder: person('1985-11-30') }).errors).toEqual({
      'policyholder.birthDate': 'age_above_plan',
    })
  })
})

describe('who was born today', () => {
  const born = (day: string) =>
    check(
      { relationship: 'child', policyholder: parent, insured: person(day) },
      { plan: { ...PLAN, ages: { from: 0, to: 40 } }, start: addDays(TODAY, 3) },
    ).errors['insured.birthDate']
  it('is 0, also where tomorrow has begun; not who will be', () => {
    expect([born(TODAY), born(addDays(TODAY, 1)), born(addDays(TODAY, 2))]).toEqual([
      undefined,
      undefined,
      'birth_future',
    ])
  })
  it('is a child whose data are sensitive', () => {
    expect([TODAY, addDays(TODAY, 1)].map((birthDate) => isChild({ birthDate }, TODAY))).toEqual([true, true])
  })
})

describe('death benefit', () => {
  it('needs the consent of an adult, parents’ children too', () => {
    const adult = person('2004-08-20')
    expect(forChild(adult).consequences).toMatchObject({ consentNeeded: 'student', deathBenefit: 300_000 })
    expect(forChild({ ...adult, email: '', mobile: '' }).errors).toEqual({ 'insured.email': 'reach_required' })
  })
  it('needs none where the plan has none, unless the tie itself does', () => {
    const adult = person('2004-08-20')
    const plan = { ...PLAN, deathBenefit: null }
    expect(
      check({ relationship: 'child', policyholder: parent, insured: adult }, { plan }).consequences.consentNeeded,
    ).toBeNull()
    expect(
      check({ relationship: 'school', policyholder: parent, insured: adult }, { plan }).consequences.consentNeeded,
    ).toBe('student')
  })
  it('is left out when anyone but a parent buys for a minor', () => {
    const minor = person('2012-03-03')
    for (const relationship of ['dependant', 'school', 'spouse'] as const) {
      expect(check({ relationship, policyholder: { ...parent, institution: 'Agency' }, insured: minor })).toMatchObject(
        {
          errors: {},
          consequences: {
            deathBenefitExcluded: 'minor_not_parent',
            deathBenefit: 0,
            proofOfRelationship: true,
            askElsewhere: false,
          },
        },
      )
    }
  })
  it('keeps a minor’s sum under the limit of all insurers together', () => {
    const nine = person('2017-03-03')
    const twelve = person('2014-03-03')
    expect(forChild(nine).errors).toEqual({ deathBenefitElsewhere: 'elsewhere_required' })
    // Before it is known for whom the policy is, the page does not ask.
    expect(forChild(nine, { relationship: '' }).errors).not.toHaveProperty('deathBenefitElsewhere')
    expect(forChild(nine, { deathBenefitElsewhere: 0 }).consequences).toMatchObject({
      minorLimit: 200_000,
      deathBenefit: 200_000,
    })
    expect(forChild(twelve, { deathBenefitElsewhere: 350_000 }).consequences).toMatchObject({
      minorLimit: 500_000,
      deathBenefit: 150_000,
    })
    expect(forChild(twelve, { deathBenefitElsewhere: 500_000 }).consequences).toMatchObject({
      deathBenefitExcluded: 'minor_limit_used',
      deathBenefit: 0,
    })
  })
  it('never exceeds plan or limit, whatever is bought for whom', () => {
    const ages = fc.integer({ min: 0, max: 60 * 365 }).map((days) => addDays(TODAY, -days))
    const ties = fc.constantFrom<Relationship>('self', 'spouse', 'child', 'parent', 'dependant', 'school')
    fc.assert(
      fc.property(ages, ties, fc.integer({ min: 0, max: 1_000_000 }), (birth, relationship, elsewhere) => {
        const { consequences: c } = check({
          relationship,
          policyholder: relationship === 'self' ? person(birth) : parent,
          insured: person(birth),
          deathBenefitElsewhere: elsewhere,
        })
        expect(c.deathBenefit).toBeLessThanOrEqual(PLAN.deathBenefit)
        expect(c.deathBenefit).toBeGreaterThanOrEqual(0)
        if (c.minorLimit !== null)
          expect(c.deathBenefit + elsewhere).toBeLessThanOrEqual(Math.max(c.minorLimit, elsewhere))
        if (c.deathBenefitExcluded) expect(c.deathBenefit).toBe(0)
        if (c.consentNeeded) expect(relationship).not.toBe('self')
      }),
    )
  })
})
