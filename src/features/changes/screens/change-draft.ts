/** What the form of a change request holds besides its files. */
import type { ChangeItem } from '../contract.ts'

export interface ChangeDraft {
  policy: string
  who: 'policyholder' | 'insured'
  item: ChangeItem | ''
  value: string
}
