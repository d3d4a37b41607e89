import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { LETTER_LANGUAGES } from '../../../../../lib/content/downloads.ts'
import { LANGS, type Lang } from '../../../../../lib/locale.ts'
import { problemText } from '../../../../../lib/content/source-problems.ts'
import { SITE } from '../../../../../lib/site.ts'
import { loadWords } from '../../../../../server/load-words.ts'
import { missingCharacters } from '../../../../../server/pdf/printable-characters.ts'
import { loadFonts } from '../../../../../server/pdf/load-fonts.ts'
import type { Fonts } from '../../../../../server/pdf/font-types.ts'
import { STYLE } from '../../../../../server/pdf/document-style.ts'
import { WIDTH } from '../../../../../server/pdf/a4-document.ts'
import { PdfCanvas } from '../../../../../server/pdf/pdf-canvas.ts'
import { readMarks, readPages } from '../../../../../server/pdf/read-pdf.testing.ts'
import { makeAccidentStatement } from './accident-statement.ts'
import { makeAuthorisation } from './authorisation.ts'
import { makeClinicLetter } from './clinic-letter.ts'
import { checkLetters } from './letter-check.ts'
import { explainedIn, LETTER_KINDS, loadAllLetterTexts, TEXT_LANGUAGES } from './letter-texts.ts'
import { makePhraseCards } from './phrase-cards.ts'

const words = loadWords()
const t =
  (lang: Lang) =>
  (key: string, values?: Record<string, unknown>): string =>
    words(lang, key, values)
const facts = (lang: Lang) => ({ lang, site: SITE[lang], sampleNotice: '', madeAt: 0 })
const flat = (text: string): string => text.replace(/[\s\u00a0]+/g, '')
const texts = loadAllLetterTexts()
let fonts: Fonts
beforeAll(() => {
  fonts = loadFonts()
})

test('the fonts draw every character of every language', () => {
  for (const language of TEXT_LANGUAGES)
    expect(missingCharacters(fonts, JSON.stringify(texts[language])), language).toEqual([])
})

describe.each(LANGS)('on the %s site', (lang) => {
  test.each(LETTER_LANGUAGES.flatMap((language) => LETTER_KINDS.map((kind) => [kind, language] as const)))(
    'the %s letter in %s is a page to hand over and a page that explains it',
    async (kind, language) => {
      const bytes = await makeClinicLetter({ ...facts(lang), kind, language, texts }, t(lang), fonts, { plain: true })
      const pages = readPages(bytes).map(flat)
      expect(pages).toHaveLength(2)
      const [letter, reader] = [texts[language][kind], texts[explainedIn(lang, language)][kind]]
      for (const line of [letter.title, letter.to, ...letter.opening, ...letter.items, ...letter.requests])
        expect(pages[0]).toContain(flat(line))
      for (const line of [reader.to, ...reader.opening, ...reader.items, ...reader.requests])
        expect(pages[1]).toContain(flat(line))
      expect(pages.join('')).not.toMatch(/templates:|\{\{/)
      expect(readMarks(bytes)).toMatchObject({ tagged: true, displayTitle: true })
      const raw = Buffer.from(bytes).toString('latin1')
      if (language !== lang) expect(raw).toContain(`/Lang (${language})`)
      expect(raw.includes('BIZUDPGothic')).toBe(language === 'ja')
    },
  )

  test.each(LETTER_LANGUAGES)(
    'the phrases in %s each stand over what they mean, one page for an occasion',
    async (language) => {
      const pages = readPages(
        await makePhraseCards({ ...facts(lang), language, texts }, t(lang), fonts, { plain: true }),
      ).map(flat)
      const [own, reader] = [texts[language].phrases, texts[explainedIn(lang, language)].phrases]
      expect(pages).toHaveLength(own.length)
      own.forEach(({ lines }, group) =>
        lines.forEach((line, i) => {
          expect(pages[group]).toContain(flat(line))
          expect(pages[group]).toContain(flat(reader[group]?.lines[i] ?? '?'))
        }),
      )
      // A desk is sent to the help line of the insurance card, and finds no other number to call.
      for (const page of pages) {
        expect(page).toContain(flat(words(lang, 'lettersandforms:phrases.helpLine')))
        expect(page).not.toContain(flat(facts(lang).site.phone))
      }
    },
  )

  test.each([
    ['authorisation', makeAuthorisation],
    ['accident', makeAccidentStatement],
  ] as const)('the form %s is two pages, and every label leaves room to write', async (name, make) => {
    const bytes = await make(facts(lang), t(lang), fonts, { plain: true })
    const pages = readPages(bytes)
    expect(pages).toHaveLength(2)
    expect(flat(pages.join(''))).toContain(flat(words(lang, `lettersandforms:${name}.name`)))
    expect(pages.join('')).not.toMatch(/templates:|\{\{/)
    expect(readMarks(bytes)).toMatchObject({ tagged: true })
  })

  test('no label of a form is wider than its place', () => {
    const canvas = new PdfCanvas({ lang, title: '', author: '', subject: '', issuedAt: 0 }, fonts, [600, 800])
    const file = JSON.parse(readFileSync(`public/locales/${lang}/lettersandforms.json`, 'utf8')) as {
      authorisation: Record<string, unknown>
      accident: { ask: Record<string, string> } & Record<string, unknown>
    }
    const labels = [
      ...[
        'person',
        'id',
        'phone',
        'email',
        'role',
        'relation',
        'insurer',
        'number',
        'insured',
        'claim',
        'accountName',
        'accountNumber',
        'bank',
        'from',
        'to',
      ].map((key) => file.authorisation[key]),
      ...['person', 'policy', 'claim', 'day', 'place', 'parts', 'treated'].map((key) => file.accident[key]),
      ...Object.values(file.accident.ask),
    ]
    for (const label of labels)
      expect(canvas.width(String(label), STYLE.label), String(label)).toBeLessThan(WIDTH * 0.6)
  })
})

test('a language with a line less than the others is refused, with the part', () => {
  const files = TEXT_LANGUAGES.map((language): [string, string] => {
    const text = readFileSync(`content/letters/${language}.yaml`, 'utf8')
    return [
      `letters/${language}.yaml`,
      language === 'de' ? text.replace(/\n {6}- Wann soll ich wiederkommen\?/, '') : text,
    ]
  })
  const [only, ...more] = checkLetters({ root: 'content', files: new Map(files) })
  expect(more).toEqual([])
  expect(only && problemText(only)).toMatch(
    /^content\/letters\/de\.yaml:\d+: phrases\.\d+\.lines: has (\d+) here and \d+ in content\/letters\/en\.yaml:\d+: /,
  )
})
