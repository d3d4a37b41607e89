/**
 * A visit and a file that were claimed before are told where they are entered. The way to the earlier claim loses
 * nothing, and nobody is stopped.
 */
import { expect, test } from 'vitest'
import { dayOf, formatDay } from '../../src/lib/days/dates.ts'
import { pdf } from '../api/hostile-files.ts'
import { axe } from '../browser/visit.ts'
import { FORMS } from '../e2e/journeys/claim-fixtures.ts'
import { rowsOf, isFirst } from '../tools/long-form.ts'
import { at, picture, sees, type Visitor } from '../e2e/journeys/journeys.ts'
import { act, draftHouse, field, onStep, saved, tick } from './claims-browser-fixtures.ts'

const it = draftHouse()

/** A claim that was sent, and a draft of the same person about the same visit, with the bill that was sent then. */
async function claimedAgain() {
  const patient = await it.patient('check')
  const { there } = patient
  await there.save(tick)
  const { answers } = there.draft
  // A PDF, which the browser sends as it is.
  const bill = await pdf()
  await there.upload('invoice', { bytes: bill, name: 'bill.pdf' })
  await there.look()
  const { submittedAt } = await there.submit()
  const before = there.id
  there.view = undefined
  await there.start(answers.incidentDay)
  await there.sign()
  const visits = answers.visits.map((visit) => ({ ...visit, id: 'v002', invoice: '' }))
  await there.save({ ...answers, visits, declarations: there.draft.answers.declarations, accountFrom: '' })
  await there.uploadAll()
  return { bill, patient: { ...patient, id: there.id }, before, submittedAt, number: answers.visits[0]?.invoice ?? '' }
}

const told = (visitor: Visitor, kind: 'invoice' | 'visit' | 'file', when: number): string =>
  visitor.say(`claimform:claimedBefore.${kind}`, { day: formatDay(dayOf(when), visitor.lang) })

test.each(rowsOf(FORMS, isFirst))('claimed before, $device, $lang', async (view) => {
  const { bill, patient, before, submittedAt, number } = await claimedAgain()
  const visitor = await it.open(patient, 'event', view)
  const { page, say } = visitor
  await sees(visitor, told(visitor, 'visit', submittedAt))
  await field(visitor, 'visits.v002.invoice').fill(` ${number.toLowerCase()}`)
  await sees(visitor, told(visitor, 'invoice', submittedAt))
  const notes = page.locator('main [role=status] p')
  expect(await notes.count()).toBe(1)
  await notes.scrollIntoViewIfNeeded()
  await picture(visitor, 'claimed-before-invoice')
  expect(await axe(page)).toEqual([])

  // The last letters are not saved yet when the link is followed.
  await field(visitor, 'description').fill('A cough that came back.')
  await page.getByRole('link', { name: say('claimform:claimedBefore.open'), exact: true }).click()
  await at(visitor, '/claim/query/progress', { id: before })
  await page.goBack()
  await onStep(visitor, 'event')
  await sees(visitor, told(visitor, 'invoice', submittedAt))
  expect(await field(visitor, 'description').inputValue()).toBe('A cough that came back.')

  // Another number is another invoice, and the day with the amount is told again.
  const done = saved(visitor)
  await field(visitor, 'visits.v002.invoice').fill('INV-90001')
  await expect.poll(() => notes.count()).toBe(0)
  await done
  await sees(visitor, told(visitor, 'visit', submittedAt))
  await act(visitor).click()
  await onStep(visitor, 'account')

  await visitor.go(`/claim/application/upload?id=${patient.id}`)
  await onStep(visitor, 'documents')
  const slot = page.locator('.upload-group').filter({ has: page.locator('[id="upload-invoice"]') })
  await slot.getByRole('button', { name: say('uploads:more') }).click()
  await slot
    .locator('input[type=file][multiple]')
    .first()
    .setInputFiles([{ name: 'again.pdf', mimeType: 'application/pdf', buffer: bill }])
  const rows = page.locator('.upload-row').filter({ hasText: say('claimform:claimedBefore.open') })
  await sees(visitor, told(visitor, 'file', submittedAt))
  expect(await rows.count()).toBe(1)
  // A file that another device sent is told as well.
  await page.reload()
  await onStep(visitor, 'documents')
  await expect.poll(() => rows.count()).toBe(1)
  await rows.scrollIntoViewIfNeeded()
  await picture(visitor, 'claimed-before-file')
  expect(await axe(page)).toEqual([])
})
