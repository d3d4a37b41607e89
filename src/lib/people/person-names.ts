/** Names as documents print them (domain §6): rare characters kept, counted in code points, never in UTF-16 units. */
import { NAME_MAX } from '../bounded-schemas.ts'
import { hasRadicals, withWholeCharacters } from '../text/han-radicals.ts'
import { withoutInvisibleCharacters } from '../text/invisible-characters.ts'

/** Characters of a Chinese name. */
export const CHINESE_NAME_MAX = 50

const NAME_CODES = [
  'name_required',
  'name_long',
  'name_characters',
  'name_chinese',
  'name_passport',
  'name_private_use',
  'name_umlaut',
] as const
type NameCode = (typeof NAME_CODES)[number]

/** `chinese` Han characters and the middle dot · `latin` a passport's capitals · `any` either of the two. */
export type NameScript = 'chinese' | 'latin' | 'any'
export type NameCheck = { ok: true; name: string } | { ok: false; code: NameCode; suggestion?: string }

const MIDDLE_DOT = '·'
/** Dots that keyboards and old systems use for the middle dot of minority names. */
const DOTS = /[•‧∙⋅・･●．。.]/g
/** Old systems store 䶮 in the private-use area: mapped, not refused. */
const PRIVATE_USE: Record<string, string> = { '\uE863': '䶮' }
const HAN = /^\p{Script=Han}+(·\p{Script=Han}+)*$/u
/**
 * Words of a passport: D' SOUZA, 'T HOOFT, ANNE-MARIE, ST. JOHN, J.R.; between them S/O and D/O (son, daughter of), A/L
 * and A/P (the same in Malay), and the @ of another name.
 */
