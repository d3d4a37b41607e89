/**
 * The tab is killed in each step of a claim (design §6.2): the same step returns, with every stroke, file and all but
 * the last second of typing.
 */
import { describe, expect, test } from 'vitest'
import { pagePath } from '../../src/features/claims/steps.ts'
import type { ClaimStep } from '../../src/features/claims/list-contract.ts'
import {
  act,
  choose,
  draftHouse,
  field,
  killTab,
  onStep,
  photos,
  saved,
  slot,
  stored,
  type Patient,
} from './claims-browser-fixtures.ts'
import { draw, strokeOf } from '../e2e/journeys/claim-steps.ts'
import type { Visitor } from '../e2e/journeys/journeys.ts'
import { isLong } from '../tools/long-form.ts'

const it = draftHouse()

/** Kills the tab; the person opens another one, goes to their drafts and continues this one. */
async function again(visitor: Visitor, step: ClaimStep): Promise<Visitor> {
  await killTab(visitor.page)
  const next = await visitor.tab()
  await next.go(pagePath('policy', undefined))
  await next.page.getByRole('link', { name: next.say('claimform:drafts.go') }).tap()
  await onStep(next, step)
  return next
}

/** Another device of the same person, at the drafts of their account. */
async function elsewhere(patient: Patient, step: ClaimStep): Promise<Visitor> {
  const visitor = await it.visitor({ device: 'web', lang: 'cn', stored: await patient.login() })
  await visitor.go(pagePath('policy', undefined))
  await visitor.page.getByRole('link', { name: visitor.say('claimform:drafts.go') }).click()
  await onStep(visitor, step)
  return visitor
}

/** Signs one line with a finger. */
async function stroke(visitor: Visitor, row: number): Promise<void> {
  await visitor.page.getByRole('button', { name: visitor.say('claimform:sign.across') }).click()
  await draw(visitor, await strokeOf(visitor, row))
  await visitor.page.getByRole('button', { name: visitor.say('claimform:sign.done'), exact: true }).click()
  await visitor.page.locator('.sign-across').waitFor({ state: 'detached' })
}
const strokes = (visitor: Visitor, count: number): Promise<void> =>
  visitor.page.getByRole('group', { name: visitor.say('claimform:sign.strokes', { count }) }).waitFor()

