/** Facts of an endorsement: each item that its version changed, before and after, and the premium. */
import { maskContacts } from '../../../../lib/people/masked-contacts.ts'
import { formatDay } from '../../../../lib/days/dates.ts'
import { maskIdNumber } from '../../../../lib/people/id-number.ts'
import type { Lang } from '../../../../lib/locale.ts'
import { money } from '../../../../lib/money/money.ts'
import type { Words } from '../../../../server/load-words.ts'
import type { EndorsementFacts } from './fact-types.ts'
import type { Row } from '../../../../server/pdf/a4-document.ts'
import type { Fonts } from '../../../../server/pdf/font-types.ts'
import { withAsteriskMask } from '../../../../server/pdf/text-layout.ts'
import { printedNames } from '../people/policy-people.ts'
import { type People, type PolicyPerson } from '../../../orders/server/door.ts'
import type { PolicyVersionTable } from '../versions/version-tables.ts'

type Item =
  | 'name'
  | 'passportName'
  | 'chineseName'
  | 'idNumber'
  | 'passport'
  | 'gender'
  | 'birthDate'
  | 'email'
  | 'mobile'
const ITEMS: readonly Item[] = [
  'name',
  'passportName',
  'chineseName',
  'idNumber',
  'passport',
  'gender',
  'birthDate',
  'email',
  'mobile',
]

interface Stated {
  version: PolicyVersionTable
  people: People
}

export interface EndorsementResources {
  lang: Lang
  words: Words
  fonts: Fonts
}

/** `YF26-1120-003817-02`: of the second version of that policy. */
const endorsementNumber = (policy: string, version: number): string => `${policy}-${String(version).padStart(2, '0')}`

export function endorsementFacts(
  policy: string,
  before: Stated,
  now: Stated,
  resources: EndorsementResources,
): EndorsementFacts {
  const { premium_minor: premium, premium_change: change, currency } = now.version
  return {
    number: endorsementNumber(policy, now.version.number),
    from: now.version.valid_from,
    changed: changedRows(before.people, now.people, resources),
    premium: {
      before: money(before.version.premium_minor, currency),
      after: money(premium, currency),
      change: money(change, currency),
    },
  }
}

function changedRows(before: People, now: People, resources: EndorsementResources): Row[] {
  const { lang, words } = resources
  const one = (people: People): boolean =>
    people.insured.idNumber === people.policyholder.idNumber && people.insured.idName === people.policyholder.idName
  const whose = one(before) && one(now) ? (['insured'] as const) : (['insured', 'policyholder'] as const)
  return whose.flatMap((who) =>
    ITEMS.flatMap((item) => {
      const [old, value] =
        item === 'email' || item === 'mobile'
          ? contactTexts(before[who][item], now[who][item])
          : [itemText(item, before[who], who, resources), itemText(item, now[who], who, resources)]
      if (old === value) return []
      const of = words(lang, `policydocuments:endorsement.item.${item}`)
      return [
        {
          label: whose.length === 1 ? of : words(lang, `policydocuments:endorsement.of.${who}`, { item: of }),
          value: value || words(lang, 'policydocuments:endorsement.none'),
          note: words(lang, 'policydocuments:endorsement.before', {
            value: old || words(lang, 'policydocuments:endorsement.none'),
          }),
        },
      ]
    }),
  )
}

/** Is the ID written in Chinese, with the name of the passport beside it? */
const inChinese = ({ idName }: PolicyPerson): boolean => /\p{Script=Han}/u.test(idName)

/** Masked, and told apart where the masks alone would be alike. */
function contactTexts(before: string | undefined, now: string | undefined): [string, string] {
  const masks = maskContacts(before ?? null, now ?? null)
  return [withAsteriskMask(masks.old ?? ''), withAsteriskMask(masks.new ?? '')]
}

/** As other documents print it: numbers of the insured in full, those of the policyholder and all contacts masked. */
function itemText(
  item: Exclude<Item, 'email' | 'mobile'>,
  person: PolicyPerson,
  who: keyof People,
  { lang, words, fonts }: EndorsementResources,
): string {
  const number = (text: string): string => (who === 'insured' ? text : withAsteriskMask(maskIdNumber(text)))
  switch (item) {
    case 'name':
      return person.idName
    // Beside the name of the ID, as far as documents print it.
    case 'passportName':
      return inChinese(person) ? (person.passportName ?? '') : ''
    case 'chineseName':
      return inChinese(person) || !printedNames(person, lang, fonts).otherName ? '' : (person.chineseName ?? '')
    case 'idNumber':
      return `${words(lang, `policydocuments:idType.${person.idType}`)} ${number(person.idNumber)}`
    case 'passport':
      return person.passportNumber ? number(person.passportNumber) : ''
    case 'gender':
      return words(lang, `policydocuments:genders.${person.gender}`)
    case 'birthDate':
      return formatDay(person.birthDate, lang)
  }
}
