/** The last day on which somebody may still do something. */
import { useLang, useT } from '../../../../app/words/words.tsx'
import { dayOf, endOfCover, formatDay, formatHere, formatNear, type Day } from '../../../../lib/days/dates.ts'
import { useNow } from '../../../../ui/use-now.ts'

/** A day in Beijing, and where the device is elsewhere, its end on the clock there too. `near`: without this year. */
export function useLastDay(day: Day, { near = false } = {}): string {
  const t = useT()
  const lang = useLang()
  const today = dayOf(useNow())
  const shown = near ? formatNear(day, lang, today) : formatDay(day, lang)
  const here = formatHere(endOfCover(day), lang)
  return here ? t('claimprogress:until', { day: shown, here }) : shown
}
