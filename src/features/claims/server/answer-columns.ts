/** Sealed and JSON columns of a claim, parsed by their schemas. */
import { z } from 'zod'
import { maskIdNumber } from '../../../lib/people/id-number-text.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { checkedWhenSealed, textSchema } from '../../../server/keys/seal.ts'
import {
  accountSchema,
  answersSchema,
  EMPTY_ANSWERS,
  type ClaimAccount,
  type ClaimAnswers,
} from '../rules/claim-fields.ts'
import type { Draft } from '../rules/draft/merge-drafts.ts'
import { strokesSchema, type Strokes } from '../rules/draft/signature-strokes.ts'
import type { ClaimDocumentTable, ClaimSignatureTable, ClaimTable } from '../tables.ts'

const ANSWERS = 'claims.answers'
const ACCOUNT = 'claims.account'
const NAME = 'claims.name'
const STROKES = 'claims.strokes'
const FILE_NAME = 'claims.file'

const keyVersions = z.record(z.string(), z.number().int())

type Sealing = Pick<Deps, 'seal'>

const storedSchema = z.object({
  answers: z
    .record(z.string(), z.unknown())
    .transform((answers) => ({ ...EMPTY_ANSWERS, ...answers }))
    .pipe(answersSchema),
})
export const sealAnswers = ({ seal }: Sealing, answers: ClaimAnswers): string => seal.seal(ANSWERS, { answers })
export const answersOf = ({ seal }: Sealing, row: Pick<ClaimTable, 'answers'>): ClaimAnswers =>
  seal.open(ANSWERS, storedSchema, row.answers).answers
const shownAnswers = checkedWhenSealed<{ answers: Partial<ClaimAnswers> }>()
/** The answers of a sent claim for its page: ID and account numbers are masked except for what tells them apart. */
export function maskedAnswers({ seal }: Sealing, row: Pick<ClaimTable, 'answers'>): ClaimAnswers {
  const answers = { ...EMPTY_ANSWERS, ...seal.openCached(ANSWERS, shownAnswers, row.answers).answers }
  return {
    ...maskedAccount(answers),
    claimant: maskedId(answers.claimant),
    heirs: answers.heirs.map((heir) => maskedAccount(maskedId(heir))),
  }
}
const maskedId = <T extends { idNumber: string }>(one: T): T => ({
  ...one,
  idNumber: one.idNumber === '' ? '' : maskIdNumber(one.idNumber),
})
/** Names of the bank and its branch stay; numbers used to transfer money are masked. */
const maskedAccount = <T extends Pick<ClaimAnswers, 'accountNumber' | 'bankFields'>>(one: T): T => ({
  ...one,
  accountNumber: one.accountNumber === '' ? '' : `•••• ${one.accountNumber.replace(/[\s-]/g, '').slice(-4)}`,
  bankFields: Object.fromEntries(Object.entries(one.bankFields).filter(([id]) => id === 'branch')),
})
/** A draft's row in the form in which the saves of two devices are merged into it. */
export const draftOf = ({ seal }: Sealing, row: Pick<ClaimTable, 'answers' | 'key_versions' | 'version'>): Draft => ({
  version: row.version,
  keyVersions: keyVersions.parse(JSON.parse(row.key_versions)),
  ...seal.open(ANSWERS, storedSchema, row.answers),
})

/** Seals both `claims.account` and `claim_payments.account`. */
export const sealAccount = ({ seal }: Sealing, account: ClaimAccount): string =>
  seal.seal(ACCOUNT, accountSchema.parse(account))
export const openAccount = ({ seal }: Sealing, sealed: string): ClaimAccount =>
  seal.open(ACCOUNT, accountSchema, sealed)
const sealedAccount = checkedWhenSealed<ClaimAccount>()
/** The account for views, masked. */
export const shownAccount = ({ seal }: Sealing, sealed: string): ClaimAccount =>
  seal.openCached(ACCOUNT, sealedAccount, sealed)

export const sealName = ({ seal }: Sealing, name: string): string => seal.seal(NAME, name)
export const signedName = ({ seal }: Sealing, row: Pick<ClaimSignatureTable, 'name'>): string =>
  seal.openCached(NAME, textSchema, row.name)
export const sealStrokes = ({ seal }: Sealing, strokes: Strokes): string => seal.seal(STROKES, strokes)
export const strokesOf = ({ seal }: Sealing, row: Pick<ClaimSignatureTable, 'strokes'>): Strokes =>
  seal.open(STROKES, strokesSchema, row.strokes)
export const sealFileName = ({ seal }: Sealing, name: string): string => seal.seal(FILE_NAME, name)
export const fileNameOf = ({ seal }: Sealing, row: Pick<ClaimDocumentTable, 'name'>): string =>
  seal.openCached(FILE_NAME, textSchema, row.name)
