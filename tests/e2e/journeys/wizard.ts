/** The actions of a person in the ordering wizard. Everything goes through what is on the screen. */
import type { Locator } from 'playwright-core'
import { formatDay, type Day } from '../../../src/lib/days/dates.ts'
import type { FamilyMember, PeopleDraft, PersonDraft } from '../../../src/features/orders/rules/check-person-fields.ts'
import type { PeoplePart } from '../../../src/features/orders/screens/confirm/steps/people/people-parts.ts'
import type { StepId } from '../../../src/features/orders/rules/step-ids.ts'
import { localPath } from '../../../src/lib/locale.ts'
import type { Visitor } from './journeys.ts'
import { term } from './people.ts'

export interface Choice {
  plan?: string
  tier?: string
  start?: Day
  end?: Day
  to?: string
}

/** The address of a plan's "buy" link. */
export function confirmPath(choice: Choice = {}): string {
  const query = new URLSearchParams({ plan: 'us-campus', tier: 'gold', to: 'us', ...term(), ...choice })
  return `/confirm?${query}`
}

/** The screen's main button: in the flow on the desktop, in the bar on phones. */
export const action = ({ page }: Visitor): Locator => page.locator('.btn-accent').filter({ visible: true }).first()

/** Waits for a page of the application, on its own address or in the flow of a partner's link. */
const inWizard = ({ page, lang }: Visitor, query: Record<string, string>): Promise<void> =>
  page.waitForURL(
    (url) =>
      ['/confirm', '/interconnection'].some((path) => url.pathname === localPath(lang, path)) &&
      Object.entries(query).every(([name, value]) => url.searchParams.get(name) === value),
  )

/** Waits for a step and its heading. */
export async function onStep(visitor: Visitor, step: StepId): Promise<void> {
  await inWizard(visitor, { step })
  await visitor.page.locator('main h1').first().waitFor()
}

const READS = ['enter', 'before-you-buy', 'terms', 'not-covered'] as const

/** Reads one page to its end and confirms it. */
export async function readPage(visitor: Visitor, step: (typeof READS)[number]): Promise<void> {
  const { page, say } = visitor
  await onStep(visitor, step)
  await page.locator('main .micro').waitFor()
  await page.locator('main .micro').scrollIntoViewIfNeeded()
  await page
    .getByRole('button', { name: say('confirm:read.on') })
    .filter({ visible: true })
    .waitFor({ state: 'hidden' })
  await action(visitor).click()
}

/** Reads everything that comes before people are named. */
export async function readAll(visitor: Visitor): Promise<void> {
  for (const step of READS) await readPage(visitor, step)
  await onStep(visitor, 'people')
}

const field = ({ page }: Visitor, id: string): Locator => page.locator(`[id="${id}"]`)

async function typeDay(visitor: Visitor, id: string, day: Day): Promise<void> {
  await field(visitor, id).fill(visitor.lang === 'cn' ? day : formatDay(day, 'en'))
}

/** Types one person; does not type what the ID number tells. */
async function typePerson(visitor: Visitor, who: string, person: PersonDraft): Promise<void> {
  const put = async (name: keyof PersonDraft): Promise<void> => {
    if (person[name]) await field(visitor, `${who}.${name}`).fill(person[name])
  }
  await field(visitor, `${who}.idType`).selectOption(person.idType)
  await put('idNumber')
  await put('idName')
  await put('passportName')
  if (await field(visitor, `${who}.passportNumber`).count()) await put('passportNumber')
  if (person.idType !== 'resident_id') {
    await put('chineseName')
    await typeDay(visitor, `${who}.birthDate`, person.birthDate)
    await visitor.page.locator(`[name="${who}.gender"][value=${person.gender}]`).check()
    await field(visitor, `${who}.nationality`).selectOption(person.nationality)
  }
  await put('institution')
  await put('email')
  await put('mobile')
}

/** On phones each part of the people step is a separate page. */
export async function toPart(visitor: Visitor, part: PeoplePart): Promise<void> {
  if (visitor.device === 'web') return
  await action(visitor).click()
  await inWizard(visitor, { step: 'people', part })
}

/** Gives the separate consent to sensitive data, which opens the fields of persons; it may have been given already. */
export async function consent({ page }: Visitor): Promise<void> {
  await page.locator('#sensitive').check()
  await page.locator('[id="policyholder.idType"], [id="insured.idType"]').first().waitFor()
}

/** Fills in the page of people, on phones page by page; does not leave the last one. */
export async function typePeople(
  visitor: Visitor,
  { relationship, policyholder, insured, deathBenefitElsewhere, family }: PeopleDraft,
): Promise<void> {
  await visitor.page.locator(`input[name=relationship][value=${relationship}]`).check()
  await toPart(visitor, 'buyer')
  await consent(visitor)
  await typePerson(visitor, 'policyholder', policyholder)
  if (relationship !== 'self') {
    await toPart(visitor, 'insured')
    await typePerson(visitor, 'insured', insured)
  }
  for (const member of family) await addMember(visitor, member)
  if (deathBenefitElsewhere !== null) await field(visitor, 'deathBenefitElsewhere').fill(String(deathBenefitElsewhere))
}

/** Adds a family member of the student and types the data; on phones the person has the next page. */
async function addMember(
  visitor: Visitor,
  { key, relationship, person, deathBenefitElsewhere }: FamilyMember,
): Promise<void> {
  const { page, say } = visitor
  await page
    .getByRole('button', { name: say(`confirm:family.${relationship === 'spouse' ? 'addSpouse' : 'addChild'}`) })
    .click()
  await toPart(visitor, key as PeoplePart)
  await typePerson(visitor, key, person)
  if (deathBenefitElsewhere !== null)
    await field(visitor, `${key}.deathBenefitElsewhere`).fill(String(deathBenefitElsewhere))
}

/** Answers every health question with no, except for those given with a few words. */
export async function answerHealth(visitor: Visitor, yes: Record<string, string> = {}): Promise<void> {
  await onStep(visitor, 'health')
  const questions = visitor.page.locator('main form ol > li')
  await questions.first().waitFor()
  // One answer for each person's list; where something applies, each question has its own.
  const how = Object.keys(yes).length > 0 ? 'some' : 'none'
  for (const whole of await visitor.page.locator(`main input[type=radio][value=${how}]`).all()) await whole.check()
  for (const no of await visitor.page.locator('main input[type=radio][value=no]').all()) await no.check()
  for (const [question, detail] of Object.entries(yes)) {
    await visitor.page.locator(`input[name="${question}"][value=yes]`).check()
    await field(visitor, `details.${question}`).fill(detail)
  }
}

/** Ticks every declaration of the check page, one by one. */
export async function declare(visitor: Visitor): Promise<void> {
  await onStep(visitor, 'check')
  const boxes = visitor.page.locator('main input[type=checkbox]')
  await boxes.first().waitFor()
  for (const box of await boxes.all()) await box.check()
}

/** From the first page to the check page, declarations ticked. */
export async function fillAll(visitor: Visitor, people: PeopleDraft, yes: Record<string, string> = {}): Promise<void> {
  await readAll(visitor)
  await typePeople(visitor, people)
  await action(visitor).click()
  await answerHealth(visitor, yes)
  await action(visitor).click()
  await declare(visitor)
}
