/** The claimant's answers as rows of the form: only what was asked and answered. */
import { accountTail, bankFields, type BankFieldId } from '../../../../lib/money/bank-fields-by-country.ts'
import { isIban } from '../../../../lib/money/bank-number-checks.ts'
import { countryName } from '../../../../lib/hospitals/countries-of-hospitals-and-banks.ts'
import { formatDay } from '../../../../lib/days/dates.ts'
import { joined, type Lang } from '../../../../lib/locale.ts'
import { add, formatCurrency, formatMoney, money, type Money } from '../../../../lib/money/money.ts'
import { isCurrency } from '../../../../lib/money/currencies.ts'
import type { Row } from '../../../../server/pdf/a4-document.ts'
import type { Translate } from '../../../../server/pdf/document-words.ts'
import type { ClaimAnswers, Visit } from '../../rules/claim-fields.ts'
import { maskIdNumber } from '../../../../lib/people/id-number-text.ts'
import { partsOfHeirs, shareWords } from '../../rules/heir-shares.ts'
import { ACCOUNT_TYPES, accountTypeKey, bankFieldKey } from '../../../../lib/money/bank-field-words.ts'
import { statedOtherWords } from '../../rules/settlement/stated-other-insurance.ts'
import { documentKey, heirRelationKey, typeKey, unavailableWords } from '../../rules/word-keys.ts'
import type { ClaimFormFacts } from '../../rules/documents/claim-document-facts.ts'
import { hospitalWords } from '../../rules/documents/made-document-words.ts'

const row = (label: string, value: string): Row[] => (value ? [{ label, value }] : [])

export function eventRows({ lang, answers }: ClaimFormFacts, t: Translate): Row[] {
  const told = (key: 'admitted' | 'billPaid' | 'thirdParty' | 'medicine' | 'otherInsurance'): Row[] => {
    const answer = answers[key]
    return answer === null
      ? []
      : [{ label: t(`claimdocuments:form.${key}`), value: t(answer ? 'claimdocuments:yes' : 'claimdocuments:no') }]
  }
  return [
    ...row(t('claimdocuments:form.type'), answers.type && t(typeKey(answers.type))),
    ...deathRows(answers, lang, t),
    ...row(
      t('claimdocuments:form.day'),
      answers.incidentDay && joined(lang, formatDay(answers.incidentDay, lang), answers.incidentTime),
    ),
    ...row(t('claimdocuments:form.place'), answers.place),
    ...row(t('claimdocuments:form.hospital'), hospitalWords(answers.hospital, lang)),
    ...told('admitted'),
    ...row(t('claimdocuments:form.admissionDay'), answers.admissionDay && formatDay(answers.admissionDay, lang)),
    ...row(t('claimdocuments:form.dischargeDay'), answers.dischargeDay && formatDay(answers.dischargeDay, lang)),
    ...told('billPaid'),
    ...told('thirdParty'),
    ...told('medicine'),
    ...told('otherInsurance'),
    ...row(t('claimdocuments:form.statedOther'), statedOtherWords(answers, t, lang).join('\n')),
    ...row(
      t('claimdocuments:form.unavailable'),
      answers.unavailable.map((it) => `${t(documentKey(it.kind))}: ${unavailableWords(t, it)}`).join('\n'),
    ),
  ]
}

/** For a death: its cause and day, and who claims. */
function deathRows({ type, deathCause, deathDay, claimant }: ClaimAnswers, lang: Lang, t: Translate): Row[] {
  if (type !== 'death') return []
  return [
    ...row(t('claimdocuments:form.deathCause'), deathCause && t(`claimdocuments:form.cause.${deathCause}`)),
    ...row(t('claimdocuments:form.deathDay'), deathCause === 'accident' && deathDay ? formatDay(deathDay, lang) : ''),
    ...row(
      t('claimdocuments:form.claimant'),
      claimant.relation &&
        t('claimdocuments:form.person2', { name: claimant.name, relation: t(heirRelationKey(claimant.relation)) }),
    ),
  ]
}

