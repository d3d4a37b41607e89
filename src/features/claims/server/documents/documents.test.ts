import { beforeAll, describe, expect, test } from 'vitest'
import { textVersionWords } from '../../rules/text-version-words.ts'
import { LANGS, type Lang } from '../../../../lib/locale.ts'
import { SITE } from '../../../../lib/site.ts'
import { loadWords } from '../../../../server/load-words.ts'
import { loadFonts } from '../../../../server/pdf/load-fonts.ts'
import type { Fonts } from '../../../../server/pdf/font-types.ts'
import { hasBalancedMarks, readMarks, readPages, withoutFurniture } from '../../../../server/pdf/read-pdf.testing.ts'
import { formText } from '../draft/text-to-sign.ts'
import { CLAIM_TYPES } from '../../rules/document-kinds.ts'
import { makeBlankDeathForm, makeBlankForm } from './blank-form.ts'
import { makeDecisionLetter } from './decision-letter.ts'
import type { ClaimFormFacts, DecisionFacts } from '../../rules/documents/claim-document-facts.ts'
import { makeClaimForm } from './claim-form.ts'
import { printableText } from './replace-unprintable.ts'
import { sampleDecision, sampleForm } from './testing/sample-claim-facts.ts'
import { longSheet, SHEET_A, SHEET_D } from './testing/sample-sheets.ts'

const words = loadWords()
const t =
  (lang: Lang) =>
  (key: string, values?: Record<string, unknown>): string =>
    words(lang, key, values)
let fonts: Fonts
beforeAll(() => {
  fonts = loadFonts()
})

const flat = (text: string): string => text.replace(/[\s\u00a0]+/g, '')
interface Read {
  text: string
  pages: string[]
  source: string
  bytes: Uint8Array
}
function read(bytes: Uint8Array): Read {
  const pages = readPages(bytes)
  return { bytes, pages, text: flat(pages.join('\n')), source: Buffer.from(bytes).toString('latin1') }
}
const form = async (facts: ClaimFormFacts) => read(await makeClaimForm(facts, t(facts.lang), fonts, { plain: true }))
const letter = async (facts: DecisionFacts): Promise<Read> =>
  read(await makeDecisionLetter(facts, t(facts.lang), fonts, { plain: true }))
const stated = (it: Read, ...values: string[]): void =>
  values.forEach((value) => expect(it.text).toContain(flat(value)))

