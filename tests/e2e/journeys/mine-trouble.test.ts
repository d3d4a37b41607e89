/** "My information" under failures: a copy of all data cannot be made, and a login ends while a code is being requested. */
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { advanceClock, axe, eventually, messagesTo } from '../browser-site.ts'
import { at, journeys, picture, sees, type Visitor } from './journeys.ts'
import { logIn } from './login.ts'
import { inNone, isFirst, rowsOf } from '../../tools/long-form.ts'
import { networkAtRest } from '../../browser/visit.ts'

const it = journeys()
const [MINUTE, HOUR] = [60_000, 3_600_000]
const VIEWS = [
  { device: 'web', lang: 'en', theme: 'light' },
  { device: 'mobile', lang: 'cn', theme: 'light' },
  { device: 'web', lang: 'cn', theme: 'dark' },
  { device: 'mobile', lang: 'en', theme: 'dark' },
] as const

async function enter(visitor: Visitor, me: string): Promise<void> {
  await advanceClock(it.site, MINUTE)
  await visitor.go('/login?backUrl=/personal/mine')
  await logIn(visitor, it.site, me)
  await at(visitor, '/personal/mine')
}

const button = ({ page, say }: Visitor, key: string) => page.getByRole('button', { name: say(key), exact: true })

/** While it lasts, no file can be written. */
async function withoutDisk(act: () => Promise<void>): Promise<void> {
  const [folder, away] = [join(it.site.dataDir, 'files'), join(it.site.dataDir, 'files-away')]
  renameSync(folder, away)
  writeFileSync(folder, '')
  try {
    await act()
  } finally {
    rmSync(folder)
    renameSync(away, folder)
  }
}

test.each(rowsOf(VIEWS, isFirst))(
  'a copy that could not be made is said so and told, and made when asked for again: $device $lang $theme',
  async (view) => {
    const me = `copy-failed-${view.device}-${view.lang}@example.com`
    const visitor = await it.visitor(view)
    await enter(visitor, me)
    await withoutDisk(async () => {
      await button(visitor, 'datacopy:ask').click()
      await sees(visitor, visitor.say('datacopy:made.title'))
      await button(visitor, 'datacopy:ask').waitFor({ state: 'hidden' })
      await picture(visitor, `copy-making-${view.theme}`)
      // Each attempt comes later than the one before.
      await eventually(async () => {
        await advanceClock(it.site, 20_000)
        return (await messagesTo(it.site, me)).find(({ text }) => text.includes('#copy'))
      }, 'The message that the copy failed')
      await sees(visitor, visitor.say('datacopy:failed.title'))
    })
    expect(await axe(visitor.page)).toEqual([])
    await button(visitor, 'datacopy:failed.again').scrollIntoViewIfNeeded()
    await picture(visitor, `copy-failed-${view.theme}`)
    await visitor.page.reload()
    await button(visitor, 'datacopy:failed.again').click()
    await button(visitor, 'datacopy:download.go').waitFor()
  },
)

/** Hours pass; the next button press reports that the login has ended. */
async function endsWhile(visitor: Visitor, me: string, press: () => Promise<void>): Promise<void> {
  // The page's own calls have been answered.
  await button(visitor, 'account:mine.leave.go').last().waitFor()
  await networkAtRest(visitor.page)
  await advanceClock(it.site, 3 * HOUR)
  await press()
  await at(visitor, '/login')
  await visitor.page.getByText(visitor.say('session:why.expired.title')).waitFor()
  expect(await visitor.page.locator('#destination').inputValue()).toBe(me)
  await logIn(visitor, it.site, me)
  await at(visitor, '/personal/mine')
}

const inView = (visitor: Visitor, id: string): Promise<boolean> =>
  visitor.page.locator(`#${id}`).evaluate((section) => {
    const { top, bottom } = section.getBoundingClientRect()
    return top < innerHeight && bottom > 0
  })

/** The section is scrolled into view once its heading is announced. */
async function backAt(visitor: Visitor, id: 'copy' | 'close'): Promise<void> {
  await visitor.page.waitForFunction((section) => document.activeElement?.closest('section')?.id === section, id)
  expect(await inView(visitor, id)).toBe(true)
  await visitor.page.locator(`#${id}-code`).waitFor()
}

test.each(rowsOf(VIEWS, inNone))(
  'a login that ends at the copy or at the closing leads back there after one code: $device $lang $theme',
  async (view) => {
    it.allow(/account\/(sendCode|requestExport)/)
    const me = `ends-${view.device}-${view.lang}@example.com`
    const visitor = await it.visitor(view)
    await enter(visitor, me)
    await endsWhile(visitor, me, () => button(visitor, 'datacopy:ask').click())
    await visitor.page.waitForFunction(() => document.activeElement?.closest('section')?.id === 'copy')
    await button(visitor, 'datacopy:ask').click()
    await button(visitor, 'datacopy:download.go').click()
    await endsWhile(visitor, me, () => button(visitor, 'verificationcode:send').click())
    await backAt(visitor, 'copy')
    await picture(visitor, `copy-back-${view.theme}`)
    await button(visitor, 'datacopy:code.close').click()

    await button(visitor, 'closing:open').click()
    await endsWhile(visitor, me, () => button(visitor, 'verificationcode:send').click())
    await backAt(visitor, 'close')
    expect(await axe(visitor.page)).toEqual([])
    await picture(visitor, `close-back-${view.theme}`)
  },
)
