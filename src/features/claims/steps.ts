/**
 * The claim's wizard as data: its steps in order, and the address of each. Browser only; the server decides on
 * completed steps in `draft.done`.
 */
import { keysOf } from '../../lib/object-keys.ts'
import type { DraftView } from './contract.ts'
import { CLAIM_STEPS, type ClaimStep } from './rules/status-values.ts'

/** `success` is no step of the draft: it is the page after the draft was sent. */
export type WizardPage = ClaimStep | 'success'

interface Page {
  readonly path: string
  /** Two steps share one path of the spec; `part` distinguishes them. */
  readonly part?: string
}

const PAGES: Record<WizardPage, Page> = {
  policy: { path: '/claim/application/list' },
  sign: { path: '/claim/application/read' },
  event: { path: '/claim/application/apply' },
  account: { path: '/claim/application/apply', part: 'account' },
  documents: { path: '/claim/application/upload' },
  check: { path: '/claim/application/upload', part: 'check' },
  success: { path: '/claim/application/success' },
}

/** Address of a step without language: `/claim/application/apply?id=…&part=account`. */
export function pagePath(
  page: WizardPage,
  id: string | undefined,
  more: Readonly<Record<string, string>> = {},
): string {
  const { path, part } = PAGES[page]
  const query = String(new URLSearchParams({ ...(id ? { id } : {}), ...(part ? { part } : {}), ...more }))
  return query ? `${path}?${query}` : path
}

/** The step that an address shows; `path` without language. */
export function pageOf(path: string, search: string): WizardPage | undefined {
  const part = new URLSearchParams(search).get('part') ?? undefined
  const pages = keysOf(PAGES).filter((page) => PAGES[page].path === path)
  return pages.find((page) => PAGES[page].part === part) ?? pages[0]
}

/**
 * May the person see this step now? As far as the draft has come on any device, and up to the first incomplete step.
 * `ready` are the steps that this page knows to be complete: without a connection it knows more than the draft.
 */
export function reachable(
  draft: Pick<DraftView, 'step' | 'done'>,
  page: ClaimStep,
  ready: readonly ClaimStep[] = [],
): boolean {
  const open = CLAIM_STEPS.find((step) => !draft.done.includes(step) && !ready.includes(step)) ?? 'check'
  const furthest = Math.max(CLAIM_STEPS.indexOf(open), CLAIM_STEPS.indexOf(draft.step))
  return CLAIM_STEPS.indexOf(page) <= furthest
}

/** The step after a step. */
export const nextStep = (step: ClaimStep): ClaimStep => CLAIM_STEPS[CLAIM_STEPS.indexOf(step) + 1] ?? 'check'
/** The step before a step. */
export const stepBefore = (step: ClaimStep): ClaimStep =>
  CLAIM_STEPS[Math.max(0, CLAIM_STEPS.indexOf(step) - 1)] ?? 'policy'
