import { readFileSync } from 'node:fs'
import i18next from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { LANGS, type Lang } from '../../../../lib/locale.ts'
import { drawDocument } from './draw-document.ts'
import { KINDS, type DocumentFacts } from './fact-types.ts'
import { missingCharacters, MissingGlyphs } from '../../../../server/pdf/printable-characters.ts'
import { outlineOf } from '../../../../server/pdf/draw-shapes.ts'
import { loadFonts } from '../../../../server/pdf/load-fonts.ts'
import type { Fonts } from '../../../../server/pdf/font-types.ts'
import { readMarks, readPages } from '../../../../server/pdf/read-pdf.testing.ts'
import { sampleFacts } from './testing/sample-policy-facts.ts'
import type { Translate } from '../../../../server/pdf/document-words.ts'

/** Rare characters of domain §6. */
const RARE = Array.from('䶮㛃㼆𬱖𬀩𬍛𫖯𬸚𬴊𫍯赟彧勰琎垚燚喆堃昇旻龑頔')

let fonts: Fonts
const t = {} as Record<Lang, Translate>

beforeAll(async () => {
  fonts = loadFonts()
  const i18n = i18next.createInstance()
  const words = (lang: Lang): unknown => JSON.parse(readFileSync(`public/locales/${lang}/policydocuments.json`, 'utf8'))
  const resources = Object.fromEntries(
    LANGS.map((lang) => [lang, { policydocuments: words(lang) as Record<string, string> }]),
  )
  await i18n.init({ lng: 'en', resources, fallbackLng: false, interpolation: { escapeValue: false } })
  for (const lang of LANGS) t[lang] = (key, values) => i18n.t(key, { ...values, lng: lang })
})

/** The whole text without breaks between lines and runs. */
async function draw(facts: DocumentFacts): Promise<{ bytes: Uint8Array; pages: string[]; text: string }> {
  const bytes = await drawDocument(facts, t[facts.lang], fonts, { plain: true })
  const pages = readPages(bytes)
  return { bytes, pages, text: flat(pages.join('\n')) }
}
const flat = (text: string): string => text.replace(/[\s\u00a0]+/g, '')

describe.each(LANGS)('documents in %s', (lang) => {
  test.each(KINDS)('%s states who, what, when and how to check', async (kind) => {
    const facts = sampleFacts(kind, lang)
    const { text, bytes } = await draw(facts)
    const stated = [
      facts.insured.name,
      facts.insured.otherName,
      facts.number,
      facts.verifyCode,
      facts.sampleNotice,
      lang === 'cn' ? '2028年1月9日' : '9 January 2028',
    ]
    for (const value of stated) expect(text).toContain(flat(value ?? ''))
    expect(text).not.toContain('policydocuments:')
    expect(text).not.toContain('\ufffd')
    expect(readMarks(bytes)).toMatchObject({ lang: lang === 'cn' ? 'zh-CN' : 'en', tagged: true, displayTitle: true })
  })

  test('the certificate holds every figure of the policy, with its zone', async () => {
    const facts = sampleFacts('certificate', lang)
    const { text, bytes } = await draw(facts)
    for (const row of [...facts.benefits, ...facts.bears]) expect(text).toContain(flat(row.label + row.value))
    for (const value of [
      facts.policyholder.name,
      facts.policyholder.idNumber,
      facts.insured.idNumber,
      facts.relationship,
      facts.territory,
      facts.clauseVersion,
    ]) {
      expect(text).toContain(flat(value))
    }
    expect(text).toContain(lang === 'cn' ? '6,720.00元' : flat('CNY 6,720.00'))
    expect(text).toContain(lang === 'cn' ? '北京时间' : flat('Beijing time (UTC+8)'))
    expect([...readMarks(bytes).tags]).toEqual(
      expect.arrayContaining(['Document', 'H1', 'H2', 'L', 'LI', 'Lbl', 'LBody', 'Figure']),
    )
  })

  test('the visa letter names the rule and the rate, and not the premium', async () => {
    const facts = sampleFacts('visa_letter', lang, { requirement: t[lang]('policydocuments:letter.schengen') })
    const { text, pages } = await draw(facts)
    expect(text).toContain(lang === 'cn' ? '超过3万欧元' : flat('more than EUR 30,000'))
    expect(text).toContain(facts.exchange?.rate)
    expect(text).not.toContain('6,720.00')
    expect(pages).toHaveLength(1)
  })

  test('every rare name is drawn, in both weights', async () => {
    for (const kind of KINDS) {
      const { insured } = sampleFacts(kind, lang)
      const { text } = await draw(
        sampleFacts(kind, lang, {
          insured: { ...insured, name: RARE.join(''), otherName: RARE.toReversed().join('') },
        }),
      )
      for (const char of RARE) expect(text.split(char).length, char).toBeGreaterThan(2)
    }
  })

  test('long names wrap, long lists go on over the page, and every page says which it is', async () => {
    const base = sampleFacts('certificate', lang)
    const name = '阿卜杜热依木·麦麦提江·图尔荪尼亚孜·穆罕默德·买买提依明·阿不都克里木·艾合买提'
    const institution = 'Université Paris-Est Créteil Val-de-Marne, King’s “Global” Programme of Ångström '
      .repeat(3)
      .trim()
    const benefits = Array.from({ length: 60 }, (_, i) => ({
      label: `${base.benefits[0]?.label ?? ''} ${i}`,
      value: `${i},000`,
    }))
    const { pages, text } = await draw({ ...base, insured: { ...base.insured, name, institution }, benefits })
    expect(pages.length).toBeGreaterThanOrEqual(3)
    expect(text).toContain(name)
    expect(text).toContain(flat(institution))
    pages.forEach((page, i) => {
      expect(flat(page)).toContain(flat(t[lang]('policydocuments:page', { page: i + 1, pages: pages.length })))
      expect(page).toContain(base.number)
    })
  })
})

