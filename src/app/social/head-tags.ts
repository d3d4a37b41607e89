/** What a page adds to its head for other sites and search engines; most pages add nothing. */
import type { Node } from './json-ld.ts'
import type { Picture } from './link-picture.ts'

export interface Social {
  /** Of its own; otherwise its section's. */
  picture?: Picture
  /** Beside the way to it, which every page with breadcrumbs tells. */
  nodes?: readonly Node[]
  /** Day of its first or its last words; the sitemap takes the later one. */
  published?: string
  changed?: string
}

/** Open Graph's names of our languages. */
export const OG_LOCALE = { en: 'en_US', cn: 'zh_CN' } as const
