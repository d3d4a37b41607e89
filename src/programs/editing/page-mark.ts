/**
 * A mark of what the real page of an entry shows. The dev server reads a saved text with some delay, and a page that
 * was loaded earlier learns of it only if its own script runs by then: so the screen polls here until the mark changes,
 * and reloads the page.
 */
import { createHash } from 'node:crypto'
import { localPath, type Lang } from '../../lib/locale.ts'

const WAIT_MS = 20_000

/** @param path English address of the page. Null where the site has no such page now. */
export async function pageMark(sitePort: number, lang: Lang, path: string): Promise<string | null> {
  try {
    const answer = await fetch(`http://localhost:${sitePort}${localPath(lang, path)}`, {
      signal: AbortSignal.timeout(WAIT_MS),
    })
    return answer.ok ? markOf(await answer.text()) : null
  } catch {
    return null
  }
}

/** Scripts, styles and most attributes are left out: the dev server puts times and places of source into them. */
function markOf(html: string): string {
  const shown = html
    .replace(/<(script|style)\b[\s\S]*?<\/\1>|<link\b[^>]*>/g, '')
    .replace(/<[^>]*>/g, whatTagShows)
    .replace(/\s+/g, ' ')
  return createHash('sha256').update(shown).digest('base64url')
}

/** `<a href="/plan/list" data-x="1">` → `a href="/plan/list"`: bold, a list or another address is a change as well. */
const whatTagShows = (tag: string): string =>
  ` ${(tag.match(/^<\/?[\w-]+|\s(?:href|src|alt)="[^"?]*/g) ?? []).join('')} `
