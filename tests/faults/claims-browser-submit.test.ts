/**
 * A claim that is sent repeatedly (design §6.4), and double taps everywhere on a slow network: one case, one draft,
 * only one row less.
 */
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { ClaimStep } from '../../src/features/claims/list-contract.ts'
import { pagePath } from '../../src/features/claims/steps.ts'
import { at, type Visitor } from '../e2e/journeys/journeys.ts'
import {
  act,
  choose,
  draftHouse,
  field,
  killTab,
  onStep,
  photos,
  openAnotherTab,
  slot,
  stored,
  tick,
  today,
  type Patient,
} from './claims-browser-fixtures.ts'
import { isLong, rowsOf } from '../tools/long-form.ts'
import { networkAtRest } from '../browser/visit.ts'

const it = draftHouse()

/** Taps one place this many times, as fast as a finger can. */
async function taps(page: Page, target: Locator, times: number): Promise<void> {
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  if (!box) throw new Error('Nothing to tap')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  // One right after the other, without waiting for the effect of the first.
  const session = await page.context().newCDPSession(page)
  const touches = Array.from({ length: times }, () => [
    session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] }),
    session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }),
  ])
  await Promise.all(touches.flat())
  await session.detach()
}

/** Every answer is delayed, as long as on a bad network. */
const slow = (page: Page): Promise<unknown> =>
  page.route(/\/(index|file)\/claim\//, async (route) => {
    await new Promise((done) => setTimeout(done, 150 + (route.request().url().length % 5) * 60))
    await route.continue()
  })

async function ready(step: ClaimStep = 'check'): Promise<{ patient: Patient; phone: Visitor }> {
  const patient = await it.patient('check')
  await patient.there.save(tick)
  return { patient, phone: await it.open(patient, step) }
}

/** There is exactly one case, and its number is shown. */
async function oneCase({ patient, phone }: { patient: Patient; phone: Visitor }): Promise<string> {
  await at(phone, '/claim/application/success', { id: patient.id })
  const { row } = await stored(it.server(), patient.id)
  await phone.page.getByText(row.case_number ?? 'no number', { exact: true }).waitFor()
  const { db } = it.server().deps
  expect(await db.selectFrom('claims').select('id').where('user_id', '=', row.user_id).execute()).toHaveLength(1)
  expect(
    await db
      .selectFrom('events')
      .select('id')
      .where('entity_id', '=', patient.id)
      .where('to_status', '=', 'submitted')
      .execute(),
  ).toHaveLength(1)
  return row.case_number ?? ''
}

