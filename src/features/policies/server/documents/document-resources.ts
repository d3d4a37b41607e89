/** What documents are made from: plans as they hold today, and loaded once per server rates, fonts, words. */
import type { Deps } from '../../../../server/dependencies.ts'
import { loadPlans } from '../../../plans/server/door.ts'
import { fontsIn } from '../../../../server/pdf/load-fonts.ts'
import type { DocumentResources } from './policy-document-facts.ts'
import { loadRates } from '../rates/printed-exchange-rates.ts'
import { loadSchoolForms } from './load-school-forms.ts'

const resourcesByServer = new WeakMap<Deps, DocumentResources>()

export function documentResources(deps: Deps): DocumentResources {
  const known = resourcesByServer.get(deps)
  if (known) return known
  const made: DocumentResources = {
    get plans() {
      return loadPlans()
    },
    rates: loadRates(process.cwd()),
    get fonts() {
      return fontsIn(deps.config.documentFonts)
    },
    schoolForms: loadSchoolForms(process.cwd()),
    words: deps.words,
    siteUrl: deps.config.siteUrl,
  }
  resourcesByServer.set(deps, made)
  return made
}
