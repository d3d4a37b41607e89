/** Whether a text has a page today: asked for each answer, so that a new one counts at once. */
import { join } from 'node:path'
import { contentFolder, filesIn } from '../../../app/content/content-folder.ts'
import type { Lang } from '../../../lib/locale.ts'
import type { FeedbackKind } from '../contract.ts'

export const entryExists = (kind: FeedbackKind, lang: Lang, slug: string): boolean =>
  filesIn(join(contentFolder(), kind, lang)).has(`${slug}.md`)
