/** The documents of a claim that are made from its answers, and the declarations that sign them. */
import { keysOf } from '../../../../lib/object-keys.ts'
import type { AnswerKey, ClaimAnswers } from '../claim-fields.ts'
import type { DocumentKind } from '../document-kinds.ts'
import type { DocumentStatus } from '../status-values.ts'

/**
 * Documents that are made from the answers instead of being uploaded, each with the declaration that signs it with the
 * signature of the claim. A paper that was signed by hand and uploaded stands in for one of them.
 */
export const MADE_DOCUMENTS = {
  accident_statement: 'accident-statement',
  authorisation: 'authorisation',
} as const satisfies Partial<Record<DocumentKind, string>>
export type MadeDocument = keyof typeof MADE_DOCUMENTS

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

/** The answers that each of them states. */
const STATED: Readonly<Record<MadeDocument, readonly AnswerKey[]>> = {
  accident_statement: ['incidentDay', 'incidentTime', 'place', 'thirdParty', 'admitted', 'hospital', 'description'],
  authorisation: ['payeeName', 'payeeRelation', 'accountName', 'accountNumber', 'bankName', 'bankFields'],
}

/** The declarations that still hold: a document of which an answer `differs` from what was read is signed anew. */
export function stillSigned(
  { declarations }: Pick<ClaimAnswers, 'declarations'>,
  differs: (key: AnswerKey) => boolean,
): string[] {
  const other = signedDocuments({ declarations }).filter((kind) => STATED[kind].some(differs))
  return declarations.filter((id) => !other.some((kind) => MADE_DOCUMENTS[kind] === id))
}

/** Answers after a change on this device. */
export const withChange = (answers: ClaimAnswers, change: Partial<ClaimAnswers>): ClaimAnswers => ({
  ...answers,
  declarations: stillSigned(answers, (key) => key in change && change[key] !== answers[key]),
  ...change,
})

/** The declarations of a claim that is sent: none for a document that the answers, or a paper, have made superfluous. */
export function declarationsWhenSent(
  answers: Asked & Pick<ClaimAnswers, 'declarations'>,
  documents: Parameters<typeof madeDocuments>[1],
): string[] {
  const made = madeDocuments(answers, documents)
  const without = signedDocuments(answers).filter((kind) => !made.includes(kind))
  return answers.declarations.filter((id) => !without.some((kind) => MADE_DOCUMENTS[kind] === id))
}