test('the same facts give the same bytes', async () => {
  const facts = sampleFacts('certificate', 'cn')
  expect(await drawDocument(facts, t.cn, fonts)).toEqual(await drawDocument(facts, t.cn, fonts))
})

test('what an earlier document drew does not change how a letter is spelled in the next', async () => {
  const { insured } = sampleFacts('certificate', 'en')
  const named = (institution: string): DocumentFacts =>
    sampleFacts('certificate', 'en', { insured: { ...insured, institution } })
  const fresh = loadFonts()
  await drawDocument(named('Čš c\u030c'), t.en, fresh)
  expect(await drawDocument(named('Čechách'), t.en, fresh)).toEqual(
    await drawDocument(named('Čechách'), t.en, loadFonts()),
  )
})

test('a character that no font draws stops the document and is named by its code point only', async () => {
  const { insured } = sampleFacts('card', 'cn')
  const drawn = drawDocument(sampleFacts('card', 'cn', { insured: { ...insured, name: '林𱐀' } }), t.cn, fonts)
  await expect(drawn).rejects.toThrow(MissingGlyphs)
  await expect(drawn).rejects.toThrow('U+31400')
})

test('coverage finds what is missing, maps 䶮 of old systems, and takes a font that was added', () => {
  expect(missingCharacters(fonts, '林\ue863语桐·LYU')).toEqual([])
  expect(missingCharacters(fonts, '𱐀𱐀林')).toEqual(['𱐀'])
  const added = { ...fonts.regular, name: 'added0', has: (point: number) => point === 0x31400 }
  expect(
    missingCharacters({ ...fonts, fallbacks: [...fonts.fallbacks, { regular: added, bold: added }] }, '𱐀'),
  ).toEqual([])
})

/** Names and schools in every script that the documents support. */
const SCRIPTS = [
  '𠮷田㼆',
  '𠔻𪚥𫝀',
  '서울대학교',
  '東京大学',
  '葛\u{e0100}城市',
  'จุฬาลงกรณ์มหาวิทยาลัย',
  'جامعة القاهرة',
  'האוניברסיטה העברית',
  'Boğaziçi Üniversitesi',
  'Univerzita Karlova v Čechách',
  'Đại học Bách khoa TP.HCM',
  'Αθηνών Πανεπιστήμιο',
  'МГУ імені ґ є',
]

test.each(SCRIPTS)('%s is drawn whole, in both weights, and is in the text of the document', async (name) => {
  expect(missingCharacters(fonts, name)).toEqual([])
  const { insured } = sampleFacts('certificate', 'cn')
  const { text } = await draw(sampleFacts('certificate', 'cn', { insured: { ...insured, name, institution: name } }))
  // Thai and Arabic letters change shape beside each other, and right-to-left text is drawn from the right: only the
  // set of letters is compared.
  const letters = (of: string): string[] => [...new Set(of.match(/\p{L}/gu) ?? [])].sort()
  const drawn = new Set(text)
  expect(
    letters(name)
      .filter((letter) => !drawn.has(letter))
      .filter((letter) => !/\p{Script=Arabic}/u.test(letter)),
  ).toEqual([])
  expect(text).not.toContain('\ufffd')
})

test('text drawn as shapes ends in the coordinates and the size of its line, so that a copy has it in its place', async () => {
  const { insured } = sampleFacts('visa_letter', 'en')
  const { bytes } = await draw(sampleFacts('visa_letter', 'en', { insured: { ...insured, name: '𠮷田㼆' } }))
  const spans = [
    ...Buffer.from(bytes)
      .toString('latin1')
      .matchAll(/\/ActualText[\s\S]*?\nEMC\n/g),
  ].map(([span]) => span)
  expect(spans.length).toBeGreaterThan(1)
  for (const span of spans) expect(span).toMatch(/\nq\n1 0 0 -1 0 [\d.]+ cm\n\/F\d+ [\d.]+ Tf\nEMC\n$/)
})

test('every rare character that is promised has a shape', () => {
  const outlines = fonts.fallbacks.at(-1)?.regular.outlines
  for (const point of [0x20000, 0x20bb7, 0x2a6d6, 0x2a700, 0x2b740, 0x2b820, 0x2ceb0]) {
    expect(outlines?.has(point), point.toString(16)).toBe(true)
    expect(outlines && outlineOf(outlines, point).path.length, point.toString(16)).toBeGreaterThan(20)
  }
  expect(outlines?.has(0x31400)).toBe(false)
})
