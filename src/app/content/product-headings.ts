/** The heading above the exclusions of every product (Insurance Law art. 17). */
import type { Lang } from '../../lib/locale.ts'

export const EXCLUSIONS_HEADING: Readonly<Record<Lang, string>> = { en: 'What is not covered', cn: '责任免除' }