const LATIN = /^'?[A-Z]+(?:(?:['-]|\.-?)[A-Z]+)*['.]?(?: (?:[A-Z]\/[A-Z] |@ )?'?[A-Z]+(?:(?:['-]|\.-?)[A-Z]+)*['.]?)*$/
/** A dot after it is an abbreviation's, which passports leave out. */
const PARENT = /^[A-Z]\/[A-Z]\.?$/
const ANY_PRIVATE = /[\uE000-\uF8FF]/

export const countCharacters = (text: string): number => Array.from(text).length

const mapped = (text: string): string => Array.from(text, (c) => PRIVATE_USE[c] ?? c).join('')

/** Compatibility forms of Han characters are names of their own on IDs, so only letters, digits and spaces are folded. */
const foldWidth = (text: string): string => text.replace(/[\uFF01-\uFF5E\u3000]/g, (c) => c.normalize('NFKC'))

/** Chinese names: no spaces, one kind of middle dot, private-use 䶮 mapped. */
export const normaliseChineseName = (text: string): string =>
  mapped(withWholeCharacters(foldWidth(withoutInvisibleCharacters(text))))
    .replace(/\s+/g, '')
    .replace(DOTS, MIDDLE_DOT)
    .replace(/^·+|·+$/g, '')

/**
 * Letters that do not decompose into a base letter and an accent, as passports transliterate them (ICAO 9303-3, section
 * 6).
 */
const LETTERS: Readonly<Record<string, string>> = {
  Đ: 'D',
  Ð: 'D',
  Ł: 'L',
  Ø: 'OE',
  Æ: 'AE',
  Œ: 'OE',
  ẞ: 'SS',
  Þ: 'TH',
  Ħ: 'H',
  Ŧ: 'T',
  Ə: 'E',
  Ŋ: 'N',
  Ĳ: 'IJ',
}

const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' }

/** Ä, Ö and Ü as the machine-readable lines of a passport spell them (ICAO 9303-3, section 6): MÜLLER, MUELLER. */
export const withUmlautsSpelled = (text: string): string =>
  text.normalize('NFC').replace(/[äöü]/gi, (letter) => UMLAUTS[letter.toLowerCase()] ?? letter)

/**
 * Passport names: capitals, no tone marks, single spaces, straight apostrophes; a slash between two names is a space.
 * `Ü` stays, so that it can be pointed out.
 */
export function normaliseLatinName(text: string): string {
  const plain = foldWidth(withoutInvisibleCharacters(text))
    .replace(/[‐‑–]/g, '-')
    .replace(/[,，]/g, ' ')
    // "S/ O" is "S/O", and "RAJ @ROY" two names; an @ without any space is of an email.
    .replace(/\s*([/-])\s*/g, '$1')
    .replace(/\s@|@\s/g, ' @ ')
    .replace(/\s+/g, ' ')
    .trim()
  const letters = plain
    .normalize('NFD')
    .replace(/u((?:[\u0300-\u0307\u0309-\u036f])*)\u0308((?:[\u0300-\u036f])*)/gi, 'ü')
  // Apostrophes last: decomposing (U+1FEF) and upper-casing (ŉ) can produce new ones.
  const capitals = letters
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toUpperCase()
  return capitals
    .replace(/[ĐÐŁØÆŒẞÞĦŦƏŊĲ]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/[‘’ʼ`´′ʻʾʿ]/g, "'")
    .replace(/\S+/g, (word) => (PARENT.test(word) ? word.slice(0, 3) : word.replaceAll('/', ' ').trim()))
    .replace(/ *- */g, '-')
    .replace(/ +/g, ' ')
    .trim()
}

const isHan = (text: string): boolean => /\p{Script=Han}/u.test(mapped(text))

/** The normal form of a name; if both scripts are allowed, the characters decide which rules apply. */
export const normaliseName = (text: string): string =>
  isHan(text) ? normaliseChineseName(text) : normaliseLatinName(text)

/**
 * Checks a name for the script its document uses. `name_umlaut` suggests the passport's YU (吕 LYU; "LV" is never asked
 * for).
 */
export function checkName(text: string, script: NameScript): NameCheck {
  const chinese = script === 'chinese' || (script === 'any' && isHan(text))
  const name = chinese ? normaliseChineseName(text) : normaliseLatinName(text)
  if (!name) return { ok: false, code: 'name_required' }
  if (countCharacters(name) > (chinese ? CHINESE_NAME_MAX : NAME_MAX)) return { ok: false, code: 'name_long' }
  if (ANY_PRIVATE.test(name)) return { ok: false, code: 'name_private_use' }
  if (chinese)
    return HAN.test(name) && !hasRadicals(name)
      ? { ok: true, name }
      : { ok: false, code: script === 'any' ? 'name_characters' : 'name_chinese' }
  if (name.includes('Ü')) return { ok: false, code: 'name_umlaut', suggestion: name.replaceAll('Ü', 'YU') }
  if (isHan(name)) return { ok: false, code: 'name_passport' }
  return LATIN.test(name) ? { ok: true, name } : { ok: false, code: 'name_characters' }
}

/**
 * Whether two names are the same (account name against ID name). `unsure`: a bank may have another form or pinyin for a
 * rare character (龑, YAN for 䶮); then a person decides.
 */
export function compareNames(a: string, b: string): 'same' | 'unsure' | 'different' {
  const [one, two] = [flat(a), flat(b)]
  if (!one || !two) return 'different'
  if (one === two) return 'same'
  return likely(one, two) || likely(two, one) ? 'unsure' : 'different'
}

const flat = (text: string): string => normaliseName(text).replace(/[\s·'./@-]/g, '')

/**
 * `bank` matches `id` when every character of the ID name is there or replaced by letters, or by one other character if
 * it is rare. Compared character by character: both are user input, and a regular expression built from them could be
 * abused or backtrack for hours.
 */
function likely(id: string, bank: string): boolean {
  const there = Array.from(bank)
  let reached = new Set([0])
  for (const character of id) {
    const next = new Set<number>()
    for (const at of reached) for (const end of endsOf(character, there, at)) next.add(end)
    reached = next
  }
  return isHan(id) && isHan(bank) && reached.has(there.length)
}

/** Positions at which one character of the ID name may end in the bank name, starting at `at`. */
function endsOf(character: string, there: readonly string[], at: number): number[] {
  if (at >= there.length) return []
  const han = /\p{Script=Han}/u.test(character)
  const ends = there[at] === character || (han && isRare(character)) ? [at + 1] : []
  if (han) for (let end = at; /^[A-Z]$/.test(there[end] ?? ''); end += 1) ends.push(end + 1)
  return ends
}

/** True for a rare character, which some bank systems cannot store (GB 2312 lies within 4E00–9FA5). */
const isRare = (character: string): boolean => {
  const point = character.codePointAt(0) ?? 0
  return point > 0x9fa5 || (point >= 0x3400 && point < 0x4e00) || '赟彧勰琎垚燚喆堃昇旻龑頔'.includes(character)
}
