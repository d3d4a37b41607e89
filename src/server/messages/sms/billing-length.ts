/**
 * How many text messages a text is billed as. Carriers in mainland China count 70 characters, or 67 of each part of a longer text, in whichever
 * language; every number that we send to is theirs.
 */
export const billedParts = (text: string): number => (text.length <= 70 ? 1 : Math.ceil(text.length / 67))

/** No text is longer than this many, with the longest values that it is likely to carry: a test holds it. */
export const MOST_PARTS: Readonly<Record<'cn' | 'en', number>> = { cn: 2, en: 4 }
