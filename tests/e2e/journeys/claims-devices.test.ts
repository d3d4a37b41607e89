/** Continuing a claim: documents requested twice, and a draft begun on the desktop that is finished on a phone. */
import type { Response } from 'playwright-core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  addAll,
  addPhotos,
  seesAllDocuments,
  checkAndSend,
  choosePolicy,
  draw,
  fillIn,
  follow,
  press,
  pressSend,
  sentPage,
  signByHand,
  strokeOf,
  write,
} from './claim-steps.ts'
import { claimSite, focusPage, daysAgo, FORMS, seesClaimStatus } from './claim-fixtures.ts'
import { shiftClock } from '../../browser/shifted-clock.ts'
import { at, picture, sees } from './journeys.ts'
import { inNone, isFirst, rowsOf } from '../../tools/long-form.ts'
import { networkAtRest } from '../../browser/visit.ts'

const site = claimSite()

test.each(rowsOf(FORMS, inNone))(
  'documents are asked for twice, one of them cannot be had: $device in $lang',
  async ({ device, lang }) => {
    const person = await site.insured(`asked-${device}`)
    const { id, number } = await site.sent(person)
    const visitor = await site.visitor({ device, lang, stored: person.stored })
    const { page, say } = visitor
    await visitor.go(`/claim/query/progress?id=${id}`)
    await sees(visitor, say('claimprogress:need.nothing'))
    await site.desk('wu', 'review', number)
    await site.desk('wu', 'request', number, '--item', 'medical_record:no_diagnosis; prescription:no_doctor')
    await focusPage(visitor)
    await follow(visitor, 'claimprogress:need.addMany')
    await page
      .getByRole('link', { name: `${say('claimprogress:asked.add')} ${say('claims:document.medical_record.name')}` })
      .click()
    await addPhotos(visitor, 'medical_record')
    await follow(visitor, 'claimprogress:item.next')
    await press(visitor, 'claims:unavailable.open')
    await page.getByRole('radio', { name: say('claims:unavailable.reason.other'), exact: true }).check()
    await write(visitor, 'claims:unavailable.words', '药房已经关门，联系不上。')
    await press(visitor, 'claims:unavailable.send')
    await sees(visitor, say('claims:unavailable.told'))
    await press(visitor, 'claimprogress:need.send')
    await sees(visitor, say('claimprogress:need.sent'))
    await picture(visitor, `claims-asked-once-${device}`)

    await site.desk('wu', 'review', number)
    await site.desk('wu', 'accept-document', number, 'all')
    await expect(site.desk('wu', 'request', number, '--item', 'medical_record:no_diagnosis')).rejects.toThrow(
      'not_again',
    )
    await site.desk('wu', 'request', number, '--item', 'test_report:film')
    await focusPage(visitor)
    await follow(visitor, 'claimprogress:need.add')
    await addPhotos(visitor, 'test_report')
    await press(visitor, 'claimprogress:need.send')
    await sees(visitor, say('claimprogress:need.sent'))
    await site.desk('wu', 'review', number)
    await site.desk('wu', 'approve', number)
    await focusPage(visitor)
    await seesClaimStatus(visitor, 'approved')
    await picture(visitor, `claims-asked-twice-${device}`)
  },
)

