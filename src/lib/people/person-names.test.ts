import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkName, compareNames, normaliseChineseName, normaliseLatinName } from './person-names.ts'

/** Domain §6: characters that occur on real people's IDs. */
const RARE = ['䶮', '㛃', '㼆', '𬱖', '𬀩', '𬍛', '𫖯', '𬸚', '𬴊', '𫍯', ...Array.from('赟彧勰琎垚燚喆堃昇旻龑頔')]

describe('Chinese names', () => {
  it('takes every rare character', () => {
    for (const character of RARE)
      expect(checkName(`王${character}`, 'chinese')).toEqual({ ok: true, name: `王${character}` })
  })
  it('maps the private-use 䶮 and refuses other private-use characters', () => {
    expect(checkName('赵\uE863', 'chinese')).toEqual({ ok: true, name: '赵䶮' })
    expect(checkName('赵\uE001', 'chinese')).toEqual({ ok: false, code: 'name_private_use' })
  })
  it('knows one middle dot', () => {
    for (const dot of ['·', '•', '・', '‧', '．', '.'])
      expect(normaliseChineseName(`古丽${dot}买买提`)).toBe('古丽·买买提')
  })
  it('writes the radicals that a copy from a PDF has as the characters that they look like', () => {
    const copied: [string, string][] = [
      ['\u2FA6\u2F24中', '金大中'],
      ['林\u2F29雨', '林小雨'],
      ['\u2EE9\u2EF0', '黄龙'],
      ['\u2EE2\u2ED3\u2ED8', '马长青'],
    ]
    for (const [text, name] of copied) {
      expect(checkName(text, 'chinese')).toEqual({ ok: true, name })
      expect(compareNames(text, name)).toBe('same')
    }
    expect(checkName('林\u2E98', 'chinese')).toEqual({ ok: false, code: 'name_chinese' })
  })
  it('counts code points, 50 at most', () => {
    expect(checkName('𬱖'.repeat(50), 'chinese').ok).toBe(true)
    expect(checkName('𬱖'.repeat(51), 'chinese')).toEqual({ ok: false, code: 'name_long' })
  })
  it('refuses what no ID holds', () => {
    expect(checkName('', 'chinese')).toEqual({ ok: false, code: 'name_required' })
    for (const text of ['Li Lei', '李1', '李雷（学生）', '··']) expect(checkName(text, 'chinese').ok).toBe(false)
  })
  it('forgives spaces', () => {
    expect(checkName(' 李　雷 ', 'chinese')).toEqual({ ok: true, name: '李雷' })
  })
})

