/** Somebody with many policies begins a claim: pages and a search instead of an endless list. */
import { expect, test } from 'vitest'
import { readConfig } from '../../../src/server/config.ts'
import { openServer } from '../../../src/programs/open-server.ts'
import { fillAccount } from '../../tools/fill-account.ts'
import { axe, signIn } from '../browser-site.ts'
import { daysAgo } from './claim-fixtures.ts'
import { press, typed, write } from './claim-steps.ts'
import { at, journeys, picture, sees } from './journeys.ts'
import { isSecond, rowsOf } from '../../tools/long-form.ts'

const it = journeys()
const VIEWS = [
  { device: 'web', lang: 'en', theme: 'light' },
  { device: 'mobile', lang: 'cn', theme: 'dark' },
] as const

test.each(rowsOf(VIEWS, isSecond))(
  'the policy is found among forty-five by page and by number: $device $lang',
  async (view) => {
    const me = `many-${view.device}@example.com`
    const { deps, close } = await openServer({
      config: readConfig({ DATA_DIR: it.site.dataDir, OUT_DIR: 'dist', LOG_LEVEL: 'error' }),
    })
    await fillAccount(deps, me, { policies: 45, claims: 0, plan: 'us-campus' })
    await close()
    const visitor = await it.visitor({ ...view, stored: await signIn(it.site, me) })
    const { page, say } = visitor
    const policies = page.getByRole('radio')
    await visitor.go('/claim/application/list')
    await write(visitor, 'claimform:list.day', typed(visitor, daysAgo(3)))
    await policies.first().waitFor()
    expect(await policies.count()).toBe(20)
    expect(await axe(page)).toEqual([])
    await picture(visitor, `claims-many-${view.theme}`)
    await press(visitor, 'claimform:list.start')
    await sees(visitor, say('errors:field.policy_required'))
    for (let turned = 0; turned < 2; turned++) {
      const first = await policies.first().getAttribute('value')
      await press(visitor, 'ui:pages.next')
      await page.locator(`input[type=radio][value="${first}"]`).waitFor({ state: 'detached' })
      await policies.first().waitFor()
    }
    expect(await policies.count()).toBe(5)
    const number = /YF[\w-]{6,}/.exec(await page.locator('.choice-rows label').last().innerText())?.[0] ?? ''
    expect(number).not.toBe('')

    // Enter searches; it does not send the form.
    await page.locator('#policy-search').fill('nobody of this name')
    await page.locator('#policy-search').press('Enter')
    await sees(visitor, /nobody of this name/)
    await picture(visitor, `claims-many-none-${view.theme}`)
    await press(visitor, 'claimform:list.start')
    // The error links to the place that says that nothing was found.
    await page.getByRole('link', { name: say('errors:field.policy_required') }).click()
    await page.locator('#policy:focus').waitFor()
    await page.locator('#policy-search').fill(number)
    await press(visitor, 'claimform:search.go')
    await page.getByRole('radio', { checked: true }).waitFor()
    expect(await policies.count()).toBe(1)
    await page
      .getByRole('checkbox', { name: new RegExp(`^${say('claims:declaration.sensitive.text').slice(0, 12)}`) })
      .check()
    await press(visitor, 'claimform:list.start')
    await at(visitor, '/claim/application/read')
  },
)
