/**
 * The plans for islands, written by the build into one file of each language: the pages of choosing and buying share
 * it.
 */
import { writeWordFile } from '../../../app/words/word-files.ts'
import type { Lang } from '../../../lib/locale.ts'
import { loadPlans, toComparedPlan } from './load-plans.ts'
import { PLAN_DATA } from './plan-data.ts'

/**
 * Answers the file's address, which belongs to the island's `data`. `insurerPage`: where a plan is applied for
 * that its insurer sells itself.
 */
export function planDataFile(lang: Lang, insurerPage: (lang: Lang, id: string) => string | undefined): string {
  const set = loadPlans()
  const plans = set.plans.map(({ id }) => toComparedPlan(set, id, lang, insurerPage(lang, id)))
  return writeWordFile(`${lang}.plan-data`, { [PLAN_DATA]: plans })
}
