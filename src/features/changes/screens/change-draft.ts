/** The contents of a change request's form, except for its files. */
import type { ChangeItem } from '../contract.ts'

export interface ChangeDraft {
  policy: string
  who: 'policyholder' | 'insured'
  item: ChangeItem | ''
  value: string
}
