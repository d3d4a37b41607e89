/**
 * Another login email: proved by a code, announced to the earlier one, and undone from there by somebody who is signed
 * out.
 */
import { expect, test } from 'vitest'
import { eventually, messagesTo, readCode } from '../browser-site.ts'
import { at, journeys, picture, sees, TWO_VIEWS } from './journeys.ts'
import { logIn } from './login.ts'
import { email } from './people.ts'
import { isFirst, rowsOf } from '../../tools/long-form.ts'

const it = journeys()

test.each(rowsOf(TWO_VIEWS, isFirst))(
  'an email is changed, and the change undone from the earlier one: $device $lang',
  async (view) => {
    const [earlier, later] = [email('earlier'), email('later')]
    const visitor = await it.visitor(view)
    const { page, say } = visitor
    await visitor.go('/login?backUrl=/personal/modify')
    await logIn(visitor, it.site, earlier)
    await at(visitor, '/personal/modify')
    await page.getByRole('button', { name: `${say('contact:change')} ${say('contact:channel.email')}` }).click()
    // A six-digit number that is not the sent code; the field says so and keeps what was typed.
    await page.locator('#destination').fill(later)
    await page.getByRole('button', { name: say('verificationcode:send') }).click()
    const code = await readCode(it.site, later)
    await page.locator('#new-code').fill(code === '000000' ? '000001' : '000000')
    await page.getByRole('button', { name: say('contact:new.submit') }).click()
    await page.locator('#new-code[aria-invalid=true]').waitFor()
    expect(await page.locator('#destination').inputValue()).toBe(later)
    await picture(visitor, 'contact-wrong-code')
    await page.locator('#new-code').fill(code)
    await page.getByRole('button', { name: say('contact:new.submit') }).click()
    await sees(visitor, say('contact:recent.title'))
    await picture(visitor, 'contact-changed')

    const told = await eventually(
      async () => (await messagesTo(it.site, earlier)).find(({ text }) => text.includes('/contact/undo')),
      'The message to the earlier email',
    )
    const link = new URL(/https?:\/\/\S+/.exec(told.text)?.[0] ?? '')
    const elsewhere = await it.visitor({ ...view })
    await elsewhere.page.goto(it.site.url + link.pathname + link.search + link.hash)
    await picture(elsewhere, 'contact-undo')
    await elsewhere.page.getByRole('button', { name: say('contact:undo.go') }).click()
    await sees(elsewhere, say('contact:undo.done.title'))
    await picture(elsewhere, 'contact-undone')

    // Undoing signs everybody out; the earlier email can sign in again.
    await visitor.go('/personal/modify')
    await logIn(visitor, it.site, earlier)
    await sees(visitor, say('contact:title'))
    await elsewhere.page.goto(it.site.url + link.pathname + link.search + link.hash)
    await sees(elsewhere, say('contact:undo.undone.title'))
  },
)