// A tablet may name itself a desktop: it came by the code, so it continues the claim like a phone.
test.each(
  rowsOf(
    [
      ['en', 'mobile'],
      ['cn', 'web'],
    ] as const,
    isFirst,
  ),
)('begun on the desktop, photographed and sent with another device, in %s (%s)', async (lang, device) => {
  const { stored } = await site.insured(`devices-${lang}`)
  const desktop = await site.visitor({ lang, stored })
  const day = daysAgo(4)
  await fillIn(desktop, {
    type: 'outpatient',
    description: 'Sore throat and fever since the night before.',
    hospital: { cn: { type: '圣托马斯', name: '圣托马斯医院' }, en: { type: 'st thom', name: 'St Thomas’ Hospital' } }[
      lang
    ],
    visits: [{ day, amount: '85.40', currency: 'GBP', invoice: 'INV-20877' }],
    medicine: false,
    otherInsurance: false,
  })
  // The phone's camera opens the address in the QR code.
  // The last one that came: a later code takes the place of an earlier one.
  let offered = Promise.resolve('')
  const readPath = async (response: Response): Promise<string> =>
    z.object({ data: z.object({ path: z.string() }) }).parse(await response.json()).data.path
  desktop.page.on('response', (response) => {
    if (/claim\/handOver\?/.test(response.url())) offered = readPath(response)
  })
  await press(desktop, 'claimform:phone.show')
  await desktop.page.locator('.qr-frame path').waitFor()
  const phone = await site.visitor({ device, lang })
  await phone.go(await offered)
  await at(phone, '/claim/application/upload')
  await sees(desktop, desktop.say('claimform:phone.connected'))
  await addPhotos(desktop, 'invoice')
  await addPhotos(phone, 'id_copy', 2)
  for (const kind of ['medical_record', 'proof_of_account'] as const) await addPhotos(phone, kind)
  // Each device shows what the other has sent.
  await seesAllDocuments(phone)
  await seesAllDocuments(desktop)
  await picture(desktop, `claims-devices-desktop-${lang}`)
  await press(phone, 'claimform:documents.go')
  const { number } = await checkAndSend(phone)
  await picture(phone, `claims-devices-sent-${lang}`)
  await at(desktop, '/claim/application/success')
  await sees(desktop, number)
  // The phone got access to this claim only: it can follow it, and opens nothing else.
  await follow(phone, 'claimform:success.follow')
  await at(phone, '/claim/query/progress')
  await sees(phone, phone.say('claimprogress:need.nothing'))
  await phone.go('/claim/query/list')
  await at(phone, '/home')
  await sees(phone, phone.say('errors:notAllowed.scoped'))
})

test.each(rowsOf(FORMS, isFirst))(
  'answers are kept on the device while there is no connection, and wait for whoever saves and leaves: $device in $lang',
  async ({ device, lang }) => {
    site.allow(/ERR_INTERNET_DISCONNECTED/)
    const { stored } = await site.insured(`offline-${device}`)
    const visitor = await site.visitor({ device, lang, stored })
    const header = visitor.page.locator('[data-saved]').filter({ visible: true })
    await visitor.go('/claim/application/list')
    await choosePolicy(visitor, daysAgo(4))
    await signByHand(visitor)
    await networkAtRest(visitor.page)
    await visitor.context.setOffline(true)
    await write(visitor, 'claimform:event.description', 'Sore throat and fever.')
    await sees(visitor, visitor.say('app:draft.offline.title'))
    await header.filter({ hasText: visitor.say('app:saved.here') }).waitFor()
    await visitor.context.setOffline(false)
    await header.filter({ hasText: visitor.say('app:saved.now') }).waitFor()
    const apply = new URL(visitor.page.url()).pathname
    await visitor.page.locator('a[data-save-leave]').filter({ visible: true }).first().click()
    await visitor.page.waitForURL((url) => url.pathname !== apply)
    await visitor.go('/claim/application/list')
    const again = new RegExp(`^${visitor.say('claimform:drafts.go')}`)
    await visitor.page.locator('main').getByRole('link', { name: again }).first().click()
    await visitor.page.waitForURL((url) => url.pathname === apply)
    await expect
      .poll(() => visitor.page.getByLabel(visitor.say('claimform:event.description')).inputValue())
      .toBe('Sore throat and fever.')
  },
)

