import { addDays, type Day } from './dates.ts'

/**
 * Whether a day may have begun, where only the day in Shanghai is known and not the hour: at UTC+14 it is tomorrow
 * already. For days that a person tells of another place, such as a birth.
 */
export const mayHaveBegun = (day: Day, todayInShanghai: Day): boolean => day <= addDays(todayInShanghai, 1)
