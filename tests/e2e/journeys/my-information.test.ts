/** "My information": the signed-in devices, signed out one by one and all at once, and how a person wants to be told. */
import { expect, test } from 'vitest'
import { axe, signIn } from '../browser-site.ts'
import { at, journeys, picture, sees, type Visitor } from './journeys.ts'
import { email } from './people.ts'
import { isFirst, isSecond, rowsOf } from '../../tools/long-form.ts'

const it = journeys({ env: { DEMO: '0' } })
const VIEWS = [
  { device: 'web', lang: 'en', theme: 'dark' },
  { device: 'mobile', lang: 'cn' },
] as const

const button = ({ page, say }: Visitor, key: string) => page.getByRole('button', { name: say(key), exact: true })
const devices = ({ page, say }: Visitor) =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: say('account:mine.devices.title') }) })
    .getByRole('listitem')

test.each(rowsOf(VIEWS, isFirst))(
  'one device is signed out from another, then all others: $device $lang',
  async (view) => {
    // The device that was signed out makes a call, and is refused.
    it.allow(/(account|session|policy|order|claim)\//)
    const me = email('devices')
    const [here, there, third] = [
      await it.visitor({ ...view, stored: await signIn(it.site, me) }),
      await it.visitor({ device: 'mobile', lang: view.lang, stored: await signIn(it.site, me) }),
      await it.visitor({ lang: view.lang, stored: await signIn(it.site, me) }),
    ]
    await there.go('/personal/mine')
    await sees(there, there.say('account:mine.devices.this'))
    await here.go('/personal/mine')
    await devices(here).nth(2).waitFor()
    expect(await devices(here).count()).toBe(3)
    expect(await axe(here.page)).toEqual([])
    await picture(here, 'devices')

    await devices(here).nth(1).getByRole('button').dblclick()
    await expect.poll(() => devices(here).count()).toBe(2)
    await button(here, 'account:mine.devices.others').click()
    await expect.poll(() => devices(here).count()).toBe(1)
    for (const other of [there, third]) {
      await other.go('/personal/order')
      await at(other, '/login')
      // The reason in words, and afterwards back to the same place.
      await other.page.getByText(other.say('session:why.elsewhere.title')).waitFor()
      expect(new URL(other.page.url()).searchParams.get('backUrl')).toContain('/personal/order')
    }
    await picture(there, 'signed-out-elsewhere')
  },
)

test.each(rowsOf(VIEWS, isSecond))(
  'reminders are switched off and stay so; what the law wants told has no such choice: $device $lang',
  async (view) => {
    const me = email('notices')
    const visitor = await it.visitor({ ...view, stored: await signIn(it.site, me) })
    const { page, say } = visitor
    await visitor.go('/personal/mine')
    const values = (kind: string) =>
      page
        .locator(`#notice-${kind} option`)
        .evaluateAll((all) => all.map((option) => (option as HTMLOptionElement).value))
    await page.locator('#notice-reminders').waitFor()
    expect(await values('reminders')).toEqual(['given', 'email', 'none'])
    for (const kind of ['orders', 'policies', 'claims']) expect(await values(kind), kind).toEqual(['given', 'email'])
    await page.locator('#notice-reminders').selectOption('none')
    await page.getByText(say('account:mine.notices.saved')).first().waitFor()
    await page.reload()
    await expect.poll(() => page.locator('#notice-reminders').inputValue()).toBe('none')
    await page.locator('#notice-reminders').scrollIntoViewIfNeeded()
    await picture(visitor, 'notices')
  },
)