/** Each heir: the person, the share, and the account; of numbers only the last digits. */
export function heirRows({ lang, answers: { heirs, heirShares } }: ClaimFormFacts, t: Translate): Row[] {
  const parts = partsOfHeirs(heirs, heirShares)
  return heirs.flatMap((heir, i) =>
    row(
      t('claimdocuments:form.heir', { number: i + 1 }),
      joined(
        lang,
        ...[
          heir.name,
          heir.relation && t(heirRelationKey(heir.relation)),
          maskIdNumber(heir.idNumber),
          heir.guardian && t('claimdocuments:form.heirGuardian', { name: heir.guardian }),
          t('claimdocuments:form.heirShare', { share: shareWords(parts[i] ?? 0, parts) }),
          heir.accountName,
          heir.bankName,
          `**** ${accountTail(heir.accountNumber)}`,
        ].filter(Boolean),
      ),
    ),
  )
}

export const visitPlace = (visit: Visit, { hospital }: ClaimAnswers, lang: Lang): string =>
  hospitalWords(visit.elsewhere ?? hospital, lang)

export const visitMoney = ({ amount, currency }: Visit): Money | undefined =>
  amount !== null && isCurrency(currency) ? money(amount, currency) : undefined

/** Totals of the visits, one for each currency, in the order in which the currencies occur. */
export function visitTotals({ visits }: ClaimAnswers, lang: Lang): { currency: string; sum: string }[] {
  const totals = new Map<string, Money>()
  for (const sum of visits.flatMap((visit) => visitMoney(visit) ?? [])) {
    const before = totals.get(sum.currency)
    totals.set(sum.currency, before ? add(before, sum) : sum)
  }
  return [...totals.values()].map((sum) => ({
    currency: formatCurrency(sum.currency, lang),
    sum: formatMoney(sum, lang, { style: 'bare' }),
  }))
}

export function contactRows({ answers }: ClaimFormFacts, t: Translate): Row[] {
  return [
    ...row(t('claimdocuments:form.person'), answers.contactPerson),
    ...row(t('claimdocuments:form.phone'), answers.contactPhone),
    ...row(t('claimdocuments:form.email'), answers.email),
  ]
}

/** The account; of its number only the last four characters. */
export function accountRows({ lang, answers }: ClaimFormFacts, t: Translate): Row[] {
  const { accountOwn, payeeName, payeeRelation, accountCountry, accountNumber } = answers
  const relation = payeeRelation && t(`claimdocuments:form.relation.${payeeRelation}`)
  const holder =
    accountOwn === null
      ? ''
      : accountOwn
        ? t('claimdocuments:form.own')
        : t('claimdocuments:form.other', { name: payeeName, relation })
  const numberKey = isIban(accountNumber.replace(/\s/g, '').toUpperCase()) ? 'iban' : 'accountNumber'
  const further = bankFields(accountCountry).filter(({ id }) => id !== 'bankName' && id !== 'accountNumber')
  return [
    ...row(t('claimdocuments:form.holder'), holder),
    ...row(t('claimdocuments:form.country'), accountCountry && countryName(accountCountry, lang)),
    ...row(t(bankFieldKey('accountName')), answers.accountName),
    ...row(t(bankFieldKey(numberKey)), accountNumber && `**** ${accountTail(accountNumber)}`),
    ...row(t(bankFieldKey('bankName')), answers.bankName),
    ...further.flatMap(({ id }) => row(t(bankFieldKey(id)), fieldWords(id, answers.bankFields[id] ?? '', t))),
  ]
}

function fieldWords(id: BankFieldId, value: string, t: Translate): string {
  const type = id === 'accountType' ? ACCOUNT_TYPES.find((it) => it === value) : undefined
  return type ? t(accountTypeKey(type)) : value
}
