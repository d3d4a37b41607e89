/**
 * Documents that are made from the answers instead of being uploaded: shown before the claim is sent, signed by a
 * declaration of their own with the signature of the claim, and printed behind the claim form. The page and the PDF say
 * the same words. A paper that was signed by hand and uploaded stands in for one of them.
 */
import { formatDay } from '../../../../lib/days/dates.ts'
import { countryName } from '../../../../lib/hospitals/countries-of-hospitals-and-banks.ts'
import { joined, type Lang } from '../../../../lib/locale.ts'
import { keysOf } from '../../../../lib/object-keys.ts'
import { accountTail } from '../../../../lib/money/bank-fields-by-country.ts'
import { bankFieldKey } from '../../../../lib/money/bank-field-words.ts'
import type { ClaimAnswers, Hospital } from '../claim-fields.ts'
import type { Signer } from '../draft/signer.ts'
import { MADE_DOCUMENTS, type DocumentKind, type MadeDocument } from '../document-kinds.ts'
import type { DocumentStatus } from '../status-values.ts'
import { relationKey } from '../word-keys.ts'

type Asked = Pick<ClaimAnswers, 'type' | 'accountOwn' | 'accountFrom'>

/** Which of them the answers ask for. */
export function documentsToMake({ type, accountOwn, accountFrom }: Asked): MadeDocument[] {
  const made: MadeDocument[] = []
  if (type === 'accident') made.push('accident_statement')
  if (type !== 'death' && accountOwn === false && accountFrom === '') made.push('authorisation')
  return made
}

/** Those that are made for a claim: no signed paper of the kind was uploaded. */
export const madeDocuments = (
  answers: Asked,
  documents: readonly { kind: DocumentKind; status?: DocumentStatus }[],
): MadeDocument[] =>
  documentsToMake(answers).filter((kind) => !documents.some((it) => it.kind === kind && it.status !== 'failed'))

/** Those that were signed with a claim that was sent. */
export const signedDocuments = ({ declarations }: Pick<ClaimAnswers, 'declarations'>): MadeDocument[] =>
  keysOf(MADE_DOCUMENTS).filter((kind) => declarations.includes(MADE_DOCUMENTS[kind]))

/** The declarations of a claim that is sent: none for a document that the answers, or a paper, have made superfluous. */
export function declarationsWhenSent(
  answers: Asked & Pick<ClaimAnswers, 'declarations'>,
  documents: Parameters<typeof madeDocuments>[1],
): string[] {
  const made = madeDocuments(answers, documents)
  const without = signedDocuments(answers).filter((kind) => !made.includes(kind))
  return answers.declarations.filter((id) => !without.some((kind) => MADE_DOCUMENTS[kind] === id))
}

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
