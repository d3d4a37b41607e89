/** Everything that can be downloaded without a claim: forms, letters to clinics, phrases, checklists, sample invoices. */
import { type DownloadKind, LETTER_LANGUAGES } from '../../../../lib/content/downloads.ts'
import type { Fonts } from '../../../../server/pdf/font-types.ts'
import type { Translate } from '../../../../server/pdf/document-words.ts'
import type { SignerRole } from '../../rules/draft/load-claim-texts.ts'
import { formText } from '../draft/text-to-sign.ts'
import { CLAIM_TYPES } from '../../rules/document-kinds.ts'
import { typeKey } from '../../rules/word-keys.ts'
import { makeBlankDeathForm, makeBlankForm } from './blank-form.ts'
import { makeChecklist } from './draw-checklist-pdf.ts'
import type { DownloadFacts } from '../../rules/documents/claim-document-facts.ts'
import { makeSampleInvoices } from './sample-invoice.ts'
import { makeAccidentStatement } from './templates/accident-statement.ts'
import { makeAuthorisation } from './templates/authorisation.ts'
import { makeClinicLetter } from './templates/clinic-letter.ts'
import { LETTER_KINDS, loadAllLetterTexts } from './templates/letter-texts.ts'
import { makePhraseCards } from './templates/phrase-cards.ts'

interface Download {
  /** Name of the file, without extension: the same in every build. */
  name: string
  kind: DownloadKind
  title: string
  /** For whom or what it is; empty where the title says so. */
  about: string
}

/** Not drawn yet: whoever shows one of them draws that one. */
interface Planned extends Download {
  draw: () => Promise<Uint8Array>
}

/** In the order in which the page lists them. */
export function claimDownloads(facts: DownloadFacts, t: Translate, fonts: Fonts): Planned[] {
  return [
    ...forms(facts, t, fonts),
    ...lettersAndPhrases(facts, t, fonts),
    ...checklists(facts, t, fonts),
    {
      name: 'sample-invoices',
      kind: 'invoices',
      title: t('reading:download.invoices.name'),
      about: '',
      draw: () => makeSampleInvoices(facts, t, fonts),
    },
  ]
}

function forms(facts: DownloadFacts, t: Translate, fonts: Fonts): Planned[] {
  const text = (role: SignerRole) => ({ role, form: formText(facts.lang, role) })
  const texts = [text('insured'), text('guardian')]
  return [
    {
      name: 'claim-form',
      kind: 'form',
      title: t('reading:download.form.name'),
      about: '',
      draw: () => makeBlankForm({ ...facts, forms: texts }, t, fonts),
    },
    {
      name: 'claim-form-death',
      kind: 'form',
      title: t('claimdocuments:title.blankDeath'),
      about: t('claimdocuments:blank.deathFor'),
      draw: () => makeBlankDeathForm({ ...facts, forms: [text('claimant')] }, t, fonts),
    },
    {
      name: 'authorisation-letter',
      kind: 'form',
      title: t('lettersandforms:authorisation.name'),
      about: t('lettersandforms:authorisation.for'),
      draw: () => makeAuthorisation(facts, t, fonts),
    },
    {
      name: 'accident-statement',
      kind: 'form',
      title: t('lettersandforms:accident.name'),
      about: t('lettersandforms:accident.for'),
      draw: () => makeAccidentStatement(facts, t, fonts),
    },
  ]
}

function lettersAndPhrases(facts: DownloadFacts, t: Translate, fonts: Fonts): Planned[] {
  const texts = loadAllLetterTexts()
  const letters: Planned[] = []
  const cards: Planned[] = []
  for (const language of LETTER_LANGUAGES) {
    const named = { language: t(`lettersandforms:in.${language}`) }
    for (const kind of LETTER_KINDS) {
      letters.push({
        name: `letter-${kind}-${language}`,
        kind: 'letter',
        title: t(`lettersandforms:letter.${kind}`, named),
        about: '',
        draw: () => makeClinicLetter({ ...facts, kind, language, texts }, t, fonts),
      })
    }
    cards.push({
      name: `phrases-${language}`,
      kind: 'phrases',
      title: t('lettersandforms:phrases.name', named),
      about: '',
      draw: () => makePhraseCards({ ...facts, language, texts }, t, fonts),
    })
  }
  return [...letters, ...cards]
}

function checklists(facts: DownloadFacts, t: Translate, fonts: Fonts): Planned[] {
  const made: Planned[] = []
  for (const type of CLAIM_TYPES) {
    made.push({
      name: `checklist-${type}`,
      kind: 'checklist',
      title: t(typeKey(type)),
      about: t(typeKey(type, 'for')),
      draw: () => makeChecklist(facts, type, t, fonts),
    })
  }
  return made
}
