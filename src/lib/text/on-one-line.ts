/**
 * No break inside a telephone number (`+86 21 5550 0199`, also in a sentence), nor between an English number and its
 * unit.
 */
export const noBreakSpaces = (text: string): string =>
  text.replace(/\+\d[\d ]{6,}\d|\d (?=(?:day|hour|minute|month|year)s?\b)/g, (found) => found.replaceAll(' ', '\u00a0'))

/**
 * The same, and no break inside a Chinese date, a sum nor hours (9:00 to 18:00). For texts that are plain strings;
 * where markup is possible, `boundHtml` and `FiguresWithUnits` add no character and keep every unit with its number: a
 * hidden character takes away the gap between a digit and a Chinese one (`text-autospace`). Numbers with hyphens are
 * left as they are: people copy them, and a hidden character would go along.
 */
export const onOneLine = (text: string): string =>
  noBreakSpaces(text).replace(/\d(?=[年月日时万亿元]|至\d+:)|[年月](?=\d)|[万亿](?=元)|[至–](?=\d+:)/g, '$&\u2060')
