/** Sealed and JSON columns of a claim, opened by their schemas. */
import { z } from 'zod'
import type { Deps } from '../../server/deps.ts'
import { answersSchema, type ClaimAnswers } from './answers.ts'
import { strokesSchema, type Strokes } from './signature.ts'
import type { ClaimDocumentTable, ClaimSignatureTable, ClaimTable } from './tables.server.ts'

const ANSWERS = 'claims.answers'
const ACCOUNT = 'claims.account'
const NAME = 'claims.name'
const STROKES = 'claims.strokes'
const FILE_NAME = 'claims.file'

type Sealing = Pick<Deps, 'seal'>

export const sealAnswers = ({ seal }: Sealing, answers: ClaimAnswers): string => seal.seal(ANSWERS, answers)
export const answersOf = ({ seal }: Sealing, row: Pick<ClaimTable, 'answers'>): ClaimAnswers => seal.open(ANSWERS, answersSchema, row.answers)

/** The account to pay: the answers about it, as they were sent or corrected. */
export const accountSchema = answersSchema.pick({
  accountOwn: true, payeeName: true, payeeRelation: true, accountCountry: true, accountName: true, accountNumber: true, bankName: true, bankFields: true,
})
export type ClaimAccount = z.output<typeof accountSchema>
/** For `claims.account` and `claim_payments.account` alike. */
export const sealAccount = ({ seal }: Sealing, account: ClaimAccount): string => seal.seal(ACCOUNT, accountSchema.parse(account))
export const openAccount = ({ seal }: Sealing, sealed: string): ClaimAccount => seal.open(ACCOUNT, accountSchema, sealed)

export const sealName = ({ seal }: Sealing, name: string): string => seal.seal(NAME, name)
export const signedName = ({ seal }: Sealing, row: Pick<ClaimSignatureTable, 'name'>): string => seal.open(NAME, z.string(), row.name)
export const sealStrokes = ({ seal }: Sealing, strokes: Strokes): string => seal.seal(STROKES, strokes)
export const strokesOf = ({ seal }: Sealing, row: Pick<ClaimSignatureTable, 'strokes'>): Strokes => seal.open(STROKES, strokesSchema, row.strokes)
export const sealFileName = ({ seal }: Sealing, name: string): string => seal.seal(FILE_NAME, name)
export const fileNameOf = ({ seal }: Sealing, row: Pick<ClaimDocumentTable, 'name'>): string => seal.open(FILE_NAME, z.string(), row.name)

const keyVersions = z.record(z.string(), z.number().int())
export const keyVersionsOf = (row: Pick<ClaimTable, 'key_versions'>): Record<string, number> => keyVersions.parse(JSON.parse(row.key_versions))
