/** The two people of a policy as of its issue, named in either language and masked. */
import { maskContact } from '../../../../lib/people/contact.ts'
import { maskIdNumber } from '../../../../lib/people/id-number.ts'
import type { Lang } from '../../../../lib/locale.ts'
import { documentNames, namesOf, type Names } from '../../../../lib/people/name-in-language.ts'
import { nationalityName } from '../../../../lib/people/nationalities.ts'
import type { Words } from '../../../../server/load-words.ts'
import type { MaskedPerson } from '../../contract.ts'
import type { PersonFacts } from '../documents/fact-types.ts'
import { missingCharacters } from '../../../../server/pdf/printable-characters.ts'
import type { Fonts } from '../../../../server/pdf/font-types.ts'
import type { PolicyPerson } from '../../../orders/server/door.ts'

/** Both names on one line, for places without a second line. */
export const joinedNames = ({ name, otherName }: Names): string => (otherName ? `${name} ${otherName}` : name)

/**
 * Names for a document. The name on the ID is always printed; a Chinese name that no font draws may be left out only
 * where the ID itself is written in letters (a passport).
 */
export function printedNames(person: PolicyPerson, lang: Lang, fonts: Fonts): Names {
  const both = documentNames(person, lang)
  if (
    !/\p{Script=Han}/u.test(person.idName) &&
    person.chineseName &&
    missingCharacters(fonts, person.chineseName).length > 0
  )
    return { name: person.idName }
  return both
}

export function personFacts(person: PolicyPerson, lang: Lang, words: Words, fonts: Fonts): PersonFacts {
  return {
    ...printedNames(person, lang, fonts),
    idType: words(lang, `policydocuments:idType.${person.idType}`),
    idNumber: person.idNumber,
    ...(person.passportNumber
      ? { passport: { label: words(lang, 'policydocuments:idType.passport'), number: person.passportNumber } }
      : {}),
    gender: words(lang, `policydocuments:genders.${person.gender}`),
    birthDate: person.birthDate,
    nationality: nationalityName(person.nationality, lang),
    ...(person.institution ? { institution: person.institution } : {}),
  }
}

export function maskedPerson(person: PolicyPerson, lang: Lang, words: Words): MaskedPerson {
  const { name, otherName = null } = namesOf(person, lang)
  return {
    name,
    otherName,
    idType: words(lang, `policydocuments:idType.${person.idType}`),
    idNumber: maskIdNumber(person.idNumber),
    passportNumber: person.passportNumber ? maskIdNumber(person.passportNumber) : null,
    gender: words(lang, `policydocuments:genders.${person.gender}`),
    birthDate: person.birthDate,
    nationality: nationalityName(person.nationality, lang),
    institution: person.institution ?? null,
    email: person.email ? maskContact(person.email) : null,
    mobile: person.mobile ? maskContact(person.mobile) : null,
  }
}
