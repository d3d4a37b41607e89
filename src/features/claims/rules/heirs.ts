/**
 * Who claims after a death and who is paid: the legal heirs, since none of our policies names a beneficiary (terms
 * 2.3). Plain schemas and sums; `heir-rules.ts` says what a complete claim needs of them.
 */
import { ID_TYPES } from '../../../lib/people/id-types.ts'
import { z } from 'zod/mini'
import { boundedRecord, boundedText, patternText, NAME_MAX } from '../../../lib/bounded-schemas.ts'
import { day } from './claim-value-schemas.ts'

export const DEATH_CAUSES = ['accident', 'illness', 'unknown'] as const
/**
 * "The heir is the insured person's …", in the order of succession (Civil Code art. 1127). Words:
 * `claims:heirRelation.<id>`.
 */
export const HEIR_RELATIONS = ['spouse', 'child', 'parent', 'sibling', 'grandparent', 'other'] as const
export type HeirRelation = (typeof HEIR_RELATIONS)[number]
/** `equal`: equal shares, the rule of the law · `agreed`: per cent, as the heirs agreed. */
export const HEIR_SHARES = ['equal', 'agreed'] as const
export const MOST_HEIRS = 12

const open = z.literal('')

export const claimantSchema = z.object({
  name: boundedText(NAME_MAX),
  relation: z.union([z.enum(HEIR_RELATIONS), open]),
  idType: z.union([z.enum(ID_TYPES), open]),
  idNumber: boundedText(40),
})
export type HeirClaimant = z.output<typeof claimantSchema>
export const NO_CLAIMANT: HeirClaimant = { name: '', relation: '', idType: '', idNumber: '' }

export const heirSchema = z.object({
  /** Created by the browser. */
  id: patternText(/^[a-z0-9]{4,12}$/, 12),
  name: boundedText(NAME_MAX),
  relation: z.union([z.enum(HEIR_RELATIONS), open]),
  idType: z.union([z.enum(ID_TYPES), open]),
  idNumber: boundedText(40),
  /** Asked for where the ID does not contain it. */
  birthDate: z.union([day, open]),
  /** For an heir under 18: the guardian, who signs and may receive the money. */
  guardian: boundedText(NAME_MAX),
  /** Per cent as typed, where the heirs agreed on shares: "33.34". */
  percent: boundedText(8),
  accountName: boundedText(NAME_MAX),
  accountNumber: boundedText(40),
  bankName: boundedText(120),
  bankFields: boundedRecord(patternText(/^[a-zA-Z]{2,20}$/, 20), boundedText(120), 12),
})
export type Heir = z.output<typeof heirSchema>

export const emptyHeir = (id: string): Heir => ({
  id,
  name: '',
  relation: '',
  idType: '',
  idNumber: '',
  birthDate: '',
  guardian: '',
  percent: '',
  accountName: '',
  accountNumber: '',
  bankName: '',
  bankFields: {},
})

/** Heirs are paid in mainland China: abroad only the insured person's own account can be paid (domain §5.5). */
export const HEIR_COUNTRY = 'CN'
