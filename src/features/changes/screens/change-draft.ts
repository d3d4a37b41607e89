/** The contents of a change request's form, except for its files. */
import type { ChangeItem, ChangeSide } from '../contract.ts'

export interface ChangeDraft {
  policy: string
  who: 'policyholder' | 'insured'
  item: ChangeItem | ''
  /** Which name or number, where the person has several; '' until chosen, and where there is no choice. */
  side: ChangeSide | ''
  value: string
}
