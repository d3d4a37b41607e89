/**
 * The login ends in the middle of a step (design §6.10): one code, and the person is back in the same field with
 * everything typed.
 */
import { expect, test } from 'vitest'
import type { ClaimStep } from '../../src/features/claims/list-contract.ts'
import { logIn } from '../e2e/journeys/login.ts'
import type { Visitor } from '../e2e/journeys/journeys.ts'
import { advanceClock } from '../e2e/browser-site.ts'
import { choose, draftHouse, endLogins, field, onStep, photos, slot, stored } from './claims-browser-fixtures.ts'
import { isLong } from '../tools/long-form.ts'

const it = draftHouse()

async function back(visitor: Visitor, email: string, step: ClaimStep): Promise<void> {
  await logIn(visitor, it.site, email)
  await onStep(visitor, step)
}
const isIn = (visitor: Visitor, id: string): Promise<void> =>
  expect.poll(() => visitor.page.evaluate(() => document.activeElement?.id)).toBe(id)

/** The test decides when the server reports it, however busy the machine is: here right after the last letter. */
async function holdAnswers({ page }: Visitor, call: string): Promise<() => void> {
  let answer = (): void => undefined
  const typed = new Promise<void>((done) => {
    answer = done
  })
  await page.route(
    (url) => url.pathname.endsWith(call),
    async (route) => {
      await typed
      await route.continue()
    },
  )
  return answer
}

test.runIf(isLong)('while typing: what was typed after the last save is there, and is saved', async () => {
  const patient = await it.patient('event')
  const phone = await it.open(patient, 'event')
  const answer = await holdAnswers(phone, '/claim/save')
  await field(phone, 'description').fill('It began in the night.')
  await endLogins(it.server(), patient.email)
  await field(phone, 'contactPerson').focus()
  await phone.page.keyboard.type('林晓')
  answer()
  await back(phone, patient.email, 'event')
  await isIn(phone, 'contactPerson')
  expect(await field(phone, 'contactPerson').inputValue()).toBe('林晓')
  expect(await field(phone, 'description').inputValue()).toBe('It began in the night.')
  await expect
    .poll(async () => (await stored(it.server(), patient.id)).answers)
    .toMatchObject({ contactPerson: '林晓', description: 'It began in the night.' })
})

test.runIf(isLong)('while signing: nothing has to be drawn or typed again', async () => {
  const patient = await it.patient('sign')
  const phone = await it.open(patient, 'sign')
  await phone.page.getByRole('button', { name: phone.say('claimform:sign.cannot') }).tap()
  await field(phone, 'typedName').fill('林晓')
  await endLogins(it.server(), patient.email)
  await field(phone, 'read').check()
  await back(phone, patient.email, 'sign')
  await isIn(phone, 'read')
  expect(await field(phone, 'typedName').inputValue()).toBe('林晓')
  expect(await field(phone, 'read').isChecked()).toBe(true)
  await phone.page.locator('.action-bar .btn-accent').tap()
  await onStep(phone, 'event')
  expect(
    await it.server().deps.db.selectFrom('claim_signatures').select('id').where('claim_id', '=', patient.id).execute(),
  ).toHaveLength(1)
})

test('while photos wait: they go on by themselves', async () => {
  const patient = await it.patient('documents')
  const phone = await it.open(patient, 'documents')
  await endLogins(it.server(), patient.email)
  await choose(phone, 'invoice', await photos(3))
  await back(phone, patient.email, 'documents')
  await expect.poll(() => slot(phone, 'invoice').locator('.upload-row .text-ok').count()).toBe(3)
  const { documents } = await stored(it.server(), patient.id)
  expect(documents).toHaveLength(3)
  expect(new Set(documents.map(({ sha256 }) => sha256)).size).toBe(3)
})

// Last in the file: from here on the server's clock is hours ahead.
test.runIf(isLong)('after hours of nothing, in the account', async () => {
  const patient = await it.patient('account')
  const phone = await it.open(patient, 'account')
  await phone.page.locator('input[name=accountOwn][value=yes]').check()
  await field(phone, 'accountCountry').selectOption('CN')
  await expect.poll(async () => (await stored(it.server(), patient.id)).answers.accountCountry).toBe('CN')
  await advanceClock(it.site, 121 * 60_000)
  await field(phone, 'accountNumber').focus()
  await phone.page.keyboard.type('6222021234567890128')
  await back(phone, patient.email, 'account')
  await isIn(phone, 'accountNumber')
  expect(await field(phone, 'accountNumber').inputValue()).toBe('6222021234567890128')
  await expect
    .poll(async () => (await stored(it.server(), patient.id)).answers.accountNumber)
    .toBe('6222021234567890128')
})
