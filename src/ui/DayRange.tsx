import { formatDay, type Day } from '../lib/days/dates.ts'
import type { Lang } from '../lib/locale.ts'

/** "10 January 2027 – 9 July 2027" / "2027年1月10日至2027年7月9日", breaking between the two days only. */
export function DayRange({ start, end, lang }: { start: Day; end: Day; lang: Lang }) {
  const cn = lang === 'cn'
  return (
    <>
      <span className="nobr">{formatDay(start, lang) + (cn ? '至' : ' –')}</span>
      {cn ? <wbr /> : ' '}
      <span className="nobr">{formatDay(end, lang)}</span>
    </>
  )
}
