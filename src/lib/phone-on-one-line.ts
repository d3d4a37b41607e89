/** `+86 21 5550 0199`, also inside a sentence: a telephone number is never divided between two lines. */
const PHONE = /\+\d[\d ]{6,}\d/g

/** The same text with no-break spaces inside its telephone numbers. */
export const phonesOnOneLine = (text: string): string => text.replace(PHONE, (number) => number.replaceAll(' ', '\u00a0'))
