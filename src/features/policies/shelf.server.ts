/** What documents are made from, read once per server: plans, rates, fonts, words. */
import type { Deps } from '../../server/deps.ts'
import { loadPlans } from '../plans/api.server.ts'
import { fontsIn } from './documents/fonts.server.ts'
import type { Shelf } from './facts.server.ts'
import { loadRates } from './rates.server.ts'

const shelves = new WeakMap<Deps, Shelf>()

export function shelfOf(deps: Deps): Shelf {
  const known = shelves.get(deps)
  if (known) return known
  const made: Shelf = {
    plans: loadPlans(),
    rates: loadRates(process.cwd()),
    get fonts() {
      return fontsIn(deps.config.documentFonts)
    },
    words: deps.words,
    siteUrl: deps.config.siteUrl,
  }
  shelves.set(deps, made)
  return made
}
