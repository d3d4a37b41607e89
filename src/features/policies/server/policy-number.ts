/** Numbers of policies. */
import { randomInt } from 'node:crypto'
import type { Day } from '../../../lib/days/dates.ts'

/** `YF26-1120-003817`: year, month and day of issue, six random digits. */
export function policyNumber(today: Day, digits = randomInt(0, 1_000_000)): string {
  return `YF${today.slice(2, 4)}-${today.slice(5, 7)}${today.slice(8, 10)}-${String(digits).padStart(6, '0')}`
}
