/** A deadline in a text: `{{until, deadline}}`, or `{{day, shortDeadline}}` where there is room for the day only. */
import { now } from '../../lib/days/clock.ts'
import { formatHere } from '../../lib/days/clock-here.ts'
import { dayOf, endOfCover, formatInstant, formatNear } from '../../lib/days/dates.ts'
import type { Format } from './translate.ts'

/**
 * In Beijing time and, where the device shows another time, in that as well. A number is an instant; a text is a last
 * day, which ends at 24:00 in Beijing.
 */
export const deadlineWords: Format = (lang, value, format, word) => {
  const isDay = typeof value === 'string'
  const day = isDay ? value : dayOf(value)
  const here = formatHere(isDay ? endOfCover(day) : value, lang, day)
  const time = isDay ? formatNear(day, lang, dayOf(now())) : formatInstant(value, lang)
  // A short one without the local time is the day alone, which has no words.
  return word(`app:deadline.${isDay ? format : 'instant'}${here ? 'Here' : ''}`, { time, here }) ?? time
}
