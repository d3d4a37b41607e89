import type { ReactNode } from 'react'
import type { Section } from '../../../../lib/text-sections.ts'
import type { ClaimAnswers } from '../../answers.ts'
import type { DraftView } from '../../contract.ts'
import type { WizardPage } from '../../steps.ts'

/** What the page hands to the island. */
export interface WizardProps {
  /** Title of the document at each step, the site's name included. */
  titles: Readonly<Record<string, string>>
  /** "Before you begin", from `content/claims`. */
  before: { lead: string; sections: readonly Section<string>[] }
}

/** What every step is handed. */
export interface StepProps {
  draft: DraftView
  /** As typed. */
  answers: ClaimAnswers
  /** The first step of this visit: the focus stays where it was. */
  still: boolean
  fromCheck: boolean
}

/** What the web and the mobile arrangement are handed; the step stands inside. */
export interface ArrangementProps {
  page: WizardPage
  draft: DraftView | null
  children: ReactNode
}
