/** A purchase as somebody makes it who knows no address. */
import type { Site } from '../browser/site.ts'
import { formatDay } from '../../src/lib/days/dates.ts'
import { student, term } from '../e2e/journeys/people.ts'
import { until, type Engine } from './engine.ts'
import { choose, click, on, open, press, pressOn, query, say, seen, there, tick, tickAll, write } from './hand.ts'

const READS = ['before-you-buy', 'terms', 'not-covered'] as const
/** The main button of a screen. */
const MAIN = 'main .btn-accent'

/** Front page → finder → list → plan. */
async function findPlan(engine: Engine, site: Site, birth: string): Promise<void> {
  const { start, end } = term()
  await open(engine, site, {}, '/home')
  await choose(engine, 'form.finder [name=to]', 'us')
  for (const [name, day] of Object.entries({ start, end, birth }))
    await choose(engine, `form.finder [name=${name}]`, day)
  await pressOn(engine, 'form.finder button[type=submit]')
  await on(engine, '/plan/list', { to: 'us', start, end })
  await pressOn(engine, `a[href*="/plan/details/us-campus"][href*="tier=gold"][href*="end=${end}"]`)
  await on(engine, '/plan/details/us-campus', { tier: 'gold', start, end, birth })
  await there(engine, '#price dd.type-sum')
  await press(engine, 'plans:price.buy')
}

export async function buy(engine: Engine, site: Site): Promise<void> {
  const { birthDate, idNumber, idName, passportName, institution, email } = student()
  await findPlan(engine, site, birthDate)
  await on(engine, '/confirm', { step: 'enter' })
  await pressOn(engine, 'dialog[open] .btn-accent')
  for (const step of READS) {
    await on(engine, '/confirm', { step })
    await readToEnd(engine)
  }
  await on(engine, '/confirm', { step: 'people' })
  await tick(engine, 'input[name=relationship][value=self]')
  await tick(engine, '#sensitive')
  await choose(engine, '[id="policyholder.idType"]', 'resident_id')
  for (const [field, value] of Object.entries({ idNumber, idName, passportName, institution, email }))
    if (value) await write(engine, `[id="policyholder.${field}"]`, value)
  await seen(engine, new RegExp(formatDay(birthDate, 'en')))
  await pressOn(engine, MAIN)
  await on(engine, '/confirm', { step: 'health' })
  await tick(engine, 'main input[type=radio][value=none]')
  await pressOn(engine, MAIN)
  await on(engine, '/confirm', { step: 'check' })
  await tickAll(engine)
  await pressOn(engine, MAIN)
  await press(engine, 'cashier:confirm.button')
  await on(engine, '/payment/pay')
  await pressOn(engine, '[data-method=alipay]')
  await there(engine, 'button[name=outcome][value=pay]')
  await click(engine, 'input[name=delivery][value=now]')
  await click(engine, 'button[name=outcome][value=pay]')
  await on(engine, '/payment/succeed')
  await seen(engine, /YF\d\d-\d{4}-\d{6}/)
}

/** Scrolls to the end of what has to be read, and confirms it. */
async function readToEnd(engine: Engine): Promise<void> {
  await there(engine, 'main .micro')
  await engine.run(`${query('main .micro')}.scrollIntoView()`)
  const readOn = say('confirm:read.on')
  await until('the end read', () =>
    engine.run<boolean>(`${query(MAIN)}.textContent.trim() !== ${JSON.stringify(readOn)}`),
  )
  await pressOn(engine, MAIN)
}
