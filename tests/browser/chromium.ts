/**
 * Finds the Chromium that browser tests drive, or installs the distribution's own. It never fetches a browser from
 * anywhere but the system's package sources: a test run must not depend on a download server.
 */
import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium, type Browser } from 'playwright-core'
import { aptInstall } from '../tools/apt.ts'

/** The headless shell draws the same pages with a fifth less of the processor, for it has no windows to keep. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
/** The first of them that the system's sources have is installed. */
const PACKAGES = ['chromium-headless-shell', 'chromium']
const CHINESE_FONT = 'fonts-noto-cjk'

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

const runnable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Path of a usable Chromium: `CHROMIUM_PATH`, Playwright's own, or the system's; undefined when there is none. */
function findChromium(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const given = env['CHROMIUM_PATH']
  if (given) {
    if (!runnable(given)) throw new Error(`CHROMIUM_PATH is set to ${given}, which is not a program that can be run`)
    return given
  }
  const folders = (env['PATH'] ?? '').split(delimiter).filter(Boolean)
  const system = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)))
  return [chromium.executablePath(), ...system].find((file) => file && runnable(file))
}

/** Whether the system can draw Chinese. Without a font, pictures show boxes and text measures are wrong. */
function hasChineseFont(): boolean {
  const found = spawnSync('fc-list', [':lang=zh', 'family'], { encoding: 'utf8' })
  return found.status === 0 && found.stdout.trim() !== ''
}

/**
 * Path of a Chromium, installing it (and a Chinese font) by `apt-get` when nothing is found and we are root.
 * Throws with what to do when that is not possible.
 */
export function ensureChromium(): string {
  if (!findChromium()) PACKAGES.some((name) => aptInstall([name]))
  if (!hasChineseFont()) aptInstall([CHINESE_FONT])
  const found = findChromium()
  if (!found) {
    throw new Error(
      'No Chromium was found. Install one (Debian, Ubuntu: apt-get install chromium fonts-noto-cjk), ' +
        'or set CHROMIUM_PATH to the program, and run again.',
    )
  }
  if (!hasChineseFont()) process.stdout.write('Note: no Chinese font is installed; Chinese pictures will show boxes.\n')
  return found
}

/** A headless browser. Close it when done. */
export const launch = (): Promise<Browser> => {
  const executablePath = findChromium() ?? ensureChromium()
  return chromium.launch({ executablePath, args: ARGS })
}

const held: { browser?: Promise<Browser> } = {}

/**
 * The browser of this process, started on first use and again if it is gone: one for all files of a worker, because a
 * start takes as long as a test. A file closes its contexts, not the browser; that ends with the process.
 */
export async function workerBrowser(): Promise<Browser> {
  const known = await held.browser
  if (known?.isConnected()) return known
  held.browser = launch()
  return held.browser
}
