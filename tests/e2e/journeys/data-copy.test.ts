/** A copy of all data: requested, made, opened by a code; and a device that was signed out from another one learns so. */
import { unzipSync } from 'fflate'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { advanceClock, axe, eventually, messagesTo, readCode } from '../browser-site.ts'
import { at, journeys, picture, sees, TWO_VIEWS } from './journeys.ts'
import { logIn } from './login.ts'
import { isFirst, isSecond, rowsOf } from '../../tools/long-form.ts'

const it = journeys()
/** The pause between two codes to one person. */
const MINUTE = 60_000

test.each(rowsOf(TWO_VIEWS, isSecond))(
  'a copy is asked for, made and opened by a code: $device $lang',
  async (view) => {
    const me = `copy-${view.device}@example.com`
    const visitor = await it.visitor(view)
    const { page, say } = visitor
    const button = (key: string) => page.getByRole('button', { name: say(key), exact: true })
    await visitor.go('/login?backUrl=/personal/mine')
    await logIn(visitor, it.site, me)
    await at(visitor, '/personal/mine')
    await button('datacopy:ask').waitFor()
    expect(await axe(page)).toEqual([])
    await button('datacopy:ask').scrollIntoViewIfNeeded()
    await picture(visitor, 'copy-none')

    // Without a connection the page says so, and nothing was requested.
    it.allow(/ERR_INTERNET_DISCONNECTED|account\/requestExport/)
    await visitor.context.setOffline(true)
    await button('datacopy:ask').click()
    await sees(visitor, say('app:failed.offline'))
    await visitor.context.setOffline(false)

    // Pressed twice: one copy.
    await button('datacopy:ask').dblclick()
    await button('datacopy:download.go').waitFor()
    await picture(visitor, 'copy-ready')
    const told = await eventually(
      async () => (await messagesTo(it.site, me)).find(({ text }) => text.includes('#copy')),
      'The message that the copy is ready',
    )
    expect(told.text).toContain('/personal/mine#copy')

    await button('datacopy:download.go').click()
    await advanceClock(it.site, MINUTE)
    const before = (await messagesTo(it.site, me)).find(({ code }) => code !== undefined)?.id
    await button('verificationcode:send').click()
    const code = await readCode(it.site, me, before)
    // Reloaded in the middle: the code field is still open, and the code is still valid.
    await page.reload()
    await page.locator('#copy-code').fill(code === '000000' ? '000001' : '000000')
    await button('datacopy:code.submit').click()
    await page.locator('#copy-code[aria-invalid=true]').waitFor()
    expect(await axe(page)).toEqual([])
    await picture(visitor, 'copy-wrong-code')
    await page.locator('#copy-code').fill(code)
    const coming = page.waitForEvent('download')
    await button('datacopy:code.submit').click()
    const download = await coming
    expect(download.suggestedFilename()).toBe('youfang-data.zip')
    const files = unzipSync(new Uint8Array(readFileSync(await download.path())))
    expect(new TextDecoder().decode(files['data/account.json'])).toContain(me)
    await button('datacopy:download.again').waitFor()
    await picture(visitor, 'copy-saved')

    // Another device requests a newer copy: the first one learns that what it shows no longer exists.
    const other = await it.visitor(view)
    await advanceClock(it.site, MINUTE)
    await other.go('/login?backUrl=/personal/mine')
    await logIn(other, it.site, me)
    await other.page.getByRole('button', { name: say('datacopy:ready.ask') }).click()
    await eventually(
      async () =>
        (await messagesTo(it.site, me)).filter(({ text }) => text.includes('#copy')).length > 1 ? true : undefined,
      'The message about the second copy',
    )
    await button('datacopy:download.again').click()
    await sees(visitor, say('datacopy:download.over'))
    await button('datacopy:download.go').waitFor()
  },
)

test.each(rowsOf(TWO_VIEWS, isFirst))(
  'a device that was signed out from another one is told why, and leads back: $device $lang',
  async (view) => {
    const me = `two-devices-${view.device}@example.com`
    const [here, there] = [await it.visitor(view), await it.visitor(view)]
    const { say } = here
    for (const visitor of [there, here]) {
      await advanceClock(it.site, MINUTE)
      await visitor.go('/login?backUrl=/personal/mine')
      await logIn(visitor, it.site, me)
      await sees(visitor, say('account:mine.devices.title'))
    }
    await here.page.reload()
    await here.page
      .getByRole('button', { name: say('account:mine.devices.there') })
      .first()
      .click()
    await here.page.getByRole('button', { name: say('account:mine.devices.there') }).waitFor({ state: 'hidden' })
    await there.page.reload()
    await at(there, '/login')
    await sees(there, say('session:why.elsewhere.title'))
    await picture(there, 'signed-out-there')
    await advanceClock(it.site, MINUTE)
    await logIn(there, it.site, me)
    await at(there, '/personal/mine')
  },
)
