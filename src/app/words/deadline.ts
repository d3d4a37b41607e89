/** A deadline in a text: `{{until, deadline}}`, or `{{day, shortDeadline}}` where there is room for the day only. */
import { now } from '../../lib/days/clock.ts'
import { dayOf, endOfCover, formatInstant, formatNear, formatRecent, startOfCover } from '../../lib/days/dates.ts'
import type { Format } from './translate.ts'

/**
 * In Beijing time and, where the device shows another time, in that as well. A number is an instant; a text is a last
 * day, which ends at 24:00 in Beijing.
 */
export const deadlineWords: Format = (lang, value, format, word) => {
  const isDay = typeof value === 'string'
  const day = isDay ? value : dayOf(value)
  const end = isDay ? endOfCover(day) : value
  // Minutes by which this device's clock is behind Beijing's at that instant; written here, because a function of its
  // own costs every island 30 bytes more.
  const behind = new Date(end).getTimezoneOffset() + 480
  const time = isDay ? formatNear(day, lang, dayOf(now())) : formatInstant(value, lang)
  // Without its day, if that is the one beside which it stands.
  const here = formatRecent(end - 60_000 * behind, lang, startOfCover(day))
  // A short one without the local time is the day alone, which has no words.
  return word(`app:deadline.${isDay ? format : 'instant'}${behind ? 'Here' : ''}`, { time, here }) ?? time
}
