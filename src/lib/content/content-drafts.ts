/**
 * A text with `draft: true` above it is not published: it is checked and shown in previews, and no build has it
 * (docs/editing.md, "Drafts"; decision 0122). Read by `content-folder.ts` and `readTree`, so that whoever reads content
 * gets none without asking.
 */
import { parse } from 'yaml'
import type { Tree } from './content-tree.ts'
import type { Lang } from '../locale.ts'

/** Before the title of a draft, wherever a preview shows it. */
export const DRAFT_MARK: Readonly<Record<Lang, string>> = { en: 'Draft: ', cn: '草稿：' }

/** Fields that cannot be read are a mistake that the check names; until then they publish nothing that says `draft`. */
export function isDraft(text: string): boolean {
  const head = /^\uFEFF?---\n([\s\S]*?)\n---/.exec(text.replaceAll('\r\n', '\n'))?.[1] ?? ''
  if (!/\bdraft\b/.test(head)) return false
  try {
    const fields: unknown = parse(head, { logLevel: 'silent' })
    return typeof fields === 'object' && fields !== null && 'draft' in fields && fields.draft === true
  } catch {
    return /^["']?draft\b/m.test(head)
  }
}

export interface ByPublication {
  /** What a build reads. */
  published: Tree
  drafts: Tree
}

export function byPublication({ root, files }: Tree): ByPublication {
  const drafts = new Map([...files].filter(([path, text]) => path.endsWith('.md') && isDraft(text)))
  return {
    published: { root, files: new Map([...files].filter(([path]) => !drafts.has(path))) },
    drafts: { root, files: drafts },
  }
}