// Ten minutes fast, and two hours slow: the code lives as long as the server says.
test.each(rowsOf([[600_000], [-7_200_000]] as const, isFirst))(
  'the code for the phone is counted down by the server’s clock on a device that is %d ms ahead',
  async (ahead) => {
    const { stored } = await site.insured(`clock-${ahead > 0 ? 'fast' : 'slow'}`)
    const desktop = await site.visitor({ lang: 'en', stored })
    await fillIn(desktop, {
      type: 'outpatient',
      description: 'Sore throat and fever since the night before.',
      hospital: { type: 'st thom', name: 'St Thomas’ Hospital' },
      visits: [{ day: daysAgo(4), amount: '85.40', currency: 'GBP', invoice: 'INV-20877' }],
      medicine: false,
      otherInsurance: false,
    })
    await desktop.context.addInitScript(shiftClock, ahead)
    await desktop.page.reload()
    let codes = 0
    desktop.page.on('request', (sent) => {
      if (/claim\/handOver\?/.test(sent.url())) codes += 1
    })
    await press(desktop, 'claimform:phone.show')
    // The page has asked twice whether a phone has used it, which takes seconds.
    for (let i = 0; i < 2; i++) await desktop.page.waitForResponse(/claim\/handOverState/)
    await expect.poll(() => desktop.page.getByRole('timer').textContent()).toMatch(/^[34]:\d\d$/)
    expect(codes).toBe(1)
  },
)

test('pressed without a connection and closed: the list says that it waits, and opening it sends it', async () => {
  site.allow(/ERR_INTERNET_DISCONNECTED/)
  const { stored } = await site.insured('pressed-offline')
  const first = await site.visitor({ device: 'mobile', lang: 'cn', stored })
  await fillIn(first, {
    type: 'accident',
    description: '过马路时摔倒，手腕拍了X光片。',
    hospital: { type: '国王', name: '国王学院医院' },
    visits: [{ day: daysAgo(4), amount: '100.00', currency: 'GBP', invoice: 'KCH-118' }],
    medicine: false,
    otherInsurance: false,
    accident: { time: '18:40', place: '伦敦示例街路口', thirdParty: false, admitted: false },
  })
  await addAll(first, ['invoice', 'medical_record', 'proof_of_account', 'id_copy'])
  await press(first, 'claimform:documents.go')
  await networkAtRest(first.page)
  await first.context.setOffline(true)
  // The statement is made from the answers, and read before it is signed, without a connection too.
  const statement = first.page.getByRole('article', { name: first.say('claims:document.accident_statement.name') })
  for (const said of ['过马路时摔倒，手腕拍了X光片。', '伦敦示例街路口']) await statement.getByText(said).waitFor()
  await pressSend(first)
  await sees(first, first.say('claimform:send.waiting.title'))
  await first.page.close()
  await first.context.setOffline(false)
  const later = await first.tab()
  await later.go('/claim/query/list')
  await sees(later, later.say('claimprogress:list.pressedHere'))
  await later.page.locator('main a[href*="/claim/application/"][href*="id="]').first().click()
  await sentPage(later)
})

test('signed and pressed without a connection, and closed: the signature goes before the claim when it is opened again', async () => {
  site.allow(/ERR_INTERNET_DISCONNECTED/)
  const person = await site.insured('signed-offline')
  const id = await site.unsent(person)
  await site.server().deps.write((trx) => trx.deleteFrom('claim_signatures').where('claim_id', '=', id).execute())
  const first = await site.visitor({ lang: 'en', stored: person.stored })
  const { page, say } = first
  await first.go(`/claim/application/read?id=${id}&from=check`)
  await page.getByRole('group', { name: say('claimform:sign.strokes', { count: 0 }), exact: true }).waitFor()
  // The steps after this one are loaded by now: without a connection they are shown from memory.
  await networkAtRest(page)
  await first.context.setOffline(true)
  for (const row of [0, 1]) await draw(first, await strokeOf(first, row))
  await page.getByRole('checkbox', { name: say('claimform:sign.tick') }).check()
  await sees(first, say('claimform:sign.offline'))
  await press(first, 'claimform:sign.go')
  await pressSend(first)
  await sees(first, say('claimform:send.waiting.title'))
  await page.close()
  await first.context.setOffline(false)
  const later = await first.tab()
  await later.go(`/claim/application/upload?part=check&id=${id}`)
  await sentPage(later)
})
