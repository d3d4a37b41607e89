/** Loads the texts of claims from `content/claims` (server, Astro pages, PDFs: wherever there is a file system). */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'
import { frontmatter } from '../../../lib/frontmatter.ts'
import type { Lang } from '../../../lib/locale.ts'
import { commonValues, fill } from '../../../lib/placeholders.ts'
import { parseSections, type Section } from '../../../lib/prose.ts'

/** Who signs: a text may say it differently for the two. */
export const SIGNER_ROLES = ['insured', 'guardian'] as const
export type SignerRole = (typeof SIGNER_ROLES)[number]

const words = z.string().trim().min(1)
const head = z.strictObject({
  title: words,
  lead: words,
  version: z.string().regex(/^\d+\.\d+$/),
  date: z.iso.date(),
  /** Form only: what signing means, in short. */
  points: z.array(z.strictObject({ title: words, text: words })).default([]),
})

export interface ClaimText extends z.infer<typeof head> {
  lang: Lang
  sections: Section<SignerRole>[]
}
export type ClaimTextName = 'application-form' | 'instructions'

/** Parses a text; throws naming `file:line` for an unknown placeholder or markdown that no screen can show. */
export function parseClaimText(lang: Lang, raw: string, file: string): ClaimText {
  const { data, body, bodyLine } = frontmatter(fill(raw.replace(/\r\n/g, '\n'), commonValues(lang), { file }), file)
  const known = head.safeParse(data)
  if (!known.success) {
    const first = known.error.issues[0]
    throw new Error(`${file}: ${first?.path.join('.')}: ${first?.message}`)
  }
  return { lang, ...known.data, sections: parseSections(body, file, bodyLine, SIGNER_ROLES) }
}

const loaded = new Map<string, ClaimText>()

/** One text, read once. `CONTENT_DIR` (default `content`) is seen from the working directory. */
export function loadClaimText(name: ClaimTextName, lang: Lang): ClaimText {
  const path = `claims/${lang}/${name}.md`
  const known = loaded.get(path)
  if (known) return known
  const text = parseClaimText(lang, readFileSync(resolve(process.env.CONTENT_DIR ?? 'content', path), 'utf8'), `content/${path}`)
  loaded.set(path, text)
  return text
}

/** "Before you begin" (spec §2 `read`): what to have ready, the steps, how long it takes. */
export const instructions = (lang: Lang): ClaimText => loadClaimText('instructions', lang)