describe('sending', () => {
  test.runIf(isLong)(
    'five fast taps, then back, forward and reload: the same case number is shown each time',
    async () => {
      const { patient, phone } = await ready('documents')
      const { page } = phone
      await slow(page)
      await phone.go(pagePath('check', patient.id))
      await onStep(phone, 'check')
      await taps(page, act(phone), 5)
      const number = await oneCase({ patient, phone })
      await page.goBack()
      await oneCase({ patient, phone })
      await page.goForward()
      await oneCase({ patient, phone })
      await page.reload()
      expect(await oneCase({ patient, phone })).toBe(number)
      await phone.go(pagePath('check', patient.id))
      expect(await oneCase({ patient, phone })).toBe(number)
    },
  )

  /** What happens to the next submissions: lost on the way to the server, or on the way back. */
  const losing = (page: Page, lost: ('there' | 'back')[]): Promise<unknown> => {
    it.allow(/claim\/(submit|get)/)
    return page.route('**/index/claim/submit**', async (route) => {
      const what = lost.shift()
      if (what !== 'there') await (what ? route.fetch() : route.continue())
      if (what) await route.abort('connectionreset')
    })
  }
  /** The words are above the button, inside the screen, and uncovered. */
  async function inSight({ page, say }: Visitor, key: string): Promise<void> {
    const words = page.locator('.action-bar [role=alert]').getByText(say(key))
    await words.waitFor()
    const box = await words.boundingBox()
    const button = await act({ page }).boundingBox()
    if (!box || !button) throw new Error('nothing there')
    expect(box.y + box.height).toBeLessThanOrEqual(button.y)
    const top = await page.evaluate(
      ([x, y]) => document.elementFromPoint(x ?? 0, y ?? 0)?.closest('[role=alert]') !== null,
      [box.x + box.width / 2, box.y + box.height / 2],
    )
    expect(top, 'nothing lies over the words').toBe(true)
  }

  test.runIf(isLong)(
    'no connection: it says so above the button, and is sent by itself when the line is back',
    async () => {
      const { patient, phone } = await ready()
      it.allow(/claim\/|hospitals/)
      await phone.context.setOffline(true)
      await act(phone).tap()
      await inSight(phone, 'claimform:send.waiting.title')
      expect((await stored(it.server(), patient.id)).row.status).toBe('draft')
      await phone.context.setOffline(false)
      await oneCase({ patient, phone })
    },
  )

  test.runIf(isLong)(
    'the tab is closed without a connection: the list says so, and opening it again sends it',
    async () => {
      const { patient, phone } = await ready()
      it.allow(/claim\/|hospitals/)
      await phone.context.setOffline(true)
      await act(phone).tap()
      await inSight(phone, 'claimform:send.waiting.title')
      await killTab(phone.page)
      await phone.context.setOffline(false)
      const again = await openAnotherTab(phone)
      await again.go(pagePath('policy', undefined))
      await again.page.getByText(again.say('claimform:send.kept')).waitFor()
      await again.page.getByRole('link', { name: again.say('claimform:drafts.go') }).tap()
      await oneCase({ patient, phone: again })
    },
  )

  test.runIf(isLong)('the person takes it back while it waits: nothing is sent', async () => {
    const { patient, phone } = await ready()
    it.allow(/claim\/|hospitals/)
    await phone.context.setOffline(true)
    await act(phone).tap()
    await phone.page
      .getByRole('button', { name: phone.say('claimform:send.waiting.cancel') })
      .filter({ visible: true })
      .tap()
    await phone.context.setOffline(false)
    await phone.page.reload()
    await onStep(phone, 'check')
    await networkAtRest(phone.page)
    expect((await stored(it.server(), patient.id)).row.status).toBe('draft')
  })

  test.each(rowsOf(['there', 'back'] as const, (way) => way === 'back'))(
    'the connection breaks on the way %s: the page finds the case, and shows its number without another press',
    async (way) => {
      const { patient, phone } = await ready()
      await losing(phone.page, [way])
      // The first check of the state is lost as well: the words must stay until the outcome is known.
      // The next one waits until they have been seen: otherwise the page may leave in the middle of that.
      let looked = 0
      const seen = Promise.withResolvers<void>()
      await phone.page.route('**/index/claim/get**', async (route) => {
        if (looked++ === 0) return route.abort('connectionreset')
        await seen.promise
        return route.continue()
      })
      await act(phone).tap()
      await inSight(phone, 'claimform:send.checking.title')
      seen.resolve()
      await oneCase({ patient, phone })
    },
  )

  test.runIf(isLong)(
    'the answer is lost and the tab closed: when reopened the page shows the existing case',
    async () => {
      const { patient, phone } = await ready()
      await losing(phone.page, ['back'])
      await phone.page.route('**/index/claim/get**', (route) => route.abort('connectionreset'))
      await act(phone).tap()
      await inSight(phone, 'claimform:send.checking.title')
      await killTab(phone.page)
      const again = await openAnotherTab(phone)
      await again.go(pagePath('check', patient.id))
      await oneCase({ patient, phone: again })
    },
  )

  test.runIf(isLong)('two devices press at the same moment: both show the same case', async () => {
    const { patient, phone } = await ready()
    const other = await it.open(patient, 'check')
    await Promise.all([act(phone).tap(), act(other).tap()])
    expect(await oneCase({ patient, phone })).toBe(await oneCase({ patient, phone: other }))
  })

  test.runIf(isLong)('a double tap on the step before does not send it', async () => {
    const { patient, phone } = await ready('documents')
    await taps(phone.page, act(phone), 2)
    await onStep(phone, 'check')
    await networkAtRest(phone.page)
    expect((await stored(it.server(), patient.id)).row.status).toBe('draft')
    await act(phone).tap()
    await oneCase({ patient, phone })
  })
})

