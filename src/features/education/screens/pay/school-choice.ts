/** A school's data for the form, created at build time. */
import type { ServedSchool } from '../../rules/check-tuition.ts'

export type SchoolChoice = ServedSchool & {
  /** Name in the page's language, with the country. */
  name: string
}
