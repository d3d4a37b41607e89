/** What a page adds to its head for other sites and search engines; most pages add nothing. */
import type { Node } from './json-ld.ts'
import type { Picture } from './link-picture.ts'

export interface Social {
  /** The page's own picture; otherwise its section's. */
  picture?: Picture
  /** In addition to the breadcrumb data, which every page with breadcrumbs has. */
  nodes?: readonly Node[]
  /** Day of first publication or of the last change; the sitemap takes the later one. */
  published?: string
  changed?: string
}

/** Open Graph's names of our languages. */
export const OG_LOCALE = { en: 'en_US', cn: 'zh_CN' } as const
