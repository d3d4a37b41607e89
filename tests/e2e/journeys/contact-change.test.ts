/**
 * Another login email: proved by a code, announced to the earlier one, and undone from there by somebody who is signed
 * out. Whoever first signs in with a number that was added is asked whose the account is.
 */
import { expect, test } from 'vitest'
import { KEYS } from '../../../src/app/storage/storage-keys.ts'
import { maskContact } from '../../../src/lib/people/contact.ts'
import { advanceClock, eventually, messagesTo, readCode } from '../browser-site.ts'
import { at, journeys, picture, sees, TWO_VIEWS, type Visitor } from './journeys.ts'
import { logIn } from './login.ts'
import { email } from './people.ts'
import { action } from './wizard.ts'
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
    // What was typed for one contact is not offered for the other.
    await page.getByRole('button', { name: `${say('contact:add')} ${say('contact:channel.mobile')}` }).click()
    await page.locator('#destination').fill('13800138099')
    await page.getByRole('button', { name: say('contact:close') }).click()
    await page.getByRole('button', { name: `${say('contact:change')} ${say('contact:channel.email')}` }).click()
    expect(await page.locator('#destination').inputValue()).toBe('')
    const second = await page.context().newPage()
    await second.goto(page.url())
    const shown = second.locator('section:has(#contact-information)')
    await shown.getByText(maskContact(earlier)).waitFor()
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
    // Another tab shows the new one when its person comes back to it.
    await second.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await shown
      .locator('li', { hasText: maskContact(later) })
      .first()
      .waitFor()
    await second.close()

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

/** The owner adds a mobile number on the page of contact information, where they are signed in. */
async function addNumber({ page, say }: Visitor, number: string): Promise<void> {
  await page.getByRole('button', { name: `${say('contact:add')} ${say('contact:channel.mobile')}` }).click()
  await page.locator('#destination').fill(number)
  await page.getByRole('button', { name: say('verificationcode:send') }).click()
  await page.locator('#new-code').fill(await readCode(it.site, number))
  await page.getByRole('button', { name: say('contact:new.submit') }).click()
  await page.getByRole('button', { name: `${say('contact:remove')} ${say('contact:channel.mobile')}` }).waitFor()
}

/** Enters the code of a login, which asks a question before it signs in. */
async function enterCode(visitor: Visitor, number: string): Promise<void> {
  const { page, say } = visitor
  const before = (await messagesTo(it.site, number)).find(({ code }) => code !== undefined)?.id
  // A code went to this number a moment ago, to add it.
  await advanceClock(it.site, 60_000)
  await visitor.go('/login')
  await page.locator('#destination').fill(number)
  await page.getByRole('button', { name: say('session:login.send') }).click()
  await page.locator('#code').fill(await readCode(it.site, number, before))
  await page.locator('#agreed').check()
  await action(visitor).click()
  await sees(visitor, say('session:account.title'))
}

test.each(rowsOf(TWO_VIEWS, isFirst))(
  'a number that somebody added asks whose the account is before it signs in: $device $lang',
  async (view) => {
    const number = (last: number): string => `1390013${String(Date.now() % 1000).padStart(3, '0')}${last}`
    const [theirs, own] = [number(1), number(2)]
    const address = email('parent')
    const owner = await it.visitor(view)
    await owner.go('/login?backUrl=/personal/modify')
    await logIn(owner, it.site, address)
    await addNumber(owner, theirs)

    const stranger = await it.visitor({ ...view })
    await enterCode(stranger, theirs)
    await sees(stranger, 'p•••@example.com')
    await picture(stranger, 'login-account-question')
    // Nothing is stored that signs in, and a reload asks again.
    expect(await stranger.page.evaluate((name) => localStorage.getItem(name), KEYS.token)).toBeNull()
    await stranger.page.reload()
    await sees(stranger, stranger.say('session:account.title'))
    await stranger.page.getByRole('button', { name: stranger.say('session:account.no') }).click()
    await sees(stranger, stranger.say('session:account.rejected'))
    await picture(stranger, 'login-account-rejected')
    expect(await stranger.page.locator('#destination').inputValue()).toBe(theirs)
    await eventually(
      async () => (await messagesTo(it.site, address)).find(({ text }) => text.includes('/personal/modify')),
      'The message to the account’s email',
    )

    await owner.go('/personal/modify')
    await addNumber(owner, own)
    const elsewhere = await it.visitor({ ...view })
    await enterCode(elsewhere, own)
    await elsewhere.page.getByRole('button', { name: elsewhere.say('session:account.yes') }).click()
    await at(elsewhere, '/personal')
  },
)
