/**
 * A partner sends a student by a signed link: prefilled, marked, confirmed, paid, and left without a trace of the
 * session.
 */
import { describe, expect, test } from 'vitest'
import { KEYS } from '../../../src/app/storage/storage-keys.ts'
import type { Lang } from '../../../src/lib/locale.ts'
import { signIn } from '../../browser/sandbox.ts'
import { idOf } from '../../api/orders-fixtures.ts'
import { at, journeys, picture, sees, TWO_VIEWS, type Visitor } from './journeys.ts'
import { payNow, methodButton } from './payment.ts'
import { action, answerHealth, consent, declare, onStep, readAll, toPart } from './wizard.ts'
import { term } from './people.ts'
import { isFirst, rowsOf } from '../../tools/long-form.ts'

const it = journeys()
const NAME: Record<Lang, string> = { en: 'Lakeside University', cn: '湖畔大学' }

/** A link in the form that the sandbox's partner makes: path and query. */
async function partnerLink(lang: Lang, over: Record<string, string> = {}): Promise<string> {
  const form = new URLSearchParams({
    page: '/interconnection',
    plan: 'us-campus',
    tier: 'gold',
    destination: 'us',
    ...term(),
    name: '陈知远',
    birth_date: '2005-04-12',
    gender: 'male',
    nationality: 'CN',
    institution: 'Lakeside University',
    email: 'zhiyuan@example.com',
    mobile: '13900000000',
    ...over,
  })
  const html = await (await fetch(`${it.site.url}/sandbox/partner?lang=${lang}`, { method: 'POST', body: form })).text()
  const [, href = ''] = /id="made" href="([^"]+)"/.exec(html) ?? []
  return href.replaceAll('&amp;', '&')
}

const stored = ({ page }: Visitor, key: string): Promise<string | null> =>
  page.evaluate((name) => localStorage.getItem(name), key)
const open = ({ page }: Visitor, link: string): Promise<unknown> => page.goto(`${it.site.url}${link}`)

describe('a student whom a partner sends', () => {
  test.each(rowsOf(TWO_VIEWS, isFirst))(
    'applies with what the partner said, and pays ($device $lang)',
    async ({ device, lang }) => {
      const visitor = await it.visitor({ device, lang })
      const { page, say } = visitor
      await open(visitor, await partnerLink(lang))
      await onStep(visitor, 'enter')
      expect(page.url()).not.toContain('token')
      expect(await page.title()).toContain(say('titles:interconnection'))
      expect(await stored(visitor, KEYS.coId)).toBe('demo-agent')
      await readAll(visitor)
      await sees(visitor, say('confirm:prefill.title', { name: NAME[lang] }))
      await page.locator('input[name=relationship][value=self]').check()
      await picture(visitor, 'partner-dates')
      await toPart(visitor, 'buyer')
      await consent(visitor)
      expect(await page.locator('[id="policyholder.idName"]').inputValue()).toBe('陈知远')
      expect(await page.getByText(say('confirm:prefill.mark', { name: NAME[lang] })).count()).toBeGreaterThan(3)
      await page.locator('[id="policyholder.idType"]').selectOption('resident_id')
      await page.locator('[id="policyholder.idNumber"]').fill(idOf('2005-04-12', 'male'))
      await page.locator('[id="policyholder.passportName"]').fill('CHEN ZHIYUAN')
      await picture(visitor, 'partner-person')
      await action(visitor).click()
      await answerHealth(visitor)
      await action(visitor).click()
      await onStep(visitor, 'check')
      await page.locator('[id="check.prefilled"]').waitFor()
      await picture(visitor, 'partner-check')
      // Not sent before the buyer has confirmed it.
      await declare(visitor)
      await page.locator('[id="check.prefilled"]').uncheck()
      await action(visitor).click()
      await page.getByText(say('confirm:check.tick.prefilled')).first().waitFor()
      await page.locator('[id="check.prefilled"]').check()
      await action(visitor).click()
      await at(visitor, '/interconnection/pay', { in_id: 'lakeside' })
      await methodButton(visitor).waitFor()
      expect(await page.title()).toContain(say('titles:interconnection.pay'))
      await picture(visitor, 'partner-pay')
      await payNow(visitor)
      await at(visitor, '/interconnection/succeed', { in_id: 'lakeside' })
      await page.getByText(/^YF\d\d-\d{4}-\d{6}$/).waitFor()
      await picture(visitor, 'partner-succeed')
      expect(await stored(visitor, KEYS.coId)).toBe('demo-agent')
      await visitor.go('/home')
      expect([await stored(visitor, KEYS.coId), await stored(visitor, KEYS.token)]).toEqual([null, null])
    },
  )

  test('sees the price of a plan with what the partner said, and applies with it', async () => {
    const visitor = await it.visitor({ device: 'web', lang: 'en' })
    await open(visitor, await partnerLink('en', { page: '/plan/details/us-campus' }))
    await at(visitor, '/plan/details/us-campus', { in_id: 'lakeside', birth: '2005-04-12', tier: 'gold' })
    await sees(visitor, visitor.say('plans:price.fromPartner', { name: NAME.en }))
    await picture(visitor, 'partner-plan')
    await visitor.page.locator('#price .btn-accent').filter({ visible: true }).first().click()
    await onStep(visitor, 'enter')
    await readAll(visitor)
    await sees(visitor, visitor.say('confirm:prefill.title', { name: NAME.en }))
  })

  test('finds a link that was used, reads so, and is led on without a login', async () => {
    const link = await partnerLink('cn')
    const first = await it.visitor({ device: 'mobile', lang: 'cn' })
    await open(first, link)
    await onStep(first, 'enter')
    const second = await it.visitor({ device: 'mobile', lang: 'cn' })
    await open(second, link)
    await second.page.locator('[data-link-bar]').filter({ visible: true }).waitFor()
    await at(second, '/interconnection')
    await sees(second, second.say('confirm:noPlan.title'))
    await picture(second, 'partner-used')
  })

  test('is asked first when somebody is signed in, and may use it in the own account', async () => {
    const visitor = await it.visitor({ device: 'web', lang: 'en', stored: await signIn(it.site) })
    const before = JSON.parse(
      String(await visitor.page.goto(`${it.site.url}/home`).then(() => stored(visitor, KEYS.token))),
    ) as { value: string }
    await open(visitor, await partnerLink('en'))
    await sees(visitor, visitor.say('session:link.partner.title'))
    await picture(visitor, 'partner-ask')
    await visitor.page.getByRole('button', { name: visitor.say('session:link.partner.use') }).click()
    await onStep(visitor, 'enter')
    expect((JSON.parse(String(await stored(visitor, KEYS.token))) as { value: string }).value).toBe(before.value)
    expect(await stored(visitor, KEYS.coId)).toBeNull()
    await visitor.go('/personal/mine')
    await at(visitor, '/personal/mine')
  })
})