describe('double taps on a slow network', () => {
  test.runIf(isLong)('beginning makes one draft', async () => {
    const patient = await it.patient('policy')
    const phone = await it.open(patient, 'policy')
    await slow(phone.page)
    await field(phone, 'incidentDay').fill(today())
    await phone.page.locator('input[name=policy]').first().check()
    await field(phone, 'sensitive').check()
    await taps(phone.page, act(phone), 2)
    await onStep(phone, 'sign')
    await networkAtRest(phone.page)
    const { user_id: user } = (await stored(it.server(), new URL(phone.page.url()).searchParams.get('id') ?? '')).row
    expect(
      await it.server().deps.db.selectFrom('claims').select('id').where('user_id', '=', user).execute(),
    ).toHaveLength(1)
    expect(await phone.page.locator('.error-summary').count()).toBe(0)
  })

  test.runIf(isLong)('signing signs once, and the next step points nothing out', async () => {
    const patient = await it.patient('sign')
    const phone = await it.open(patient, 'sign')
    await slow(phone.page)
    await phone.page.getByRole('button', { name: phone.say('claimform:sign.cannot') }).tap()
    await field(phone, 'typedName').fill('林晓')
    await field(phone, 'read').check()
    await taps(phone.page, act(phone), 2)
    await onStep(phone, 'event')
    await networkAtRest(phone.page)
    expect(await phone.page.locator('.error-summary').count()).toBe(0)
    const signatures = await it
      .server()
      .deps.db.selectFrom('claim_signatures')
      .select(['id', 'void_at'])
      .where('claim_id', '=', patient.id)
      .execute()
    expect(signatures.filter(({ void_at: gone }) => gone === null)).toHaveLength(1)
  })

  test.runIf(isLong)('taking a visit away takes one', async () => {
    const patient = await it.patient('account')
    const phone = await it.open(patient, 'event')
    const { page } = phone
    for (let i = 0; i < 2; i++) await page.getByRole('button', { name: phone.say('claimform:visits.another') }).tap()
    const visits = page.getByRole('button', { name: /^Remove\b/ })
    await expect.poll(() => visits.count()).toBe(3)
    await taps(page, visits.nth(1), 2)
    await expect.poll(() => visits.count()).toBe(2)
    await page.waitForResponse((response) => response.url().includes('/claim/save'))
    expect((await stored(it.server(), patient.id)).answers.visits).toHaveLength(2)
  })

  test.runIf(isLong)('taking a photo away takes one, sent or not', async () => {
    const patient = await it.patient('documents')
    const phone = await it.open(patient, 'documents')
    const { page } = phone
    it.allow(/claim\/upload/)
    let open = false
    await page.route('**/file/claim/upload**', (route) => (open ? route.continue() : route.abort('connectionreset')))
    await choose(phone, 'invoice', await photos(4))
    const rows = slot(phone, 'invoice').locator('.upload-row')
    await expect.poll(() => rows.getByText(phone.say('uploads:preparing')).count()).toBe(0)
    const bins = rows.locator('.btn-square')
    await expect.poll(() => bins.count()).toBe(4)
    await taps(page, bins.nth(1), 2)
    await expect.poll(() => rows.count()).toBe(3)
    open = true
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect.poll(() => rows.locator('.text-ok').count()).toBe(3)
    await slow(page)
    await taps(page, bins.nth(0), 2)
    await taps(page, page.getByRole('button', { name: phone.say('uploads:ask.yes') }), 2)
    await expect.poll(() => rows.count()).toBe(2)
    await expect.poll(async () => (await stored(it.server(), patient.id)).documents.length).toBe(2)
  })
})