describe('the tab is killed', () => {
  test.runIf(isLong)(
    'while signing: a half-drawn signature is restored, and a finished one is on every device',
    async () => {
      const patient = await it.patient('sign')
      let phone = await it.open(patient, 'sign')
      await stroke(phone, 0)
      await strokes(phone, 1)
      await phone.page.getByText(phone.say('claimform:sign.kept')).waitFor()
      phone = await again(phone, 'sign')
      await strokes(phone, 1)
      await stroke(phone, 1)
      await strokes(phone, 2)
      await field(phone, 'read').check()
      await phone.page.getByText(/^Signature saved/).waitFor()
      phone = await again(phone, 'sign')
      await strokes(phone, 2)
      expect(await field(phone, 'read').isChecked()).toBe(true)
      const desk = await elsewhere(patient, 'sign')
      await desk.page.getByText(desk.say('claimform:sign.standing.drawn', { name: '林晓' })).waitFor()
      await act(phone).tap()
      await onStep(phone, 'event')
    },
  )

  test.runIf(isLong)(
    'while describing the event: everything but the last second is restored, even if typing never paused',
    async () => {
      const patient = await it.patient('event')
      let phone = await it.open(patient, 'event')
      const text = 'It began in the night, with a fever and a sore throat. '.repeat(3)
      await field(phone, 'description').focus()
      const typed: number[] = []
      for (const letter of text) {
        await phone.page.keyboard.type(letter)
        typed.push(Date.now())
      }
      const least = typed.filter((at) => at < Date.now() - 1000).length
      phone = await again(phone, 'event')
      const kept = await field(phone, 'description').inputValue()
      expect(text.startsWith(kept)).toBe(true)
      expect(kept.length).toBeGreaterThanOrEqual(least)
      // It is sent to the server automatically, and so reaches the other device.
      await expect.poll(async () => (await stored(it.server(), patient.id)).answers.description).toBe(kept)
      const desk = await elsewhere(patient, 'event')
      expect(await field(desk, 'description').inputValue()).toBe(kept)
    },
  )

  test.runIf(isLong)('while giving the account', async () => {
    const patient = await it.patient('account')
    let phone = await it.open(patient, 'account')
    const save = saved(phone)
    await phone.page.locator('input[name=accountOwn][value=yes]').check()
    await field(phone, 'accountCountry').selectOption('CN')
    await save
    await field(phone, 'accountNumber').focus()
    await phone.page.keyboard.type('6222021234567890', { delay: 40 })
    phone = await again(phone, 'account')
    expect(await phone.page.locator('input[name=accountOwn][value=yes]').isChecked()).toBe(true)
    const kept = await field(phone, 'accountNumber').inputValue()
    expect('6222021234567890'.startsWith(kept) && kept.length > 0).toBe(true)
    await expect.poll(async () => (await stored(it.server(), patient.id)).answers.accountNumber).toBe(kept)
    const desk = await elsewhere(patient, 'account')
    expect(await field(desk, 'accountNumber').inputValue()).toBe(kept)
    expect(await field(desk, 'accountCountry').inputValue()).toBe('CN')
  })

  test('while documents are on their way', async () => {
    const patient = await it.patient('documents')
    let phone = await it.open(patient, 'documents')
    it.allow(/claim\/upload/)
    // The third file never arrives while this tab lives.
    let sent = 0
    await phone.page.route('**/file/claim/upload**', (route) => (++sent > 2 ? undefined : route.continue()))
    await choose(phone, 'invoice', await photos(4))
    await expect.poll(() => slot(phone, 'invoice').locator('.upload-row .text-ok').count()).toBe(2)
    await expect.poll(() => sent).toBe(3)
    phone = await again(phone, 'documents')
    await expect.poll(() => slot(phone, 'invoice').locator('.upload-row .text-ok').count()).toBe(4)
    const { documents } = await stored(it.server(), patient.id)
    expect(new Set(documents.map(({ sha256 }) => sha256)).size).toBe(4)
    expect(documents).toHaveLength(4)
    const desk = await elsewhere(patient, 'documents')
    await expect.poll(() => slot(desk, 'invoice').locator('.upload-row .text-ok').count()).toBe(4)
  })

  test.runIf(isLong)(
    'while checking: what was ticked stays, and a file still on this phone is sent before the claim is',
    async () => {
      const patient = await it.patient('check')
      let phone = await it.open(patient, 'check')
      it.allow(/claim\/upload/)
      const save = saved(phone)
      await phone.page.locator('input[id^="declarations."]').first().check()
      await save
      await phone.page.route('**/file/claim/upload**', () => undefined)
      await phone.page
        .locator('main')
        .getByRole('button', { name: phone.say('ui:change') })
        .last()
        .tap()
      await onStep(phone, 'documents')
      await slot(phone, 'invoice')
        .getByRole('button', { name: phone.say('uploads:more') })
        .tap()
      await choose(phone, 'invoice', await photos(1))
      await slot(phone, 'invoice').locator('progress').waitFor()
      phone = await again(phone, 'check')
      expect(await phone.page.locator('input[id^="declarations."]').first().isChecked()).toBe(true)
      await expect
        .poll(
          async () => (await stored(it.server(), patient.id)).documents.filter(({ kind }) => kind === 'invoice').length,
        )
        .toBe(2)
      const desk = await elsewhere(patient, 'check')
      expect(await desk.page.locator('input[id^="declarations."]').first().isChecked()).toBe(true)
    },
  )
})
