/**
 * A mailbox that bounced mail: shown to its owner, proven again by a code. Reminders switched off by a mail's link,
 * without a login.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { unsubscribeLinks } from '../../../src/server/messages/unsubscribe/unsubscribe-links.ts'
import { createSeal } from '../../../src/server/keys/seal.ts'
import { advanceClock, messagesTo, readCode } from '../browser-site.ts'
import { at, journeys, picture, sees, TWO_VIEWS } from './journeys.ts'
import { logIn } from './login.ts'
import { email } from './people.ts'
import { isFirst, isSecond, rowsOf } from '../../tools/long-form.ts'

const SECRET = 'secret-of-mail-events'
const it = journeys({ env: { MAIL_EVENTS_SECRET: SECRET } })

test.each(rowsOf(TWO_VIEWS, isFirst))(
  'mail came back: its owner reads why and proves the mailbox again: $device $lang',
  async (view) => {
    const address = email('bounced')
    const visitor = await it.visitor(view)
    const { page, say } = visitor
    await visitor.go('/login?backUrl=/personal/mine')
    await logIn(visitor, it.site, address)
    await at(visitor, '/personal/mine')
    const told = await fetch(`${it.site.url}/notify/mail`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${SECRET}` },
      body: JSON.stringify({ event: 'complained', permanent: true, email: address }),
    })
    expect(told.status).toBe(204)
    await page.reload()
    const what = page.getByRole('link', { name: say('account:mine.mailTrouble.complained') })
    await what.waitFor()
    await picture(visitor, 'mail-trouble-mine')
    await what.click()
    await at(visitor, '/personal/modify')
    await sees(visitor, say('contact:trouble.complained.title'))
    await picture(visitor, 'mail-trouble')
    // An address gets a code at most once a minute, and the login used the last one.
    await advanceClock(it.site, 61_000)
    const [before] = await messagesTo(it.site, address)
    await page.getByRole('button', { name: say('contact:trouble.go') }).click()
    await page.getByRole('button', { name: say('verificationcode:send') }).click()
    await page
      .getByText(say('verificationcode:sent', { destination: `${address[0]}•••@example.com`, minutes: 5 }))
      .waitFor()
    await page.locator('#reach-code').fill(await readCode(it.site, address, before?.id))
    await picture(visitor, 'mail-trouble-code')
    await page.getByRole('button', { name: say('contact:trouble.submit') }).click()
    await sees(visitor, say('contact:trouble.done', { contact: `${address[0]}•••@example.com` }))
    await picture(visitor, 'mail-trouble-done')
    await expect.poll(() => page.getByText(say('contact:trouble.complained.title')).count()).toBe(0)
  },
)

test.each(rowsOf(TWO_VIEWS, isSecond))(
  'reminders are stopped and brought back by the link of a mail: $device $lang',
  async (view) => {
    const seal = createSeal([Buffer.from(readFileSync(join(it.site.dataDir, 'secret'), 'utf8'), 'base64')])
    const link = unsubscribeLinks(
      { seal, config: { siteUrl: '' } as never },
      { to: email('reader'), kind: 'reminders', lang: view.lang },
    ).page
    const visitor = await it.visitor(view)
    const { page, say } = visitor
    await page.goto(link)
    await sees(visitor, say('unsubscribe:ask.title'))
    await picture(visitor, 'unsubscribe')
    await page.getByRole('button', { name: say('unsubscribe:ask.go') }).click()
    await sees(visitor, say('unsubscribe:off.title'))
    await picture(visitor, 'unsubscribed')
    await page.reload()
    await page.getByRole('button', { name: say('unsubscribe:off.go') }).click()
    await sees(visitor, say('unsubscribe:on.title'))
    await page.goto(link.slice(0, -4))
    await sees(visitor, say('unsubscribe:unknown.title'))
    await picture(visitor, 'unsubscribe-unknown')
  },
)
