/** Fills in a school's form from a policy: the form's lines in its own words, with answers from the plan's table. */
import { formatDay } from '../../../../lib/days/dates.ts'
import { compare, fromMajor, type Money } from '../../../../lib/money/money.ts'
import { joined } from '../../../../lib/locale.ts'
import type { PlanSet } from '../../../plans/server/door.ts'
import { sumOf, type InsuredPlan, type Translate } from './benefit-figures.ts'
import type { DocumentFacts } from './fact-types.ts'
import type { Row } from '../../../../server/pdf/a4-document.ts'
import { convertFromCny, type DayRate } from '../rates/printed-exchange-rates.ts'
import type { SchoolField, SchoolForm } from './load-school-forms.ts'
import { WAIVER_ROWS, waiverRow, type WaiverRowId } from './waiver-answers.ts'

export interface FilledForm {
  title: string
  sections: { title: string; rows: Row[] }[]
  sign: string
}

interface Source {
  facts: DocumentFacts
  of: InsuredPlan
  plans: PlanSet
  say: Translate
  rate: DayRate
}

const isRow = (fact: SchoolField['fact']): fact is WaiverRowId => (WAIVER_ROWS as readonly string[]).includes(fact)

/** Forms ask for USD and are written in English, so the answers are too. */
export const fillSchoolForm = (form: SchoolForm, source: Source): FilledForm => ({
  title: form.title,
  sign: form.sign,
  sections: form.sections.map(({ title, fields }) => ({
    title,
    rows: fields.map((field) => ({ ...answer(field, source), label: field.label })),
  })),
})

function answer(field: SchoolField, source: Source): Omit<Row, 'label'> {
  const { of, plans, say, rate } = source
  if (!isRow(field.fact)) return { value: plainAnswer(field.fact, source) }
  const { value, note } = waiverRow(field.fact, of, plans, say, rate)
  const met = meets(field, of, rate)
  if (met === undefined) return { value, ...(note ? { note } : {}) }
  return {
    value: say(met ? 'policydocuments:school.yes' : 'policydocuments:school.no'),
    note: [value, note].filter(Boolean).join('; '),
  }
}

/** `undefined` where the line asks for no figure, or the plan has no comparable one. */
function meets({ fact, atLeast, atMost }: SchoolField, { tier }: InsuredPlan, rate: DayRate): boolean | undefined {
  if (!isRow(fact) || (atLeast === undefined && atMost === undefined)) return undefined
  if (fact === 'yearMaximum' && typeof tier.yearMaximum === 'string') return atLeast !== undefined
  const sum = sumOf(fact === 'perIllness' && !tier.perIllness ? 'yearMaximum' : fact, tier)
  if (!sum) return false
  const held: Money = convertFromCny(sum, rate)
  const usd = (major: number): Money => fromMajor(major, 'USD')
  return (
    (atLeast === undefined || compare(held, usd(atLeast)) >= 0) &&
    (atMost === undefined || compare(held, usd(atMost)) <= 0)
  )
}

function plainAnswer(fact: Exclude<SchoolField['fact'], WaiverRowId>, { facts, of, say }: Source): string {
  const { lang } = facts
  const day = { start: formatDay(facts.start, lang), end: formatDay(facts.end, lang) }
  const answers: Record<typeof fact, string> = {
    name: facts.insured.name,
    birthDate: formatDay(facts.insured.birthDate, lang),
    insurer: facts.insurerFull,
    licence: facts.insurerLicence,
    plan: joined(lang, facts.plan, facts.tier),
    number: facts.number,
    start: day.start,
    end: day.end,
    period: say('policydocuments:school.period', day),
    helpLine: facts.helpLine,
    territory: facts.territory,
    care: say(`policydocuments:waiver.scope.${of.plan.scope}`),
    blank: '_'.repeat(28),
  }
  return answers[fact]
}
