/**
 * The encoding of a text file that somebody sends. UTF-8 and UTF-16 can be told by their own rules. Of the older
 * encodings only GB18030 is taken without asking, and only where the text is plainly Chinese: nearly all bytes of Big5,
 * Shift-JIS, EUC-KR and Windows-1252 are some character of GB18030 too, so a wrong guess gives names that nobody wrote.
 */

/** What people may name where the encoding cannot be told; `TextDecoder` knows them all. */
export const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'gb18030',
  'big5',
  'shift_jis',
  'euc-jp',
  'euc-kr',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1258',
  'windows-874',
  'macintosh',
] as const
export type Encoding = (typeof ENCODINGS)[number]

/** A mark at the beginning of a file, or a zero in one byte of every other letter. */
function utf16Of(bytes: Uint8Array): Encoding | undefined {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const start = bytes.subarray(0, 400)
  const zeros = [0, 1].map((odd) => start.filter((byte, i) => i % 2 === odd && byte === 0).length)
  const [even = 0, odd = 0] = zeros
  // A stray zero is no UTF-16: there, every comma and every line break has one, and all on the same side.
  if (Math.max(even, odd) < Math.max(2, start.length / 20) || Math.min(even, odd) > 0) return undefined
  return odd > even ? 'utf-16le' : 'utf-16be'
}

/**
 * Whether bytes that GB18030 can read are Chinese. The characters of everyday use stand in rows B0 to D7, in the order
 * of their pinyin, so that about every fourth is in the last eight rows. Korean syllables end before these; Big5,
 * Shift-JIS and Western letters lead to the rare characters outside of A1 to F7, or to kana and Greek.
 */
function isPlainlyChinese(bytes: Uint8Array): boolean {
  let [usual, late, all] = [0, 0, 0]
  for (let i = 0; i < bytes.length;) {
    const [lead = 0, trail = 0] = [bytes[i], bytes[i + 1]]
    const single = lead < 0x80
    // Four bytes are a character that only GB18030 has; rows A1 to A3 are punctuation.
    const four = !single && trail >= 0x30 && trail <= 0x39
    const mark = lead >= 0xa1 && lead <= 0xa3 && trail >= 0xa1
    i += single ? 1 : four ? 4 : 2
    if (single || four || mark) continue
    all += 1
    if (trail >= 0xa1 && lead >= 0xb0 && lead <= 0xd7) usual += 1
    if (trail >= 0xa1 && lead >= 0xd0 && lead <= 0xd7) late += 1
  }
  return usual >= all * 0.6 && late > 0 && late >= all / 14
}

function decode(bytes: Uint8Array, encoding: Encoding): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** The text of a file, in the encoding that is named or that can be told; `undefined` where neither can be. */
export function decodeText(bytes: Uint8Array, named?: Encoding): string | undefined {
  const told = named ?? utf16Of(bytes)
  if (told) return decode(bytes, told)
  return decode(bytes, 'utf-8') ?? (isPlainlyChinese(bytes) ? decode(bytes, 'gb18030') : undefined)
}
