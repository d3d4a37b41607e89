/**
 * Radicals of Chinese characters. Copied from a PDF, 黄 and 小 often come as the radicals U+2EE9 and U+2F29, which look
 * the same and are neither a name's characters nor a bank's.
 */

/** Radicals that Unicode decomposes into no character, in the order of the characters below. */
const RADICALS =
  '\u2E9F\u2EA0\u2EBC\u2EC1\u2EC4\u2EC5\u2EC9\u2ECB\u2ED1\u2ED3\u2ED4\u2ED7\u2ED8\u2ED9\u2EDA\u2EDB' +
  '\u2EDC\u2EDD\u2EE2\u2EE3\u2EE4\u2EE5\u2EE6\u2EE7\u2EE8\u2EE9\u2EEA\u2EEC\u2EEE\u2EF0\u2EF1\u2EF3'
const CHARACTERS = Array.from('母民肉虎西见贝车長长门雨青韦页风飞食马骨鬼鱼鸟卤麦黄黾齐齿龙龜龟')
const CHARACTER_OF: ReadonlyMap<string, string | undefined> = new Map(
  Array.from(RADICALS, (radical, i) => [radical, CHARACTERS[i]]),
)

/** The text with a character for each radical that looks like one. */
export const withWholeCharacters = (text: string): string =>
  text.replace(/[\u2E80-\u2FDF]/g, (radical) => CHARACTER_OF.get(radical) ?? radical.normalize('NFKC'))

/** Whether radicals are left: parts that are no characters by themselves. */
export const hasRadicals = (text: string): boolean => /[\u2E80-\u2FDF]/.test(text)
