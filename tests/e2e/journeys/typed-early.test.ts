/** A slow line: the page can be read and filled in before its script is here, and nothing of that is lost when it comes. */
import { expect, test } from 'vitest'
import { localPath } from '../../../src/lib/locale.ts'
import { journeys } from './journeys.ts'

const it = journeys()

test.each([
  { device: 'web', lang: 'en' },
  { device: 'mobile', lang: 'cn' },
] as const)('the finder keeps what was chosen and typed before it worked: $device $lang', async ({ device, lang }) => {
  const { page } = await it.visitor({ device, lang })
  let free = (): void => undefined
  const line = new Promise<void>((resolve) => { free = resolve })
  await page.route('**/assets/*.js*', async (route) => {
    await line
    await route.continue()
  })
  await page.goto(localPath(lang, '/plan/list?compare=asia-plus.basic'), { waitUntil: 'commit' })
  const year = new Date().getFullYear() + 1
  const days = { start: `${year}-02-01`, end: `${year}-10-31`, birth: '2004-05-06' }
  await page.locator('.finder [id="to"]').selectOption('kr')
  for (const [id, day] of Object.entries(days)) await page.locator(`.finder [id="${id}"]`).fill(day)
  free()
  await expect.poll(() => Object.fromEntries([...new URL(page.url()).searchParams])).toEqual({ compare: 'asia-plus.basic', to: 'kr', ...days })
})
