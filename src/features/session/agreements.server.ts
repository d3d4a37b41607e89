/**
 * What a person agreed to when they logged in: which versions, in which language, when (PIPL art. 14; privacy policy
 * §6).
 */
import { join } from 'node:path'
import { z } from 'zod'
import { contentFolder, contentState, readOn } from '../../app/content/content-folder.ts'
import { frontmatter } from '../../lib/frontmatter.ts'
import { DEFAULT_LANG, LANGS, type Lang } from '../../lib/locale.ts'
import type { Trx } from '../../server/db/database.ts'
import type { Deps } from '../../server/dependencies.ts'
import { writeEvent } from '../../server/transition.ts'

/** The texts with a checkbox on the login page, by their slug in `content/legal`. */
const AGREED = ['service-agreement', 'privacy'] as const
const frontmatterSchema = z.object({ version: z.string() })
export type Versions = Record<(typeof AGREED)[number], string>

const versionsByState = new Map<string, Versions>()

/** Versions of the texts that hold today, each state read once per language. */
export function versionsOf(lang: Lang): Versions {
  const key = `${lang} ${contentState()}`
  const held = versionsByState.get(key)
  if (held) return held
  const read = (slug: string): string => {
    const file = `legal/${lang}/${slug}.md`
    return frontmatterSchema.parse(frontmatter(readOn(join(contentFolder(), file)), file).data).version
  }
  const versions: Versions = { 'service-agreement': read('service-agreement'), privacy: read('privacy') }
  versionsByState.set(key, versions)
  return versions
}

/** Records the agreement as an event of the person, once for each set of versions. */
export async function recordAgreement(deps: Deps, trx: Trx, userId: string, lang: Lang): Promise<void> {
  const data = { lang, ...versionsOf(lang) }
  const text = JSON.stringify(data)
  const last = await trx
    .selectFrom('events')
    .select('data')
    .where('entity', '=', 'user')
    .where('entity_id', '=', userId)
    .where('to_status', '=', 'agreed')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (last?.data === text) return
  await writeEvent(trx, {
    entity: 'user',
    entity_id: userId,
    at: deps.clock(),
    by: `user:${userId}`,
    from_status: null,
    to_status: 'agreed',
    why: null,
    data,
  })
}

const agreedSchema = z.object({ lang: z.enum(LANGS) })

/** The language in which a person last agreed; for messages that no page of theirs causes. */
export async function lastAgreedLang(trx: Trx, userId: string): Promise<Lang> {
  const last = await trx
    .selectFrom('events')
    .select('data')
    .where('entity', '=', 'user')
    .where('entity_id', '=', userId)
    .where('to_status', '=', 'agreed')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return last?.data ? agreedSchema.parse(JSON.parse(last.data)).lang : DEFAULT_LANG
}
