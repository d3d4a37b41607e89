/** What the form knows of a school, made by the build. */
import type { ServedSchool } from '../../check-tuition.ts'

export type SchoolChoice = ServedSchool & {
  /** In the page's language, with its country. */
  name: string
}
