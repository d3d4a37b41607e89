/** Loads the texts of claims from `content/claims` (server, Astro pages, PDFs: wherever there is a file system). */
import { join } from 'node:path'
import { z } from 'zod'
import {
  changeDaysIn,
  contentFolder,
  contentState,
  contentToday,
  readOn,
} from '../../../../app/content/content-folder.ts'
import { FIRST_DAY } from '../../../../lib/content/content-by-day.ts'
import { isDay, type Day } from '../../../../lib/days/dates.ts'
import type { Lang } from '../../../../lib/locale.ts'
import { commonValues } from '../../../../lib/content/placeholders.ts'
import type { Section } from '../../../../lib/content/text-sections.ts'
import { readProse } from '../../../../lib/content/text-section-files.ts'
import { contentInEdit } from '../../../../lib/content/content-may-change.ts'

/** Possible signers: a text may be worded differently for each. */
export const SIGNER_ROLES = ['insured', 'guardian', 'claimant'] as const
export type SignerRole = (typeof SIGNER_ROLES)[number]

const words = z.string({ error: 'must be text, in quotes if it is a number.' }).trim().min(1, 'must not be empty.')
const claimHead = z.strictObject({
  title: words,
  lead: words,
  version: z
    .string({ error: 'must be a version in quotes.' })
    .regex(/^\d+\.\d+$/, 'must be two numbers with a point, in quotes.'),
  date: z
    .string({ error: 'must be a day, written year-month-day.' })
    .refine(isDay, 'must be a day that exists, written year-month-day.'),
  /** Form only: what signing means, in short. */
  points: z.array(z.strictObject({ title: words, text: words })).default([]),
})

export interface ClaimText extends z.infer<typeof claimHead> {
  lang: Lang
  sections: Section<SignerRole>[]
}
export const CLAIM_TEXTS = ['application-form', 'instructions'] as const
export type ClaimTextName = (typeof CLAIM_TEXTS)[number]

/** Parses a text; throws `ContentError` with every mistake of it. */
export function parseClaimText(lang: Lang, raw: string, file: string): ClaimText {
  const { head, sections } = readProse(raw, file, {
    schema: claimHead,
    conditions: SIGNER_ROLES,
    values: commonValues(lang),
  })
  return { lang, ...head, sections }
}

const loaded = new Map<string, ClaimText>()

/** One text as it holds on `day`, each state read once. */
export function loadClaimText(name: ClaimTextName, lang: Lang, day: Day = contentToday()): ClaimText {
  const path = `claims/${lang}/${name}.md`
  const key = `${path} ${contentFolder()} ${contentState(undefined, day)}`
  const known = loaded.get(key)
  // While content is being edited, the page must show the latest version.
  if (known && !contentInEdit()) return known
  const text = parseClaimText(lang, readOn(join(contentFolder(), path), day), `content/${path}`)
  loaded.set(key, text)
  return text
}

/** A day of each state that the texts have had, in order. */
export const claimTextDays = (): Day[] => [FIRST_DAY, ...changeDaysIn(join(contentFolder(), 'claims'))]

/** "Before you begin" (spec §2 `read`): what to have ready, the steps, how long it takes. */
export const instructions = (lang: Lang): ClaimText => loadClaimText('instructions', lang)
