/**
 * The words of the documents that are made from the answers (`draft/made-documents.ts` says which): the page on
 * which they are signed and the PDF say the same.
 */
import { formatDay } from '../../../../lib/days/dates.ts'
import { countryName } from '../../../../lib/hospitals/countries-of-hospitals-and-banks.ts'
import { joined, type Lang } from '../../../../lib/locale.ts'
import { accountTail } from '../../../../lib/money/bank-fields-by-country.ts'
import { bankFieldKey } from '../../../../lib/money/bank-field-words.ts'
import type { ClaimAnswers, Hospital } from '../claim-fields.ts'
import type { Signer } from '../draft/signer.ts'
import type { MadeDocument } from '../draft/made-documents.ts'
import { relationKey } from '../word-keys.ts'

interface Row {
  label: string
  value: string
}

export interface MadeDocumentFacts {
  lang: Lang
  answers: ClaimAnswers
  /** The insured person's name, the masked number of the ID where it is printed, and the number of the policy. */
  insured: string
  id?: Row
  policy: string
  signer: Signer['role']
}

interface DocumentText {
  opening?: string
  rows: Row[]
  /** The person's own words, under a heading. */
  told?: { label: string; text: string }
  closing: string
}

type Translate = (key: string, values?: Record<string, unknown>) => string

export const hospitalWords = ({ name, city, country }: Hospital, lang: Lang): string =>
  joined(lang, ...[name, city, country && countryName(country, lang)].filter(Boolean))

/** The words of a document, in a language; numbers of accounts are masked. */
export function textOfDocument(kind: MadeDocument, facts: MadeDocumentFacts, t: Translate): DocumentText {
  const { opening, rows, ...text } = (kind === 'authorisation' ? authorisation : accidentStatement)(facts, t)
  const about = [
    { label: t('claimform:made.insured'), value: facts.insured },
    ...(facts.id ? [facts.id] : []),
    { label: t('claimform:made.policy'), value: facts.policy },
  ]
  return {
    ...(opening ? { opening } : {}),
    rows: [...about, ...rows].filter(({ value }) => value !== ''),
    ...text,
  }
}

function accidentStatement({ lang, answers }: MadeDocumentFacts, t: Translate): DocumentText {
  const { incidentDay, incidentTime, place, thirdParty, admitted, hospital, description } = answers
  const row = (key: string, value: string) => ({ label: t(`claimform:made.${key}`), value })
  const yesNo = (answer: boolean | null): string =>
    answer === null ? '' : t(answer ? 'claimform:yes' : 'claimform:no')
  return {
    rows: [
      row('when', incidentDay && joined(lang, formatDay(incidentDay, lang), incidentTime)),
      row('where', place),
      row('thirdParty', yesNo(thirdParty)),
      row('care', hospitalWords(hospital, lang)),
      row('admitted', yesNo(admitted)),
    ],
    told: { label: t('claimform:made.how'), text: description },
    closing: t('claimform:made.true'),
  }
}

function authorisation({ answers, signer }: MadeDocumentFacts, t: Translate): DocumentText {
  // Only accounts in mainland China may be somebody else's: they have a number and a branch.
  const { payeeName, payeeRelation, accountName, accountNumber, bankName } = answers
  return {
    opening: t(`claimform:made.authorise.${signer === 'guardian' ? 'guardian' : 'insured'}`, { name: payeeName }),
    rows: [
      { label: t('claimform:field.payeeName'), value: payeeName },
      { label: t('claimform:field.payeeRelation'), value: payeeRelation && t(relationKey(payeeRelation)) },
      { label: t(bankFieldKey('accountName')), value: accountName },
      { label: t(bankFieldKey('accountNumber')), value: accountNumber && `**** ${accountTail(accountNumber)}` },
      { label: t(bankFieldKey('bankName')), value: bankName },
      { label: t(bankFieldKey('branch')), value: answers.bankFields['branch'] ?? '' },
    ],
    closing: t('claimform:made.scope'),
  }
}
