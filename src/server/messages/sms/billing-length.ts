/**
 * How many text messages a text is billed as. Carriers in mainland China count 70 characters, or 67 of each part of a
 * longer text, in any language; all numbers that we send to are theirs.
 */
export const billedParts = (text: string): number => (text.length <= 70 ? 1 : Math.ceil(text.length / 67))

/**
 * The most parts that a text may have, with its longest likely values and an address of some 90 characters; a test
 * checks it. Codes are by far the most frequent, so a code is one part in Chinese.
 */
export const MOST_PARTS = { cn: { code: 1, other: 3 }, en: { code: 2, other: 4 } } as const
