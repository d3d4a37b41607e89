/** The words of plans and insurers in one language, once loaded: placeholders filled, plain text. */
import type { Day } from '../../../lib/days/dates.ts'

/** Block of prose: a paragraph, or the items of a list. */
export type Block =
  | { readonly kind: 'p'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }

export interface InsurerWords {
  readonly name: string
  readonly fullName: string
  /** The notice that must be beside samples, e.g. "Sample data, not an offer by this insurer". */
  readonly notice: string
  readonly about: readonly Block[]
}

export const SECTIONS = ['fits', 'school', 'billing', 'claim'] as const
export type SectionId = (typeof SECTIONS)[number]

export interface PlanWords {
  readonly name: string
  readonly tagline: string
  /** Whom it is for, in one sentence. */
  readonly who: string
  readonly tiers: Readonly<Record<string, { readonly name: string; readonly who: string }>>
  /** What schools and visas require, each as of a day. */
  readonly requirements: readonly { readonly text: string; readonly asOf: Day }[]
  /** Facts that surprise people, stated early. */
  readonly know: readonly string[]
  readonly sections: Readonly<Record<SectionId, readonly Block[]>>
  readonly questions: readonly { readonly question: string; readonly answer: readonly Block[] }[]
}
