/** Everything that can be downloaded before there is a claim: the blank form, a checklist for each type, sample invoices. */
import type { Fonts } from '../../policies/documents/fonts.server.ts'
import type { Translate } from '../../policies/documents/translate.server.ts'
import { formText } from '../draft/form-text.server.ts'
import { CLAIM_TYPES } from '../document-kinds.ts'
import { makeBlankForm } from './blank-form.server.ts'
import { makeChecklist } from './checklist-pdf.server.ts'
import type { DownloadFacts } from './document-facts.ts'
import { makeSampleInvoices } from './sample-invoice.server.ts'

export interface Download {
  /** Of the file, without ending: it stays the same from build to build. */
  name: string
  kind: 'form' | 'checklist' | 'invoices'
  /** Of the claim, for a checklist: `claims:type.<type>.name`. */
  type: string | null
  bytes: Uint8Array
}

/** In the order of the page. */
export async function claimDownloads(facts: DownloadFacts, t: Translate, fonts: Fonts): Promise<Download[]> {
  const forms = [formText(facts.lang, 'insured'), formText(facts.lang, 'guardian')]
  const made: Download[] = [{ name: 'claim-form', kind: 'form', type: null, bytes: await makeBlankForm({ ...facts, forms }, t, fonts) }]
  for (const type of CLAIM_TYPES) {
    made.push({ name: `checklist-${type}`, kind: 'checklist', type, bytes: await makeChecklist(facts, type, t, fonts) })
  }
  made.push({ name: 'sample-invoices', kind: 'invoices', type: null, bytes: await makeSampleInvoices(facts, t, fonts) })
  return made
}
