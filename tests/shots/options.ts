import { LANGS, type Lang } from '../../src/lib/locale.ts'
import { DEVICES, THEMES, type Device, type Theme } from '../browser/visit.ts'

export interface ShotOptions {
  /** Ids of routes; a name ending in `.` or `*` selects all that begin so. */
  routes: string[]
  langs: Lang[]
  devices: Device[]
  themes: Theme[]
  build: boolean
  axe: boolean
  /** Whose lists are shown: the demo account's, or those of an account with this many things. */
  items: number | undefined
}

const USAGE = `npm run shots -- [--route plan.list,claim.*] [--lang cn] [--device mobile] [--theme dark] [--items 50] [--no-build] [--no-axe]`

const pick = <T extends string>(all: readonly T[], word: string | undefined): T[] => {
  const wanted = (word ?? '').split(',')
  const chosen = all.filter((one) => wanted.includes(one))
  if (chosen.length === 0) throw new Error(`${word ?? 'nothing'} is none of ${all.join(', ')}\n${USAGE}`)
  return chosen
}

function count(word: string | undefined): number {
  if (!word || !/^\d{1,4}$/.test(word)) throw new Error(`${word ?? 'nothing'} is no number of things\n${USAGE}`)
  return Number(word)
}

/** Parses the command line; throws with the usage on anything unknown. */
export function parseShotOptions(argv: readonly string[]): ShotOptions {
  const options: ShotOptions = {
    routes: [],
    langs: [...LANGS],
    devices: [...DEVICES],
    themes: [...THEMES],
    build: true,
    axe: true,
    items: undefined,
  }
  const rest = argv.flatMap((word) => (word.startsWith('--') ? word.split(/=(.*)/s, 2) : [word]))
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '--route') options.routes = (rest.shift() ?? '').split(',').filter(Boolean)
    else if (word === '--lang') options.langs = pick(LANGS, rest.shift())
    else if (word === '--device') options.devices = pick(DEVICES, rest.shift())
    else if (word === '--theme') options.themes = pick(THEMES, rest.shift())
    else if (word === '--items') options.items = count(rest.shift())
    else if (word === '--no-build') options.build = false
    else if (word === '--no-axe') options.axe = false
    else throw new Error(`Unknown option ${word}\n${USAGE}`)
  }
  return options
}

export const wants = (routes: readonly string[], id: string): boolean =>
  routes.length === 0 ||
  routes.some((name) => (/[.*]$/.test(name) ? id.startsWith(name.replace(/\*$/, '')) : id === name))
