import { localPath, type Lang } from '../../lib/locale.ts'

/** `](/notice)` in a Chinese text leads to `/cn/notice`: editors write plain paths in both languages. */
export const localLinks = (markdown: string, lang: Lang): string =>
  markdown.replace(/\]\((\/(?!\/)[^)\s]*)\)/g, (_, path: string) => `](${localPath(lang, path)})`)
