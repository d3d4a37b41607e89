import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hasHiddenCharacters, humanText, withoutInvisibleCharacters } from './invisible-characters.ts'

describe('marks that nobody sees', () => {
  test.each([
    ['a pasted phone number', '\u202d138 0013 8000\u202c', '138 0013 8000'],
    ['a byte order mark', '\ufeffUniversity of Leeds', 'University of Leeds'],
    ['soft hyphens', 'Univer\u00adsität Hei\u00addelberg', 'Universität Heidelberg'],
    ['a space without width', '北京\u200b大学', '北京大学'],
    ['a joiner that joins nothing', 'Lin\u200d Yu\u200ctong', 'Lin Yutong'],
    ['marks of direction around it', '\u200fLeeds\u200e', 'Leeds'],
  ])('%s goes without a word', (_, text, clean) => {
    expect(withoutInvisibleCharacters(text)).toBe(clean)
    expect(hasHiddenCharacters(text)).toBe(false)
  })

  test.each([
    ['a reversed name', 'Lin \u202eGnotuy'],
    ['an isolate', 'a\u2066b\u2069c'],
    ['an Arabic letter mark', 'a\u061cb'],
    ['a filler', 'a\u3164b'],
    ['an empty Braille cell', 'a\u2800b'],
    ['a control', 'a\u0007b'],
    ['a tag', 'a\u{e0041}b'],
    ['a paragraph mark', 'a\u2029b'],
  ])('%s is refused', (_, text) => {
    expect(hasHiddenCharacters(text)).toBe(true)
    expect(
      humanText(50)
        .safeParse(text)
        .error?.issues.map(({ message }) => message),
    ).toEqual(['invisible_characters'])
  })

  test.each([
    'می\u200cخواهم',
    'क्\u200dष',
    '👩\u200d👩\u200d👧',
    '🏳️\u200d🌈',
    'two\nlines\tand a tab',
    '林𠔻',
    'Zoë O’Brien',
    '﨑\u{e0100}',
  ])('%s stays as it is', (text) => {
    expect(humanText(50).parse(text)).toBe(text)
  })

  test('what was accepted once is accepted as it is', () => {
    const unit = fc.constantFrom(
      'a',
      '林',
      ' ',
      '\u200d',
      '\u200b',
      '\u202e',
      '\u2066',
      'ی',
      '👩',
      '\u061c',
      '\ufeff',
      '\n',
    )
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 12 }), (text) => {
        const once = withoutInvisibleCharacters(text)
        expect(withoutInvisibleCharacters(once)).toBe(once)
        const parsed = humanText(50).safeParse(text)
        if (parsed.success) expect(humanText(50).parse(parsed.data)).toBe(parsed.data)
      }),
    )
  })
})
