import { expect, test } from 'vitest'
import { loadPlans } from '../../../plans/server/door.ts'
import { convertFromCny, type DayRate } from '../rates/printed-exchange-rates.ts'
import { fillSchoolForm } from './fill-school-form.ts'
import { sampleFacts } from './testing/sample-policy-facts.ts'
import {
  checkSchoolForms,
  formsForPlan,
  formsForSchool,
  loadSchoolForms,
  type SchoolForm,
} from './load-school-forms.ts'

const plans = loadPlans()
const campus = plans.plan('us-campus')
const gold = campus.tiers.find((it) => it.id === 'gold')
const rate: DayRate = { to: 'USD', rate: '7.1000', day: '2026-11-01', source: 'test' }
const forms = loadSchoolForms(process.cwd())

const form = (field: SchoolForm['sections'][number]['fields'][number]): SchoolForm => ({
  id: 'x',
  country: 'us',
  name: { en: 'x', cn: 'x' },
  schools: ['x'],
  title: 'x',
  sign: 'x',
  sections: [{ title: 'x', fields: [field] }],
})
function answer(field: Parameters<typeof form>[0]) {
  if (!gold) throw new Error('no gold')
  const filled = fillSchoolForm(form(field), {
    facts: sampleFacts('waiver_letter', 'en'),
    of: { plan: campus, tier: gold, lang: 'en', deathBenefit: 0 },
    plans,
    say: (key) => key,
    rate,
  })
  return filled.sections[0]?.rows[0]
}

test('every form is a sample until a school’s own is known, and says so in its name', () => {
  expect(forms.length).toBeGreaterThanOrEqual(2)
  for (const { sample, name } of forms)
    expect([sample, /sample/.test(name.en), /示例/.test(name.cn)]).toEqual([true, true, true])
})

test('a plan has the forms of the countries that it is made for', () => {
  expect(formsForPlan(forms, campus)).toEqual(forms)
  for (const other of ['uk-plus', 'short-camp', 'global-study'])
    expect(formsForPlan(forms, plans.plan(other))).toEqual([])
})

test('a student of a school with a form is offered that form alone, anyone else all of them', () => {
  const of = (institution: string | undefined) => formsForSchool(forms, institution).map(({ id }) => id)
  const all = forms.map(({ id }) => id)
  expect(of('Charles River College (sample)')).toEqual(['charles-river'])
  expect(of('CHARLES RIVER COLLEGE, Boston')).toEqual(['charles-river'])
  expect(of('Prairie Ridge University')).toEqual(['prairie-ridge'])
  for (const institution of [undefined, '', 'Riverside College', '查尔斯河学院']) expect(of(institution)).toEqual(all)
})

test('a question with a figure is answered by the plan’s own, to the dollar', () => {
  const evacuation = gold?.benefits.evacuation.amount
  const held = evacuation ? convertFromCny(evacuation, rate).amount / 100 : 0
  expect(answer({ label: 'q', fact: 'evacuation', atLeast: Math.floor(held) })).toMatchObject({
    value: 'policydocuments:school.yes',
  })
  expect(answer({ label: 'q', fact: 'evacuation', atLeast: Math.ceil(held) + 1 })).toMatchObject({
    value: 'policydocuments:school.no',
  })
  expect(answer({ label: 'q', fact: 'deductible', atMost: 100 })).toMatchObject({ value: 'policydocuments:school.no' })
  expect(answer({ label: 'q', fact: 'deductible', atMost: 500 })).toMatchObject({ value: 'policydocuments:school.yes' })
})

test('a line of the form keeps its own words, and what only the student knows stays open', () => {
  expect(answer({ label: 'Student ID', fact: 'blank' })).toEqual({
    label: 'Student ID',
    value: expect.stringMatching(/^_+$/) as string,
  })
  expect(answer({ label: 'Policy number', fact: 'number' })).toEqual({
    label: 'Policy number',
    value: sampleFacts('waiver_letter', 'en').number,
  })
})

test('the checker of content names the line of a fact that does not exist', () => {
  const text =
    'country: us\nname: { en: A, cn: B }\nschools: [A]\ntitle: T\nsections:\n  - title: S\n    fields:\n      - { label: L, fact: shoeSize }\nsign: S\n'
  const [problem] = checkSchoolForms({
    root: 'content',
    files: new Map([['school-forms/a.yaml', text]]),
  })
  expect(problem).toMatchObject({ file: 'content/school-forms/a.yaml', line: 8 })
})
