/** Which versions a person agrees to where the current text is published and not yet in force (decision 0096). */
import { words } from '../../app/i18n.ts'
import { now } from '../../lib/clock.ts'
import { dayOf, formatDay } from '../../lib/dates.ts'
import type { Lang } from '../../lib/locale.ts'
import { earlierVersions, legalTexts, slugOf } from './entries.ts'

interface Version {
  title: string
  version: string
  date: string
  /** The version in force before. */
  before?: string
}

/** In brackets, for the end of the words beside a box; empty when every text is in force. */
export function agreedSentence(lang: Lang, texts: readonly Version[], today: string): string {
  const t = words(lang)
  const list = (items: readonly string[]): string => items.join(lang === 'cn' ? '、' : ' and ')
  const named = (title: string, version: string): string => t('info:legal.agreedText', { title, version })
  // Texts usually change together: the day is said once for all that take effect on it.
  const coming = [
    ...Map.groupBy(
      texts.filter(({ date }) => date > today),
      ({ date }) => date,
    ),
  ].flatMap(([day, all]) => {
    const date = formatDay(day, lang)
    const replaced = all.flatMap(({ before, ...text }) => (before === undefined ? [] : [{ ...text, before }]))
    const first = all.filter(({ before }) => before === undefined)
    return [
      ...(replaced.length === 0
        ? []
        : [
            t('info:legal.agreed', {
              before: list(replaced.map(({ title, before }) => named(title, before))),
              date,
              versions: list(replaced.map(({ version }) => t('info:legal.agreedVersion', { version }))),
            }),
          ]),
      ...(first.length === 0
        ? []
        : [t('info:legal.agreedNew', { texts: list(first.map(({ title, version }) => named(title, version))), date })]),
    ]
  })
  if (coming.length === 0) return ''
  return lang === 'cn' ? `（${coming.join('；')}）` : ` (${coming.join('; ')})`
}

export async function agreedVersions(lang: Lang, slugs: readonly string[], today = dayOf(now())): Promise<string> {
  const all = await legalTexts(lang)
  const texts = await Promise.all(
    all
      .filter(({ id }) => slugs.includes(slugOf(id)))
      .map(async ({ id, data: { title, version, date } }): Promise<Version> => {
        const [earlier] = await earlierVersions(lang, slugOf(id))
        return { title, version, date, ...(earlier && { before: earlier.data.version }) }
      }),
  )
  return agreedSentence(lang, texts, today)
}
