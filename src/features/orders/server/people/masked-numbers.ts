/**
 * Numbers of IDs and passports in the answers of an order: masked for whoever may not see them, and taken back from
 * what such a person saves.
 */
import { maskIdNumber } from '../../../../lib/people/id-number.ts'
import type { Answers } from '../../contract.ts'
import { healthSchema } from '../../rules/order-fields.ts'
import type { PeopleDraft, PersonDraft } from '../../rules/people-draft.ts'

const NUMBERS = ['idNumber', 'passportNumber'] as const

type OfPerson = (person: PersonDraft, key: 'policyholder' | 'insured' | { member: string }) => PersonDraft

const eachPerson = (people: PeopleDraft, change: OfPerson): PeopleDraft => ({
  ...people,
  policyholder: change(people.policyholder, 'policyholder'),
  insured: change(people.insured, 'insured'),
  family: people.family.map((member) => ({ ...member, person: change(member.person, { member: member.key }) })),
})

export const masked = (answers: Answers): Answers => ({
  ...answers,
  people: eachPerson(answers.people, (person) => ({
    ...person,
    idNumber: person.idNumber && maskIdNumber(person.idNumber),
    passportNumber: person.passportNumber && maskIdNumber(person.passportNumber),
  })),
})

/** What somebody reads who has a sent order only by a typed address: masked, and nothing about anybody's health. */
export const shownByAddress = (answers: Answers): Answers => ({ ...masked(answers), health: healthSchema.parse({}) })

/** People as somebody saved them who saw masked numbers: where the mask is unchanged, the number that is stored. */
export function unmasked(given: PeopleDraft, stored: PeopleDraft): PeopleDraft {
  return eachPerson(given, (person, key) => {
    const before = typeof key === 'string' ? stored[key] : stored.family.find((it) => it.key === key.member)?.person
    const numbers = NUMBERS.flatMap((field) =>
      before?.[field] && person[field] === maskIdNumber(before[field]) ? [[field, before[field]]] : [],
    )
    return { ...person, ...Object.fromEntries(numbers) }
  })
}
