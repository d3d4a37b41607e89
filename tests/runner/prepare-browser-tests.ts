/**
 * What browser tests need before they begin, prepared while the site is built, which uses one core: a Chromium, and the
 * demo account's data. What fails here fails again, and is told, where the tests begin.
 */
import { ensureChromium } from '../browser/chromium.ts'
import { fillDemo } from '../browser/site.ts'

/** Names the folder in which the demo account is filled, of one run. */
export const DEMO_FOLDER = 'DEMO_FOLDER'

if (import.meta.main) {
  ensureChromium()
  const folder = process.env[DEMO_FOLDER]
  if (folder !== undefined) await fillDemo(folder)
}
