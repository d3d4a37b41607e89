import { hash } from 'node:crypto'

const HASH = /'(sha256-[^']+)' ?/g
const INLINE_SCRIPT = /<script(?:\s[^>]*)?>([^]*?)<\/script>/g

/**
 * A built page whose policy allows only the inline scripts that it has. Astro lists those of all pages in every page,
 * which is more than a page needs, and hashes do not compress.
 */
export function ownScriptHashes(html: string): string {
  const own = new Set(Array.from(html.matchAll(INLINE_SCRIPT), ([, text = '']) => hash('sha256', text, 'base64')))
  return html.replace(/script-src [^;"]+/, (allowed) =>
    allowed.replace(HASH, (listed, name: string) => (own.has(name.slice('sha256-'.length)) ? listed : '')).trim(),
  )
}
