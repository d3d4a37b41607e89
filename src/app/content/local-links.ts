import { localPath, type Lang } from '../../lib/locale.ts'

/** Words may hold brackets, and a picture. */
const LINK = /(?<!!)\[((?:[^[\]]|\[[^\]]*\])+)\]\((\/(?!\/)[^)\s]*)\)/g
/** Files that are the same in both languages, or name theirs. */
const FILE = /^\/(?:downloads|pictures)\//

/**
 * `[notices](/notice)` in a Chinese text leads to `/cn/notice`: editors write plain paths in both languages. That each leads to something
 * is seen to by the checker.
 */
export const localLinks = (markdown: string, lang: Lang): string =>
  markdown.replace(LINK, (whole, words: string, address: string) => (FILE.test(address) ? whole : `[${words}](${localPath(lang, address)})`))
