/**
 * Every screen as it arrives on slow 4G with a processor four times slower (design §8), empty cache and second visit:
 * largest paint, sum of layout shifts, first possible action, bytes and files. `--film` keeps a strip of pictures.
 */
import { mkdirSync } from 'node:fs'
import { LANGS, localPath, type Lang } from '../../src/lib/locale.ts'
import { isOn, screens, showingOf } from '../browser/routes.ts'
import { launch } from '../browser/chromium.ts'
import { startSite, type Site } from '../browser/site.ts'
import { DEVICES, type Device } from '../browser/visit.ts'
import { watchArrival, type Arrival } from './phone/arrival.ts'
import type { Section, Shared } from './main.ts'

const LIMITS = { lcp: 1800, cls: 0.02, action: 2000 }
const TURNS = 3
const FILMS = '.shots/films'

export interface PhoneOptions {
  /** Ids of routes; all of them if empty. */
  routes: readonly string[]
  device: Device | undefined
  film: boolean
}

interface Measured {
  route: string
  device: Device
  lang: Lang
  first: Arrival
  again: Arrival
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Infinity

/** The median of each figure; shifts are those of the worst turn, which names what moved. */
function middle(turns: readonly Arrival[]): Arrival {
  const worst = [...turns].sort((a, b) => b.cls - a.cls)[0]
  if (!worst) throw new Error('Nothing was measured')
  const of = (name: 'fcp' | 'lcp' | 'action' | 'bytes' | 'files'): number => median(turns.map((turn) => turn[name]))
  return {
    ...worst,
    fcp: of('fcp'),
    lcp: of('lcp'),
    action: of('action'),
    bytes: of('bytes'),
    files: of('files'),
  }
}

const HEAD = '  FCP    LCP   action    CLS     KB files | again: LCP  action    CLS'

function line({ route, device, lang, first, again }: Measured): string {
  const ms = (value: number): string => (Number.isFinite(value) ? value.toFixed(0) : '–').padStart(6)
  const cls = (value: number): string => value.toFixed(3).padStart(7)
  const moved = [...first.moved, ...again.moved].slice(0, 2).map((what) => `\n         moved: ${what}`)
  const late = first.lcp > LIMITS.lcp ? first.largest.slice(0, 2).map((what) => `\n         largest: ${what}`) : []
  return `${ms(first.fcp)} ${ms(first.lcp)} ${ms(first.action)} ${cls(first.cls)} ${(first.bytes / 1024).toFixed(0).padStart(6)} ${String(first.files).padStart(5)} |     ${ms(again.lcp)} ${ms(again.action)} ${cls(again.cls)}  ${route} ${device} ${lang}${[...late, ...moved].join('')}`
}

async function measure(site: Site, options: PhoneOptions, { short, say }: Shared): Promise<Measured[]> {
  const browser = await launch()
  const measured: Measured[] = []
  if (options.film) mkdirSync(FILMS, { recursive: true })
  const rows = screens().filter(({ id }) => options.routes.length === 0 || options.routes.includes(id))
  try {
    for (const [index, route] of (short ? rows.slice(0, 1) : rows).entries()) {
      for (const device of DEVICES) {
        if (!isOn(route, device) || (options.device ?? device) !== device) continue
        // The other language on the other device.
        const lang = LANGS[(index + DEVICES.indexOf(device)) % LANGS.length] ?? LANGS[0]
        const { path, stored } = await showingOf(route, site, device)
        const view = { browser, site, device, lang, stored, path: localPath(lang, path) }
        const turns: { first: Arrival; again: Arrival }[] = []
        for (let turn = 0; turn < (short ? 1 : TURNS); turn++)
          turns.push(
            await watchArrival({
              ...view,
              film: options.film && turn === 0 ? `${FILMS}/${route.id}-${device}` : undefined,
            }),
          )
        const row = {
          route: route.id,
          device,
          lang,
          first: middle(turns.map(({ first }) => first)),
          again: middle(turns.map(({ again }) => again)),
        }
        measured.push(row)
        say(line(row))
      }
    }
  } finally {
    await browser.close()
  }
  return measured
}

const within = ({ first, again }: Measured): boolean =>
  first.lcp <= LIMITS.lcp &&
  again.lcp <= LIMITS.lcp / 2 &&
  first.action <= LIMITS.action &&
  first.cls <= LIMITS.cls &&
  again.cls <= LIMITS.cls

/** Needs a build in `dist`. */
export async function benchPhone(options: PhoneOptions, shared: Shared): Promise<Section> {
  const site = await startSite()
  shared.say(HEAD)
  try {
    const measured = await measure(site, options, shared)
    const good = measured.filter(within).length
    return {
      result: measured,
      verdicts: shared.short
        ? []
        : [
            {
              ok: good === measured.length,
              line: `Slow phone: ${good} of ${measured.length} screens with LCP within ${LIMITS.lcp / 1000} s (again: half), an action within ${LIMITS.action / 1000} s, CLS at most ${LIMITS.cls}`,
            },
          ],
    }
  } finally {
    await site.close()
  }
}
