import type { ReactNode } from 'react'
import type { Section } from '../../../../lib/content/text-sections.ts'
import type { ClaimAnswers } from '../../rules/claim-fields.ts'
import type { DraftView } from '../../contract.ts'
import type { WizardPage } from '../../steps.ts'

/** Props that the page passes to the island. */
export interface WizardProps {
  /** The page's title at each step, including the site's name. */
  titles: Readonly<Record<string, string>>
  /** "Before you begin", from `content/claims`. */
  before: { lead: string; sections: readonly Section[] }
  /** What the build draws: the first page of a new claim, or a draft that is waited for. */
  drawn: 'new' | 'loading'
}

/** Props of every step. */
export interface StepProps {
  draft: DraftView
  /** As typed. */
  answers: ClaimAnswers
  /** The first step of this visit: the focus is not moved. */
  still: boolean
  fromCheck: boolean
}

/** Props of the desktop and the phone arrangement; the step is their child. */
export interface ArrangementProps {
  page: WizardPage
  draft: DraftView | null
  children: ReactNode
}
