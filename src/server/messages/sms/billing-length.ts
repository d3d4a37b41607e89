/**
 * How many text messages a text is billed as. Carriers in mainland China count 70 characters, or 67 of each part of a longer text, in whichever
 * language; every number that we send to is theirs.
 */
export const billedParts = (text: string): number => (text.length <= 70 ? 1 : Math.ceil(text.length / 67))

/**
 * No text is longer than this, with the longest values that it is likely to carry and an address of some 90 characters in it: a test holds it.
 * Codes are the most by far, so a code is one part in Chinese.
 */
export const MOST_PARTS = { cn: { code: 1, other: 3 }, en: { code: 2, other: 4 } } as const