describe.each(LANGS)('the form in %s', (lang) => {
  test('holds all that was stated, the whole text, and the signature as strokes', async () => {
    const facts = sampleForm(lang)
    const it = await form(facts)
    const { answers, form: text } = facts
    stated(
      it,
      facts.caseNumber,
      facts.policy.number,
      facts.insured.name,
      answers.place,
      answers.contactPhone,
      answers.email,
      answers.bankName,
      '904.10',
      '1,084.10',
      'INV-21150',
      'Sakura Pharmacy',
      '7F3A-91C2',
      facts.sampleNotice,
    )
    const whole = { ...it, text: flat(it.pages.map(withoutFurniture).join('')) }
    for (const { title, paragraphs } of text.sections) stated(whole, title, ...paragraphs)
    const signed = {
      cn: '2026年11月14日14:32:05（北京时间，UTC+8）',
      en: '14 November 2026, 14:32:05, Beijing time (UTC+8)',
    }
    stated(it, textVersionWords(text.version, lang), text.sha256, signed[lang])
    expect(it.source.match(/^[\d.]+ [\d.]+ l$/gm)?.length).toBeGreaterThanOrEqual(3 * 39)
    expect(it.text).not.toMatch(/claims:|claimdocuments:|documents:/)
    expect(hasBalancedMarks(it.source)).toBe(true)
    expect(readMarks(it.bytes)).toMatchObject({
      lang: lang === 'cn' ? 'zh-CN' : 'en',
      tagged: true,
      displayTitle: true,
    })
    expect([...readMarks(it.bytes).tags]).toEqual(
      expect.arrayContaining(['H1', 'H2', 'L', 'Table', 'TR', 'TH', 'TD', 'Figure']),
    )
  })

  test('prints of the account number only its end', async () => {
    const it = await form(sampleForm(lang))
    stated(it, '****4417')
    expect(it.text).not.toContain('0000123456')
    expect(it.text).not.toContain('56744417')
  })

  test('a typed name says that it was not drawn', async () => {
    const facts = sampleForm(lang)
    stated(
      await form({ ...facts, signature: { ...facts.signature, kind: 'typed', strokes: [] } }),
      words(lang, 'claimdocuments:form.typed'),
    )
  })

  test('in the other language it says which text was signed; of an earlier version it prints none', async () => {
    const facts = sampleForm(lang)
    const other = lang === 'cn' ? 'en' : 'cn'
    const language = words(lang, `claimdocuments:language.${other}`)
    stated(
      await form({ ...facts, signature: { ...facts.signature, lang: other } }),
      words(lang, 'claimdocuments:form.translated', { language }),
    )
    const earlier = await form({ ...facts, signature: { ...facts.signature, lang: other, textVersion: '0.9' } })
    stated(earlier, words(lang, 'claimdocuments:form.earlier', { language, version: '0.9' }))
    expect(earlier.text).not.toContain(flat(facts.form.sections[1]?.paragraphs[0] ?? '?'))
  })

  test('is drawn whatever is in it: rare names, emoji, other scripts, a very long account of what happened', async () => {
    const facts = sampleForm(lang)
    const description =
      `${'𱐀'.repeat(3)} 🚑❤️ 서울\n${(lang === 'cn' ? '骑车摔倒，左手撑地。' : 'I fell off my bicycle. ').repeat(170)}`.slice(
        0,
        4000,
      )
    const it = await form({
      ...facts,
      insured: { ...facts.insured, name: '林𱐀䶮' },
      answers: { ...facts.answers, description },
    })
    stated(
      it,
      lang === 'cn' ? '林〓（U+31400）䶮' : '林〓 (U+31400)䶮',
      'U+1F691',
      '서울',
      words(lang, 'claimdocuments:missing'),
    )
    it.pages.forEach((page, i) =>
      expect(flat(page)).toContain(flat(words(lang, 'policydocuments:page', { page: i + 1, pages: it.pages.length }))),
    )
    expect(hasBalancedMarks(it.source)).toBe(true)
  })

  test('every type of claim can be printed, with nothing told at all', async () => {
    const facts = sampleForm(lang)
    for (const type of CLAIM_TYPES) {
      const bare = {
        ...facts.answers,
        type,
        visits: [],
        declarations: [],
        place: '',
        description: '',
        accountOwn: null,
        bankFields: {},
      }
      stated(await form({ ...facts, documents: [], answers: bare }), words(lang, `claims:type.${type}.name`))
    }
  })

  test('blank: room to write, both texts, a box for each signature', async () => {
    const forms = (['insured', 'guardian'] as const).map((role) => ({ role, form: formText(lang, role) }))
    const it = read(
      await makeBlankForm({ lang, site: SITE[lang], sampleNotice: 'x', madeAt: 0, forms }, t(lang), fonts, {
        plain: true,
      }),
    )
    for (const {
      form: { sections },
    } of forms)
      for (const { paragraphs } of sections) stated(it, ...paragraphs)
    expect(it.pages).toHaveLength(4)
    expect(hasBalancedMarks(it.source)).toBe(true)
  })

  test('blank, after a death: the claimant’s own text and room for each heir, on a form of its own', async () => {
    const own = formText(lang, 'claimant')
    const it = read(
      await makeBlankDeathForm(
        { lang, site: SITE[lang], sampleNotice: 'x', madeAt: 0, forms: [{ role: 'claimant', form: own }] },
        t(lang),
        fonts,
        { plain: true },
      ),
    )
    for (const { paragraphs } of own.sections) stated(it, ...paragraphs)
    stated(it, t(lang)('claimdocuments:form.heir', { number: 3 }), t(lang)('claims:document.death_certificate.name'))
    expect(hasBalancedMarks(it.source)).toBe(true)
  })
})

