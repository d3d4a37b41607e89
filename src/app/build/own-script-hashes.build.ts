import { hash } from 'node:crypto'

const HASH = /'(sha256-[^']+)' ?/g
const INLINE = {
  script: /<script(?:\s[^>]*)?>([^]*?)<\/script>/g,
  style: /<style(?:\s[^>]*)?>([^]*?)<\/style>/g,
}

/**
 * A built page whose policy allows only the inline scripts and styles that it has. Astro lists those of all pages in
 * every page, which is more than a page needs, and hashes do not compress. Styles of a page with islands stay as they
 * are: islands add an empty one.
 */
export function ownScriptHashes(html: string): string {
  const kinds = html.includes('<astro-island') ? (['script'] as const) : (['script', 'style'] as const)
  return kinds.reduce((page, kind) => {
    const own = new Set(Array.from(html.matchAll(INLINE[kind]), ([, text = '']) => hash('sha256', text, 'base64')))
    return page.replace(new RegExp(`${kind}-src [^;"]+`), (allowed) =>
      allowed.replace(HASH, (listed, name: string) => (own.has(name.slice('sha256-'.length)) ? listed : '')).trim(),
    )
  }, html)
}
