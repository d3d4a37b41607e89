/**
 * Tells when the real page of an entry has changed since it was loaded: the dev server reads a saved text with some
 * delay.
 */
import { z } from 'zod/mini'

const Marked = z.object({ mark: z.nullable(z.string()) })

/** Delays before each look at the page. */
const LOOKS_MS = [0, 400, 800, 1500, 3000, 6000, 12_000, 24_000]

/** A mark of what the page shows now, if the page exists. `path`: its English address. */
export async function pageMark(lang: string, path: string): Promise<string | undefined> {
  try {
    const answer = await fetch(`/page-mark?${new URLSearchParams({ lang, path })}`)
    return answer.ok ? (Marked.parse(await answer.json()).mark ?? undefined) : undefined
  } catch {
    return undefined
  }
}

/**
 * Calls `changed` once the page's mark is another than before, unless another wait has begun or `ended` says so by
 * then.
 */
export function pageWatch(
  mark: () => Promise<string | undefined>,
  ended: () => boolean,
  changed: () => void,
): (before: Promise<string | undefined>) => Promise<void> {
  let round = 0
  return async (before) => {
    const mine = ++round
    const seen = await before
    for (const wait of LOOKS_MS) {
      await new Promise((done) => setTimeout(done, wait))
      if (mine !== round || ended()) return
      const now = await mark()
      if (now === undefined || now === seen) continue
      if (mine === round && !ended()) changed()
      return
    }
  }
}
