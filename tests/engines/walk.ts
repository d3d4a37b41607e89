/** Walks through problems that occurred in other engines than Chromium's. Each walk throws with what it did not find. */
import { memoryStore } from '../../src/app/storage/storage.ts'
import { listClaims } from '../../src/features/claims/contract.ts'
import { pagePath } from '../../src/features/claims/steps.ts'
import { getOrder } from '../../src/features/orders/contract.ts'
import { clientOf, DEMO, readCode, signIn, type Stored } from '../browser/sandbox.ts'
import type { Site } from '../browser/site.ts'
import { prepareOrder } from '../e2e/journeys/prepare-order.ts'
import { buy } from './buy.ts'
import { makeClaim } from './claim.ts'
import { until, type Engine } from './engine.ts'
import { click, isSignedOut, on, open, path, query, there, type } from './hand.ts'

export interface Walk {
  what: string
  walk: (engine: Engine, site: Site) => Promise<void>
}

async function demoDraft(site: Site, stored: Stored): Promise<string> {
  const store = memoryStore()
  for (const [name, value] of Object.entries(stored)) store.setItem(name, value)
  const reply = await clientOf(site, 'en', store).request(listClaims, {})
  const draft = reply.ok ? reply.data.claims.find(({ status }) => status === 'draft') : undefined
  if (!draft) throw new Error('The demo account has no draft of a claim')
  return draft.id
}

async function logIn(engine: Engine, site: Site): Promise<void> {
  await open(engine, site, {}, '/login?backUrl=%2Fpersonal%2Fmine')
  const to = `walk.${Date.now()}@example.com`
  await type(engine, '#destination', to)
  await click(engine, '#destination ~ button, form button[type=button]')
  await type(engine, '#code', await readCode(site, to))
  await click(engine, '#agreed')
  await click(engine, 'form [type=submit]')
  await on(engine, '/personal/mine')
}

/** A page that was left stays in the browser's back/forward cache, with everything that it had begun. */
async function leaveClaim(engine: Engine, site: Site): Promise<void> {
  const stored = await signIn(site, DEMO)
  const claim = pagePath('event', await demoDraft(site, stored))
  await open(engine, site, stored, claim)
  for (const field of ['#description', '#description', '#description']) {
    await there(engine, field)
    await type(engine, field, `Left at ${Date.now()}`)
    await click(engine, 'a[data-lang-switch]')
    const before = await path(engine)
    await until('the other language', async () => (await path(engine)) !== before)
  }
  await there(engine, '#description')
  await engine.go(`${site.url}/home`)
  await engine.go(`${site.url}/personal/mine`)
  await until('a way to sign out', () => engine.run<boolean>(`${SIGN_OUT} ? true : false`))
  await engine.run(`${SIGN_OUT}.click()`)
  await until('signed out', () => isSignedOut(engine))
  await until('the front page', async () => (await path(engine)).endsWith('/home'))
}
const SIGN_OUT = `[...document.querySelectorAll('button')].find((one) => /^(Sign out|退出登录)$/.test(one.textContent.trim()))`

/** What was typed within the last second is saved, though the page that sends it is gone. */
async function leaveOrder(engine: Engine, site: Site): Promise<void> {
  const { id, stored } = await prepareOrder(site, { upTo: 'people' })
  const store = memoryStore()
  for (const [name, value] of Object.entries(stored)) store.setItem(name, value)
  const { request } = clientOf(site, 'en', store)
  await open(engine, site, stored, `/confirm?id=${id}&step=people`)
  const typed = `Typed at ${Date.now()}`
  await type(engine, '[id="policyholder.institution"]', typed)
  await engine.run(`void (location.href = '/home')`)
  await on(engine, '/home')
  await until('what was typed, with the server', async () => {
    const reply = await request(getOrder, { id })
    return reply.ok && reply.data.answers.people.policyholder.institution === typed
  })
}

