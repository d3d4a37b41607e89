/** Answers in words: for the summary, the check page, and conflicts between two devices. */
import type { Translate } from '../../../../app/words/translate.ts'
import { countryName } from '../../../../lib/hospitals/countries-of-hospitals-and-banks.ts'
import { formatDay, isDay } from '../../../../lib/days/dates.ts'
import { joined, joinedClauses, joinedNames, type Lang } from '../../../../lib/locale.ts'
import { add, formatMoney, money, zero, type Currency, type Money } from '../../../../lib/money/money.ts'
import {
  answersSchema,
  type AnswerKey,
  type ClaimAnswers,
  type Hospital,
  type Visit,
} from '../../rules/claim-fields.ts'
import { statedOtherWords } from '../../rules/settlement/stated-other-insurance.ts'
import { isMedical } from '../../rules/document-kinds.ts'
import { isStay } from '../../rules/draft/visit-days.ts'
import { documentKey, heirRelationKey, relationKey, typeKey, unavailableWords } from '../../rules/word-keys.ts'

export const dayWords = (day: string, lang: Lang): string => (isDay(day) ? formatDay(day, lang) : '')

const hospitalWords = ({ name, city, country }: Hospital, lang: Lang): string =>
  joined(lang, name, city, country ? countryName(country, lang) : '')

/** "3 March 2026, USD 120.00, INV-20877". */
export function visitWords(visit: Visit, lang: Lang): string {
  const sum = visit.amount !== null && visit.currency ? formatMoney(money(visit.amount, visit.currency), lang) : ''
  return joined(
    lang,
    dayWords(visit.day, lang),
    sum,
    visit.invoice,
    visit.elsewhere ? hospitalWords(visit.elsewhere, lang) : '',
  )
}

/** Totals of the visits by currency, as they come; different currencies are never added up. */
export function totals(visits: readonly Visit[]): Money[] {
  const sums = new Map<Currency, Money>()
  for (const { amount, currency } of visits)
    if (amount !== null && currency !== '')
      sums.set(currency, add(sums.get(currency) ?? zero(currency), money(amount, currency)))
  return [...sums.values()]
}

/** How one row of visits, bills or costs is headed; takes `number`. */
export const rowKey = (answers: ClaimAnswers): string =>
  answers.type === '' || !isMedical(answers.type)
    ? 'claimform:visits.cost'
    : isStay(answers)
      ? 'claimform:visits.bill'
      : 'claimform:visits.visit'

type Says = (answers: ClaimAnswers, t: Translate, lang: Lang) => string

/** Answers that are more than a text, or yes and no. */
const SAYS: Partial<Record<AnswerKey, Says>> = {
  type: ({ type }, t) => (type ? t(typeKey(type)) : ''),
  incidentDay: ({ incidentDay }, _t, lang) => dayWords(incidentDay, lang),
  admissionDay: ({ admissionDay }, _t, lang) => dayWords(admissionDay, lang),
  dischargeDay: ({ dischargeDay }, _t, lang) => dayWords(dischargeDay, lang),
  hospital: ({ hospital }, _t, lang) => hospitalWords(hospital, lang),
  visits: ({ visits }, _t, lang) =>
    joinedClauses(
      lang,
      visits.map((visit) => visitWords(visit, lang)),
    ),
  otherInsurance: (answers, t, lang) =>
    answers.otherInsurance === null
      ? ''
      : [t(`claimform:${answers.otherInsurance ? 'yes' : 'no'}`), ...statedOtherWords(answers, t, lang)].join('\n'),
  accountOwn: ({ accountOwn }, t) =>
    accountOwn === null ? '' : t(`claimform:account.own.${accountOwn ? 'yes' : 'no'}`),
  payeeRelation: ({ payeeRelation }, t) => (payeeRelation ? t(relationKey(payeeRelation)) : ''),
  accountCountry: ({ accountCountry }, _t, lang) => (accountCountry ? countryName(accountCountry, lang) : ''),
  bankFields: ({ bankFields }, _t, lang) => joined(lang, ...Object.values(bankFields)),
  idShown: ({ idShown }, t) => (idShown ? t(`claimform:idShown.name.${idShown}`) : ''),
  unavailable: ({ unavailable }, t) =>
    unavailable.map((it) => `${t(documentKey(it.kind))}: ${unavailableWords(t, it)}`).join('\n'),
  deathCause: ({ deathCause }, t) => (deathCause ? t(`claimform:death.cause.${deathCause}`) : ''),
  deathDay: ({ deathDay }, _t, lang) => dayWords(deathDay, lang),
  heirs: ({ heirs }, _t, lang) => joinedNames(lang, heirs.map(({ name }) => name).filter(Boolean)),
  heirShares: ({ heirShares }, t) => (heirShares ? t(`claimform:death.shares.${heirShares}`) : ''),
  claimant: ({ claimant }, t) => (claimant.relation ? t(heirRelationKey(claimant.relation)) : ''),
  declarations: ({ declarations }) => String(declarations.length),
}

/** One answer as a text; empty when it is missing. Account numbers are in full, because the person checks them. */
export function answerWords(t: Translate, lang: Lang, key: AnswerKey, answers: ClaimAnswers): string {
  const value = answers[key]
  return (
    SAYS[key]?.(answers, t, lang) ??
    (typeof value === 'boolean' ? t(`claimform:${value ? 'yes' : 'no'}`) : typeof value === 'string' ? value : '')
  )
}

/** The other device's value of a key in words; it arrives as plain JSON. */
export function otherWords(t: Translate, lang: Lang, key: AnswerKey, theirs: unknown, answers: ClaimAnswers): string {
  const read = answersSchema.shape[key].safeParse(theirs)
  return read.success ? answerWords(t, lang, key, { ...answers, [key]: read.data }) : ''
}