describe.each(LANGS)('the decision letter in %s', (lang) => {
  test('prints every line of the sheet, each deduction with clause and reason', async () => {
    const it = await letter(sampleDecision(lang, SHEET_A))
    const cn = lang === 'cn'
    stated(
      it,
      cn ? '支付给您1,693.22元' : 'You will receive CNY\u00a01,693.22',
      '275.40',
      '−15.00',
      '−22.00',
      '−37.00',
      '238.40',
      '9.1500',
      '2,181.36',
      '−300.00',
      '−188.14',
    )
    stated(
      it,
      cn ? '条款6.7' : 'clause 6.7',
      cn ? '条款4.2' : 'clause 4.2',
      cn ? '无处方' : 'not prescribed',
      cn ? '2027年1月25日24时' : 'end of 25 January 2027',
      '12378',
      '4417',
    )
    expect(it.text).not.toContain('claimdocuments:')
    expect(hasBalancedMarks(it.source)).toBe(true)
    expect(readMarks(it.bytes).tagged).toBe(true)
  })

  test('after a death each heir stands with their part, and parts that are not the sum are not printed', async () => {
    const heir = (name: string, amount: number, guardian: string | null = null) => ({
      name,
      relation: 'parent' as const,
      guardian,
      share: '50%',
      amount,
      bank: '中国工商银行',
      accountTail: '0128',
      accountName: guardian ?? name,
    })
    const facts = sampleDecision(lang, SHEET_A, {
      type: 'death',
      payment: null,
      heirsBy: '2026-12-05',
      heirs: [heir('林建国', 84_661), heir('林小雨', 84_661, '王美兰')],
    })
    const it = await letter(facts)
    stated(
      it,
      '林建国',
      '王美兰',
      lang === 'cn' ? '846.61元' : 'CNY\u00a0846.61',
      words(lang, 'claims:heirRelation.parent'),
      lang === 'cn' ? '2026年12月5日24时' : 'end of 5 December 2026',
    )
    stated(it, lang === 'cn' ? '支付给以下各位' : 'to the people named below')
    await expect(letter({ ...facts, heirs: facts.heirs.slice(1) })).rejects.toThrow('do not add up')
  })

  test('a refusal says the result, the reason and its clause before anything else', async () => {
    const { text, pages } = await letter(sampleDecision(lang, SHEET_D))
    const first = flat(pages[0] ?? '')
    expect(first.indexOf(flat(words(lang, 'claimdocuments:decision.rejected')))).toBeLessThan(
      first.indexOf(flat(lang === 'cn' ? '哮喘在2023年' : 'Asthma was diagnosed')),
    )
    expect(text).toContain(flat(lang === 'cn' ? '条款5.2' : 'clause 5.2'))
    expect(text).not.toMatch(/\b4417\b/)
  })

  test('long sheets go on over the page, and each page of a table says what its columns are', async () => {
    const it = await letter(sampleDecision(lang, longSheet(3, 40)))
    const head = flat(words(lang, 'claimdocuments:decision.invoiced', { currency: lang === 'cn' ? '人民币' : 'CNY' }))
    const inTable = it.pages.filter((page) => /10\.00/.test(page))
    expect(inTable.length).toBeGreaterThan(3)
    for (const page of inTable) expect(flat(page)).toContain(head)
    expect(hasBalancedMarks(it.source)).toBe(true)
  })

  test('a reason too long for a row stands whole under its table', async () => {
    const sentence = lang === 'cn' ? '生活用品不属于医疗费用。' : 'Personal items are not medical care.'
    const times = Math.floor(1999 / (sentence.length + 1))
    const reason = Array.from({ length: times }, () => sentence).join(lang === 'cn' ? '' : ' ')
    const [invoice] = SHEET_A.invoices
    if (!invoice) throw new Error('no invoice')
    const lines = invoice.lines.map((line) => ({
      ...line,
      deductions: line.deductions.map((it) => ({ ...it, reason: { en: reason, cn: reason } })),
    }))
    const it = await letter(sampleDecision(lang, { ...SHEET_A, invoices: [{ ...invoice, lines }] }))
    // A sentence that is split over two pages is not found.
    expect(it.text.split(flat(sentence)).length - 1).toBeGreaterThan(2 * times - it.pages.length)
    stated(it, words(lang, 'claimdocuments:decision.seeNote', { note: 2 }))
  })
})

test('a sheet that does not add up is not printed', async () => {
  await expect(letter(sampleDecision('en', { ...SHEET_A, payable: SHEET_A.payable + 1 }))).rejects.toThrow(
    'does not add up',
  )
})

test('the same facts give the same bytes', async () => {
  const facts = sampleForm('cn')
  expect(await makeClaimForm(facts, t('cn'), fonts)).toEqual(await makeClaimForm(facts, t('cn'), fonts))
})

test('what no font draws is named, and only that', () => {
  expect(printableText('林𱐀𱐀语', fonts, 'cn')).toBe('林〓〓（U+31400 U+31400）语')
  expect(printableText('a\ufe0fb', fonts, 'en')).toBe('ab')
  expect(printableText('李\u{2CC56}', fonts, 'cn')).toBe('李𬱖')
})
