/** Opens one route as one visitor, takes its picture, and records its problems. */
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import type { Lang } from '../../src/lib/locale.ts'
import type { Route } from '../../src/routes.ts'
import { showingOf } from '../browser/routes.ts'
import type { Site } from '../browser/site.ts'
import { axe, redirectsAway, openContext, overflow, visit, watch, type Device, type Theme } from '../browser/visit.ts'

export interface Shot {
  route: string
  lang: Lang
  device: Device
  theme: Theme
  address: string
  /** Path of the picture, below the folder of shots. */
  file: string
  /** Problems; empty when there are none. */
  problems: string[]
}

export interface Studio {
  site: Site
  browser: Browser
  folder: string
  withAxe: boolean
}

/** Makes the window as tall as the page, so that bars fixed to its bottom are at the end and cover nothing. */
async function stretch(page: Page): Promise<void> {
  const size = page.viewportSize()
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  if (!size || height <= size.height) return
  // The foot lies below the window (`islands.css`): in one as high as the page it would be cut off.
  await page.evaluate(
    (min) => document.querySelector<HTMLElement>('.page')?.style.setProperty('min-height', min),
    `${size.height}px`,
  )
  await page.setViewportSize({ width: size.width, height })
}

export async function shoot(
  { site, browser, folder, withAxe }: Studio,
  route: Route,
  lang: Lang,
  device: Device,
  theme: Theme,
): Promise<Shot> {
  const { path: address, stored } = await showingOf(route, site, device)
  const file = `${route.id}.${lang}.${device}.${theme}.png`
  const context = await openContext(browser, site, { lang, device, theme, stored })
  const page = await context.newPage()
  const trouble = watch(page)
  const problems: string[] = []
  try {
    await visit(page, lang, address)
    const wide = await overflow(page)
    if (wide > 0) problems.push(`${wide}px wider than the window`)
    if (withAxe) problems.push(...(await axe(page)).map((line) => `axe ${line}`))
    problems.push(...redirectsAway(page, address))
    await stretch(page)
    await page.screenshot({ path: join(folder, file), animations: 'disabled' })
  } catch (error) {
    problems.push(error instanceof Error ? (error.message.split('\n')[0] ?? 'failed') : String(error))
    await page.screenshot({ path: join(folder, file) })
  } finally {
    await context.close()
  }
  problems.push(
    ...trouble.console.map((line) => `console ${line}`),
    ...trouble.requests.map((line) => `request ${line}`),
  )
  return { route: route.id, lang, device, theme, address, file, problems }
}
