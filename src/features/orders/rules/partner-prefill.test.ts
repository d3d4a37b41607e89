import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { EMPTY_PERSON, withRelationship } from './people-draft.ts'
import { prefilledAnswers, prefilledFields } from './partner-prefill.ts'

const SAID = {
  trip: { plan: 'us-campus', tier: 'gold', start: '2027-01-10', end: '2028-01-09' },
  student: { idName: '林悦', birthDate: '2004-08-20', email: 'yue@example.com' },
}

describe('what a partner said', () => {
  it('stands in the answers that it fills in, and is found there', () => {
    const answers = prefilledAnswers(SAID)
    expect(answers?.people.insured).toEqual({ ...EMPTY_PERSON, ...SAID.student })
    expect(answers && prefilledFields(SAID, answers)).toEqual([
      'trip.plan',
      'trip.tier',
      'trip.start',
      'trip.end',
      'people.insured.idName',
      'people.insured.birthDate',
      'people.insured.email',
    ])
  })
  it('is no application without a plan', () => expect(prefilledAnswers({ ...SAID, trip: {} })).toBeUndefined())
  it('of another plan is not taken for the one that was chosen', () => {
    const answers = prefilledAnswers(SAID, {
      trip: { plan: 'uk-plus', tier: '', start: '', end: '', destination: '', arrived: null },
    })
    expect(answers?.trip).toMatchObject({ plan: 'uk-plus', tier: '', start: '' })
    expect(answers?.people.insured.idName).toBe('林悦')
  })
  it('moves with the relationship, there and back', () => {
    const people = prefilledAnswers(SAID)?.people
    if (!people) throw new Error('no answers')
    const self = withRelationship(people, 'self')
    expect(self.policyholder).toMatchObject(SAID.student)
    expect(withRelationship(self, 'child').policyholder).toEqual(EMPTY_PERSON)
    const typed = { ...people, policyholder: { ...EMPTY_PERSON, birthDate: '1975-05-05', idName: '林建国' } }
    expect(withRelationship(typed, 'self').policyholder.idName).toBe('林建国')
  })
  it('stands in exactly the answers that are still the same', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (name, typed) => {
        const answers = prefilledAnswers({ trip: { plan: 'us-campus' }, student: { idName: name } })
        if (!answers) return false
        const changed = {
          ...answers,
          people: { ...answers.people, insured: { ...answers.people.insured, idName: typed } },
        }
        const stands = prefilledFields({ trip: {}, student: { idName: name } }, changed).includes(
          'people.insured.idName',
        )
        return stands === (name !== '' && name === typed)
      }),
    )
  })
})
