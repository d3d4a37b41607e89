import { localPath, type Lang } from '../../lib/locale.ts'

/** The link text may contain brackets, and a picture. */
const LINK = /(?<!!)\[((?:[^[\]]|\[[^\]]*\])+)\]\((\/(?!\/)[^)\s]*)\)/g
/** Files that are the same in both languages, or have the language in their name. */
const FILE = /^\/(?:downloads|pictures)\//

/**
 * Makes `[notices](/notice)` in a Chinese text lead to `/cn/notice`: editors write plain paths in both languages. The
 * checker verifies that each path exists.
 */
export const localLinks = (markdown: string, lang: Lang): string =>
  markdown.replace(LINK, (whole, words: string, address: string) =>
    FILE.test(address) ? whole : `[${words}](${localPath(lang, address)})`,
  )