/** Shift+Tab to a field that the bar of a phone covers: Chromium shows it of itself, other engines do as the page says. */
async function backwards(engine: Engine, site: Site): Promise<void> {
  const { id, stored } = await prepareOrder(site, { upTo: 'people' })
  await open(engine, site, stored, `/confirm?id=${id}&step=people`)
  const [field, next] = [query('[id="policyholder.idNumber"]'), query('[id="policyholder.idName"]')]
  await there(engine, '[id="policyholder.idName"]')
  await engine.run(
    `(document.documentElement.dataset.device = 'mobile', ${next}.focus({ preventScroll: true }), scrollBy({ top: ${field}.getBoundingClientRect().top + ${PARTLY}, behavior: 'instant' }), null)`,
  )
  const [shift, tab] = ['\uE008', '\uE004']
  const keys = [
    { type: 'keyDown', value: shift },
    { type: 'keyDown', value: tab },
    { type: 'keyUp', value: tab },
    { type: 'keyUp', value: shift },
  ]
  await engine.act([{ type: 'key', id: 'keys', actions: keys }])
  await until('the field before', () => engine.run<boolean>(`document.activeElement === ${field}`))
  const { top, bar } = await engine.run<{ top: number; bar: number }>(
    `({ top: ${field}.getBoundingClientRect().top, bar: document.elementFromPoint(innerWidth / 2, 8).closest('.shell-bar')?.getBoundingClientRect().bottom ?? 0 })`,
  )
  if (bar === 0) throw new Error('there is no bar at the top')
  if (top < bar) throw new Error(`it begins at ${top} px, below a bar of ${bar} px`)
}

/** Pixels by which the field is above the window: then an engine moves it, and by no more than it must. */
const PARTLY = 14

async function links(engine: Engine, site: Site): Promise<void> {
  await open(engine, site, {}, '/plan/details/us-campus')
  const plain = await engine.run<string[]>(
    `[...document.querySelectorAll('.link, .link-text, .link-bad, .article a')].filter((one) => one.offsetParent && getComputedStyle(one).textDecorationLine !== 'underline' && getComputedStyle(one.querySelector('span') ?? one).textDecorationLine !== 'underline').map((one) => one.textContent.trim())`,
  )
  if (plain.length > 0) throw new Error(`without a line below: ${plain.slice(0, 3).join(' | ')}`)
}

async function searching(engine: Engine, site: Site): Promise<void> {
  await open(engine, site, {}, '/home')
  await click(engine, '[data-search]')
  await type(engine, '#search-query', 'claim')
  await there(engine, '#search-results a')
  const { list, all } = await engine.run<{ list: number; all: number }>(
    `(({ clientHeight, scrollHeight }) => ({ list: clientHeight, all: scrollHeight }))(${query('#search-results')})`,
  )
  if (list < Math.min(all, LEAST_LIST)) throw new Error(`the list is ${list} px high and has ${all} px to show`)
}
const LEAST_LIST = 300

async function finder(engine: Engine, site: Site): Promise<void> {
  await open(engine, site, {}, '/home')
  const seen = await engine.run<string[]>(
    `[...document.querySelectorAll('form.finder input[type=date]')].map((one) => getComputedStyle(one).opacity)`,
  )
  if (seen.length !== 3 || seen.some((opacity) => opacity !== '0'))
    throw new Error(`the system's calendar lies over what was typed: ${seen.join(' ')}`)
}

export const WALKS: readonly Walk[] = [
  { what: 'a login by code', walk: logIn },
  { what: 'a claim that is left can be opened again, and signed out of', walk: leaveClaim },
  { what: 'an order that is left keeps what was typed', walk: leaveOrder },
  { what: 'going backwards, the bar covers nothing that has the focus', walk: backwards },
  { what: 'links are underlined', walk: links },
  { what: 'the search shows what it found', walk: searching },
  { what: 'days of the finder are shown as the page writes them', walk: finder },
  { what: 'a purchase, from the first page to the policy', walk: buy },
  { what: 'a claim with photos, from the first page to its receipt', walk: makeClaim },
]
