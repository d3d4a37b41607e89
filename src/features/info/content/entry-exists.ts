/** Whether a text has a page today: asked of the disk for each answer, so that a newly built one counts at once. */
import { join } from 'node:path'
import { contentFolder, contentToday, namesOnDisk } from '../../../app/content/content-folder.ts'
import { filesOn } from '../../../lib/content/content-by-day.ts'
import type { Lang } from '../../../lib/locale.ts'
import type { FeedbackKind } from '../contract.ts'

export const entryExists = (kind: FeedbackKind, lang: Lang, slug: string): boolean =>
  filesOn(namesOnDisk(join(contentFolder(), kind, lang)), contentToday()).has(`${slug}.md`)
