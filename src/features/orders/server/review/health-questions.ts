/** The health questions of a plan for one person, worded as an application shows them: for features that ask them again. */
import type { Lang } from '../../../../lib/locale.ts'
import type { Gender } from '../../../../lib/people/id-number.ts'
import type { Day } from '../../../../lib/days/dates.ts'
import { fillPurchaseText, forOrder } from '../../content/purchase-text-template.ts'
import { hashOfText, loadPurchaseTexts } from '../../content/load-purchase-text-templates.ts'
import { questionsFor, type PlanFigures } from '../../rules/plan-facts.ts'

export interface HealthQuestions {
  /** SHA-256 of what is shown, kept with the answers. */
  sha256: string
  title: string
  help: string
  /** The words of the answers to the whole list: nothing applies, something does. */
  none: string
  some: string
  questions: { id: string; text: string }[]
}

interface AskedPerson {
  name: string
  gender: Gender
  birthDate: Day
  /** The answers are given by somebody other than the insured person. */
  byOther: boolean
}

export function healthQuestions(
  plan: PlanFigures,
  { name, gender, birthDate, byOther }: AskedPerson,
  today: Day,
  lang: Lang,
): HealthQuestions {
  const ids = questionsFor(plan, { gender, birthDate }, today)
  const suited = forOrder(loadPurchaseTexts(lang).health, [
    ...(ids.includes('q10') ? (['pregnancy'] as const) : []),
    ...(byOther ? (['for-other'] as const) : []),
  ])
  const asked = { ...suited, sections: [], questions: suited.questions.filter(({ id }) => ids.includes(id)) }
  const text = fillPurchaseText(asked, { 'order.insured': name })
  return {
    sha256: hashOfText(text),
    title: text.title,
    help: text.help ?? '',
    none: text.none ?? '',
    some: text.some ?? '',
    questions: text.questions.map((it) => ({ id: it.id, text: it.text })),
  }
}
