import { readFileSync } from 'node:fs'
import i18next from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { LANGS, type Lang } from '../../../lib/locale.ts'
import { makeDocument } from './document.server.ts'
import { KINDS, type DocumentFacts } from './facts.server.ts'
import { coverage, loadFonts, MissingGlyphs, type Fonts } from './fonts.server.ts'
import { readMarks, readPages } from './testing/read-pdf.server.ts'
import { sampleFacts } from './testing/sample.server.ts'
import type { Translate } from './words.server.ts'

/** Domain §6. */
const RARE = [...'䶮㛃㼆𬱖𬀩𬍛𫖯𬸚𬴊𫍯赟彧勰琎垚燚喆堃昇旻龑頔']

let fonts: Fonts
const t = {} as Record<Lang, Translate>

beforeAll(async () => {
  fonts = loadFonts()
  const i18n = i18next.createInstance()
  const words = (lang: Lang): unknown => JSON.parse(readFileSync(`public/locales/${lang}/documents.json`, 'utf8'))
  const resources = Object.fromEntries(LANGS.map((lang) => [lang, { documents: words(lang) as Record<string, string> }]))
  await i18n.init({ lng: 'en', resources, fallbackLng: false, interpolation: { escapeValue: false } })
  for (const lang of LANGS) t[lang] = (key, values) => i18n.t(key, { ...values, lng: lang })
})

/** The whole text without the breaks that lines and runs make. */
async function draw(facts: DocumentFacts): Promise<{ bytes: Uint8Array; pages: string[]; text: string }> {
  const bytes = await makeDocument(facts, t[facts.lang], fonts, { plain: true })
  const pages = readPages(bytes)
  return { bytes, pages, text: flat(pages.join('\n')) }
}
const flat = (text: string): string => text.replace(/[\s\u00a0]+/g, '')

describe.each(LANGS)('documents in %s', (lang) => {
  test.each(KINDS)('%s states who, what, when and how to check', async (kind) => {
    const facts = sampleFacts(kind, lang)
    const { text, bytes } = await draw(facts)
    const stated = [facts.insured.name, facts.insured.otherName, facts.number, facts.verifyCode, facts.sampleNotice, lang === 'cn' ? '2028年1月9日' : '9 January 2028']
    for (const value of stated) expect(text).toContain(flat(value ?? ''))
    expect(text).not.toContain('documents:')
    expect(text).not.toContain('\ufffd')
    expect(readMarks(bytes)).toMatchObject({ lang: lang === 'cn' ? 'zh-CN' : 'en', tagged: true, displayTitle: true })
  })

  test('the certificate holds every figure of the policy, with its zone', async () => {
    const facts = sampleFacts('certificate', lang)
    const { text, bytes } = await draw(facts)
    for (const row of [...facts.benefits, ...facts.bears]) expect(text).toContain(flat(row.label + row.value))
    for (const value of [facts.policyholder.name, facts.policyholder.idNumber, facts.insured.idNumber, facts.relationship, facts.territory, facts.clauseVersion]) {
      expect(text).toContain(flat(value))
    }
    expect(text).toContain(lang === 'cn' ? '6,720.00元' : '¥6,720.00')
    expect(text).toContain(lang === 'cn' ? '北京时间' : flat('Beijing time (UTC+8)'))
    expect([...readMarks(bytes).tags]).toEqual(expect.arrayContaining(['Document', 'H1', 'H2', 'L', 'LI', 'Lbl', 'LBody', 'Figure']))
  })

  test('the visa letter names the rule and the rate, and not the premium', async () => {
    const facts = sampleFacts('visa_letter', lang, { requirement: t[lang]('documents:letter.schengen') })
    const { text, pages } = await draw(facts)
    expect(text).toContain(lang === 'cn' ? '超过3万欧元' : flat('more than EUR 30,000'))
    expect(text).toContain(facts.exchange?.rate)
    expect(text).not.toContain('6,720.00')
    expect(pages).toHaveLength(1)
  })

  test('every rare name is drawn, in both weights', async () => {
    for (const kind of KINDS) {
      const { insured } = sampleFacts(kind, lang)
      const { text } = await draw(sampleFacts(kind, lang, { insured: { ...insured, name: RARE.join(''), otherName: RARE.toReversed().join('') } }))
      for (const char of RARE) expect(text.split(char).length, char).toBeGreaterThan(2)
    }
  })

  test('long names wrap, long lists go on over the page, and every page says which it is', async () => {
    const base = sampleFacts('certificate', lang)
    const name = '阿卜杜热依木·麦麦提江·图尔荪尼亚孜·穆罕默德·买买提依明·阿不都克里木·艾合买提'
    const institution = 'Université Paris-Est Créteil Val-de-Marne, King’s “Global” Programme of Ångström '.repeat(3).trim()
    const benefits = Array.from({ length: 60 }, (_, i) => ({ label: `${base.benefits[0]?.label ?? ''} ${i}`, value: `${i},000` }))
    const { pages, text } = await draw({ ...base, insured: { ...base.insured, name, institution }, benefits })
    expect(pages.length).toBeGreaterThanOrEqual(3)
    expect(text).toContain(name)
    expect(text).toContain(flat(institution))
    pages.forEach((page, i) => {
      expect(flat(page)).toContain(flat(t[lang]('documents:page', { page: i + 1, pages: pages.length })))
      expect(page).toContain(base.number)
    })
  })
})

test('the same facts give the same bytes', async () => {
  const facts = sampleFacts('certificate', 'cn')
  expect(await makeDocument(facts, t.cn, fonts)).toEqual(await makeDocument(facts, t.cn, fonts))
})

test('a character that no font draws stops the document and is named by its code point only', async () => {
  const { insured } = sampleFacts('card', 'cn')
  const drawn = makeDocument(sampleFacts('card', 'cn', { insured: { ...insured, name: '林𠔻' } }), t.cn, fonts)
  await expect(drawn).rejects.toThrow(MissingGlyphs)
  await expect(drawn).rejects.toThrow('U+2053B')
})

test('coverage finds what is missing, maps 䶮 of old systems, and takes a fallback font', () => {
  expect(coverage(fonts, '林\ue863语桐·LYU')).toEqual([])
  expect(coverage(fonts, '𠔻𠔻林')).toEqual(['𠔻'])
  const fallback = { name: 'fallback0', file: fonts.regular.file, has: (point: number) => point === 0x2053b }
  expect(coverage({ ...fonts, fallbacks: [fallback] }, '𠔻')).toEqual([])
})
