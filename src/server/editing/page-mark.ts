/**
 * A mark of the words that the real page of an entry shows. The dev server takes a saved text in after some time, and a page that was drawn
 * before that hears of it only if its own script runs by then: so the screen asks here until the words are others, and draws the page anew.
 */
import { createHash } from 'node:crypto'
import { localPath, type Lang } from '../../lib/locale.ts'

const WAIT_MS = 20_000

/** @param path English address of the page. Null where the site has no such page now. */
export async function pageMark(sitePort: number, lang: Lang, path: string): Promise<string | null> {
  try {
    const answer = await fetch(`http://localhost:${sitePort}${localPath(lang, path)}`, { signal: AbortSignal.timeout(WAIT_MS) })
    return answer.ok ? markOf(await answer.text()) : null
  } catch {
    return null
  }
}

/** Scripts, styles and attributes are left out: the dev server puts the time into them. */
function markOf(html: string): string {
  const words = html.replace(/<(script|style)\b[\s\S]*?<\/\1>/g, '').replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
  return createHash('sha256').update(words).digest('base64url')
}
