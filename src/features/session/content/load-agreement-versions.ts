/** Which versions of the agreements hold today, from `content/legal`. */
import { join } from 'node:path'
import { z } from 'zod'
import { contentFolder, contentState, readOn } from '../../../app/content/content-folder.ts'
import { frontmatter } from '../../../lib/content/frontmatter.ts'
import type { Lang } from '../../../lib/locale.ts'

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
