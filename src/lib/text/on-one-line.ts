/** `+86 21 5550 0199`, also inside a sentence: a telephone number is never divided between two lines. */
export const PHONE = /\+\d[\d ]{6,}\d/g

/** The same text with no-break spaces inside its telephone numbers. */
const phonesOnOneLine = (text: string): string => text.replace(PHONE, (number) => number.replaceAll(' ', '\u00a0'))

/** The same, and no break between a currency and its sum. */
export const figuresOnOneLine = (text: string): string =>
  phonesOnOneLine(text).replace(/\b([A-Z]{3}) (?=\d)/g, '$1\u00a0')

/**
 * Telephone numbers, and no break inside a Chinese date or before its 时. For texts that are plain strings; where markup
 * is possible, `boundHtml` and `FiguresWithUnits` add no character. Numbers with hyphens are left as they are: people
 * copy them, and a hidden character would go along.
 */
export const onOneLine = (text: string): string =>
  phonesOnOneLine(text).replace(/\d(?=[年月日时])|[年月](?=\d)/g, '$&\u2060')