describe('passport names', () => {
  it('writes capitals without tone marks', () => {
    expect(checkName('zhāng  wěi', 'latin')).toEqual({ ok: true, name: 'ZHANG WEI' })
    expect(checkName('o’brien, josé-luis', 'latin')).toEqual({ ok: true, name: "O'BRIEN JOSE-LUIS" })
  })
  it('writes letters of other alphabets as passports do', () => {
    expect(checkName('Nguyễn Thị Đặng', 'latin')).toEqual({ ok: true, name: 'NGUYEN THI DANG' })
    expect(checkName('Søren Łukasz Groß', 'latin')).toEqual({ ok: true, name: 'SOEREN LUKASZ GROSS' })
  })
  it('points to YU for ü, with or without a tone, and never to V', () => {
    for (const text of ['LÜ NA', 'lü na', 'lǚ na', 'LU\u0308 NA']) {
      expect(checkName(text, 'latin')).toEqual({ ok: false, code: 'name_umlaut', suggestion: 'LYU NA' })
    }
  })
  it.each([
    ["D' SOUZA", "D' SOUZA"],
    ['d’ souza', "D' SOUZA"],
    ['O’ Neill', "O' NEILL"],
    ['O´Neill', "O'NEILL"],
    ["'t Hooft", "'T HOOFT"],
    ['JOHN A.', 'JOHN A.'],
    ['J.R.', 'J.R.'],
    ['Jean - Luc St．John, Jr.', 'JEAN-LUC ST.JOHN JR.'],
    ['ST. JOHN', 'ST. JOHN'],
    ['Əliyev Məmməd', 'ELIYEV MEMMED'],
    ['Raj s/o Kumar', 'RAJ S/O KUMAR'],
    ['SITI D / O ALI', 'SITI D/O ALI'],
    ['Raj S/O. Kumar', 'RAJ S/O KUMAR'],
    ['Muthu a/l Samy', 'MUTHU A/L SAMY'],
    ['TAN AH KOW @ TAN SENG', 'TAN AH KOW @ TAN SENG'],
    ['Tan @Lim', 'TAN @ LIM'],
    ['J.-P. SARTRE', 'J.-P. SARTRE'],
    ['ZHANG/WEI', 'ZHANG WEI'],
    ['Warnakulasuriya Patabendige Ushantha Joseph Chaminda Fernando', undefined],
  ])('%s is a name of a passport', (typed, printed = typed.toUpperCase()) => {
    expect(checkName(typed, 'latin')).toEqual({ ok: true, name: printed })
  })
  it.each([
    'me@example.com',
    '@ TAN',
    'S/O',
    'TAN @',
    '...',
    "'",
    'A..',
    '13800000527',
    'ROOM 4',
    'A & B',
    'A_B',
    'A--B',
    '-A',
  ])('%s is no name', (typed) => expect(checkName(typed, 'latin')).toEqual({ ok: false, code: 'name_characters' }))
  it('has room for what a passport prints, and no more', () => {
    expect(checkName('A'.repeat(100), 'latin').ok).toBe(true)
    expect(checkName('A'.repeat(101), 'latin')).toEqual({ ok: false, code: 'name_long' })
    expect(checkName('李'.repeat(51), 'chinese')).toEqual({ ok: false, code: 'name_long' })
  })
  it('asks for the letters of the passport when Chinese was typed', () => {
    expect(checkName('吕娜', 'latin')).toEqual({ ok: false, code: 'name_passport' })
    expect(checkName('R2D2', 'latin')).toEqual({ ok: false, code: 'name_characters' })
  })
  it('takes either script where the document has both', () => {
    expect(checkName('陳大文', 'any')).toEqual({ ok: true, name: '陳大文' })
    expect(checkName('Chan Tai Man', 'any')).toEqual({ ok: true, name: 'CHAN TAI MAN' })
  })
})

describe('normal forms', () => {
  it('have straight apostrophes, also where a letter hides one', () => {
    expect(normaliseLatinName('O’Neill')).toBe("O'NEILL")
    expect(normaliseLatinName('\u1FEFu ŉ')).toBe("'U 'N")
  })
  it('have no space beside a hyphen, also where a stroke stood', () => {
    expect(['Anna-/Lena', 'Anna/-Lena'].map(normaliseLatinName)).toEqual(['ANNA-LENA', 'ANNA-LENA'])
  })
  it('are stable, and a checked name passes again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(normaliseChineseName(normaliseChineseName(text))).toBe(normaliseChineseName(text))
        expect(normaliseLatinName(normaliseLatinName(text))).toBe(normaliseLatinName(text))
        const check = checkName(text, 'any')
        if (check.ok) expect(checkName(check.name, 'any')).toEqual(check)
      }),
    )
  })
})

describe('comparing', () => {
  it('sees through spelling', () => {
    expect(compareNames('古丽·买买提', '古丽.买买提')).toBe('same')
    expect(compareNames('Zhang Wei', 'ZHANG  WEI')).toBe('same')
    expect(compareNames('赵\uE863', '赵䶮')).toBe('same')
  })
  it('leaves a bank’s form of a rare character to a person', () => {
    expect(compareNames('赵䶮', '赵龑')).toBe('unsure')
    expect(compareNames('赵䶮', '赵YAN')).toBe('unsure')
    expect(compareNames('赵YAN', '赵䶮')).toBe('unsure')
  })
  it('keeps other people apart', () => {
    expect(compareNames('李雷', '李磊')).toBe('different')
    expect(compareNames('李雷', '王雷')).toBe('different')
    expect(compareNames('', '')).toBe('different')
  })
  it('takes what was typed for letters and never for a pattern', () => {
    for (const typed of ['李[^x]*', '[^x]*李?', '李(', '李雷|李磊'])
      expect(compareNames('李磊', typed)).toBe('different')
  })
  it('answers at once, however many ways there are to part letters among characters', () => {
    expect(compareNames('赵'.repeat(35), `${'A'.repeat(69)}李`)).toBe('different')
    expect(compareNames(`(A+)+李`, `${'A'.repeat(69)}赵`)).toBe('different')
  })
})
