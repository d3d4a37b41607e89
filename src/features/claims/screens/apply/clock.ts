import { HTML_LANG, type Lang } from '../../../../lib/locale.ts'

/** "16:41" on the clock of the person's device, as receipts are: it is about a moment ago, not about a promise. */
export const clockTime = (at: number, lang: Lang): string =>
  new Intl.DateTimeFormat(HTML_LANG[lang], { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at)
