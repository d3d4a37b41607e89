/**
 * Two devices with one draft (design §6.2): separate changes are merged silently, the person decides about conflicts,
 * and nothing is lost.
 */
import { expect, test } from 'vitest'
import { pagePath } from '../../src/features/claims/steps.ts'
import type { Visitor } from '../e2e/journeys/journeys.ts'
import { choose, draftHouse, field, onStep, photos, saved, slot, stored } from './claims-browser-fixtures.ts'
import { rowsOf } from '../tools/long-form.ts'

const it = draftHouse()

/** The person looks at this device again, which reloads its data. */
const lookAt = ({ page }: Visitor): Promise<void> =>
  page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')))
async function type(visitor: Visitor, id: string, text: string): Promise<void> {
  const save = saved(visitor)
  await field(visitor, id).fill(text)
  await save
}
const value = (visitor: Visitor, id: string): Promise<string> => field(visitor, id).inputValue()

test('changes of different fields and different visits are merged on both devices', async () => {
  const patient = await it.patient('event')
  const phone = await it.open(patient, 'event')
  const desk = await it.open(patient, 'event', { device: 'web', lang: 'cn' })
  await Promise.all([type(phone, 'description', 'Fever since the night.'), type(desk, 'contactPerson', '林晓')])
  await phone.page.locator('input[name=type][value=outpatient]').check()
  await expect
    .poll(async () => (await stored(it.server(), patient.id)).answers)
    .toMatchObject({ description: 'Fever since the night.', contactPerson: '林晓', type: 'outpatient' })
  await lookAt(phone)
  await lookAt(desk)
  await expect.poll(() => value(phone, 'contactPerson')).toBe('林晓')
  await expect.poll(() => value(desk, 'description')).toBe('Fever since the night.')
  // One visit on each, without knowing of the other's.
  await desk.page.locator('input[name=type][value=outpatient]:checked').waitFor()
  const amount = (visitor: Visitor, nth: number) =>
    visitor.page.getByLabel(visitor.say('claimform:visits.amount')).nth(nth)
  const saves = [saved(phone), saved(desk)]
  await Promise.all([amount(phone, 0).fill('85.40'), amount(desk, 0).fill('12.00')])
  await Promise.all(saves)
  await lookAt(phone)
  await lookAt(desk)
  for (const visitor of [phone, desk]) await expect.poll(() => amount(visitor, 1).count()).toBe(1)
  expect((await stored(it.server(), patient.id)).answers.visits.map((visit) => visit.typed ?? '').sort()).toEqual([
    '12.00',
    '85.40',
  ])
  expect(await phone.page.getByText(phone.say('app:conflict.title', { count: 1 })).count()).toBe(0)
  expect(await desk.page.getByText(desk.say('app:conflict.title', { count: 1 })).count()).toBe(0)
})

test.each(rowsOf(['mine', 'theirs'] as const, (take) => take === 'mine'))(
  'the same field: both values are shown, also after a reload, and the person takes %s',
  async (take) => {
    const patient = await it.patient('event')
    const phone = await it.open(patient, 'event')
    const desk = await it.open(patient, 'event', { device: 'web' })
    await type(desk, 'description', 'As told on the computer.')
    await type(phone, 'description', 'As told on the phone.')
    const both = async (): Promise<void> => {
      await phone.page.getByText(phone.say('app:conflict.title', { count: 1 })).waitFor()
      for (const words of ['As told on the computer.', 'As told on the phone.'])
        await phone.page.locator('.need-panel').getByText(words).waitFor()
    }
    await both()
    // The server has one version, this device the other; a reload loses neither.
    expect((await stored(it.server(), patient.id)).answers.description).toBe('As told on the computer.')
    await phone.page.reload()
    await onStep(phone, 'event')
    await both()
    expect(await value(phone, 'description')).toBe('As told on the phone.')
    await phone.page.getByRole('button', { name: phone.say(`app:conflict.${take}`) }).tap()
    const wanted = take === 'mine' ? 'As told on the phone.' : 'As told on the computer.'
    await expect.poll(() => value(phone, 'description')).toBe(wanted)
    await expect.poll(async () => (await stored(it.server(), patient.id)).answers.description).toBe(wanted)
    await lookAt(desk)
    await expect.poll(() => value(desk, 'description')).toBe(wanted)
    expect(await phone.page.locator('.need-panel').count()).toBe(0)
  },
)

test('documents sent from one device appear on the other without a reload, and removed ones disappear', async () => {
  const patient = await it.patient('documents')
  const phone = await it.open(patient, 'documents')
  const desk = await it.visitor({ device: 'web', stored: await patient.login() })
  // The clock is moved, instead of waiting for the next poll.
  await desk.page.clock.install()
  await desk.go(pagePath('documents', patient.id))
  await onStep(desk, 'documents')
  const there = slot(desk, 'invoice').locator('.upload-row .text-ok')
  await choose(phone, 'invoice', await photos(2))
  await expect.poll(() => slot(phone, 'invoice').locator('.upload-row .text-ok').count()).toBe(2)
  await desk.page.clock.fastForward(16_000)
  await expect.poll(() => there.count()).toBe(2)
  await slot(phone, 'invoice')
    .getByRole('button', { name: /^Remove/ })
    .first()
    .tap()
  await phone.page.getByRole('button', { name: phone.say('uploads:ask.yes') }).tap()
  await expect.poll(async () => (await stored(it.server(), patient.id)).documents.length).toBe(1)
  await desk.page.clock.fastForward(16_000)
  await expect.poll(() => there.count()).toBe(1)
})
