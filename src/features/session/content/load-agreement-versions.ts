/** Which versions of the agreements hold on a day, from `content/legal`. */
import { join } from 'node:path'
import { z } from 'zod'
import { contentFolder, contentState, contentToday, readOn } from '../../../app/content/content-folder.ts'
import { frontmatter } from '../../../lib/content/frontmatter.ts'
import { addDays, isDay, type Day } from '../../../lib/days/dates.ts'
import type { Lang } from '../../../lib/locale.ts'

/** The texts with a checkbox on the login page, by their slug in `content/legal`. */
const AGREED = ['service-agreement', 'privacy'] as const
const frontmatterSchema = z.object({ version: z.string() })
export type Versions = Record<(typeof AGREED)[number], string>

const versionsByState = new Map<string, Versions>()

/**
 * For so long what a nightly build has not replaced may be what people read. A tab that was open for longer leads to
 * the texts of a later build.
 */
const DAYS_SHOWN = 7

/**
 * Versions of the texts that a page showed which was built on `day`; of today unless it says when. Until the nightly
 * build a page shows the texts of the day before. Each state is read once per language.
 */
export function versionsOf(lang: Lang, day?: Day): Versions {
  const today = contentToday()
  const shown = day !== undefined && isDay(day) && day < today && day >= addDays(today, -DAYS_SHOWN) ? day : today
  const key = `${lang} ${contentState(contentFolder(), shown)}`
  const held = versionsByState.get(key)
  if (held) return held
  const read = (slug: string): string => {
    const file = `legal/${lang}/${slug}.md`
    return frontmatterSchema.parse(frontmatter(readOn(join(contentFolder(), file), shown), file).data).version
  }
  const versions: Versions = { 'service-agreement': read('service-agreement'), privacy: read('privacy') }
  versionsByState.set(key, versions)
  return versions
}
