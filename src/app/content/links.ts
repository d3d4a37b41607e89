import { localPath, type Lang } from '../../lib/locale.ts'
import { matchRoute } from '../../routes.ts'

const LINK = /\[([^\]]+)\]\((\/(?!\/)[^)\s]*)\)/g
const pathOf = (address: string): string => address.replace(/[?#].*$/, '')

/**
 * `[notices](/notice)` in a Chinese text leads to `/cn/notice`: editors write plain paths in both languages.
 * Links appear when what they lead to exists: until then a sentence keeps its words, and a paragraph that is only a link is left out.
 */
export function localLinks(markdown: string, lang: Lang, exists = (path: string): boolean => matchRoute(path) !== undefined): string {
  return markdown
    .split(/\n{2,}/)
    .filter((paragraph) => !onlyDeadLink(paragraph.trim(), exists))
    .join('\n\n')
    .replace(LINK, (_, words: string, address: string) => (exists(pathOf(address)) ? `[${words}](${localPath(lang, address)})` : words))
}

function onlyDeadLink(paragraph: string, exists: (path: string) => boolean): boolean {
  const [first] = [...paragraph.matchAll(LINK)]
  return first !== undefined && first[0] === paragraph && !exists(pathOf(first[2] ?? ''))
}
