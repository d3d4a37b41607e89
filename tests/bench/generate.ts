/** Generated entries for measuring: markdown as an editor writes it, in both languages and four collections. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { GUIDE_HEADINGS } from '../../src/app/content/guide-headings.ts'
import { LANGS, type Lang } from '../../src/lib/locale.ts'

const COLLECTIONS = ['notices', 'faq', 'guides', 'articles'] as const
type Collection = (typeof COLLECTIONS)[number]
/** Their distribution, in thousandths: a site grows by notices and questions. A guide or an article has its own picture. */
const SHARES: Record<Collection, number> = { notices: 590, faq: 400, guides: 5, articles: 5 }

const TEXT: Record<Lang, string> = {
  en: 'Clinics in the list bill us directly. Elsewhere you pay first and claim later, and we answer within five days. Keep the invoice, the record and the prescription together, and photograph each page in daylight.',
  cn: '名单内的诊所由我们直接结算；其他地方请先付款再申请理赔，我们五日内答复。请把发票、病历和处方放在一起，在光线充足处逐页拍照。',
}
const WORDS: Record<Lang, readonly string[]> = {
  en: [
    'invoice',
    'deductible',
    'waiting period',
    'dentist',
    'ambulance',
    'prescription',
    'visa letter',
    'payment guarantee',
    'pharmacy',
    'referral',
    'discharge summary',
  ],
  cn: ['发票', '免赔额', '等待期', '牙医', '救护车', '处方', '签证保险证明', '担保', '药房', '转诊单', '出院小结'],
}
const GROUPS = ['choosing', 'buying', 'paying', 'policy', 'care', 'claims'] as const
const TOPICS = ['before', 'care', 'costs'] as const
const SECTIONS = 6

/** Each entry has different words: ten thousand equal texts would make no realistic index. */
const word = (lang: Lang, index: number, part = 0): string =>
  WORDS[lang][(index * 7 + part * 3) % WORDS[lang].length] ?? ''
const titleOf = (lang: Lang, index: number): string =>
  lang === 'en' ? `Case ${index}: ${word('en', index)}` : `第${index}例：${word('cn', index)}`

function facts(collection: Collection, index: number): Record<string, string> {
  const date = `2026-0${1 + (index % 9)}-${String(1 + (index % 28)).padStart(2, '0')}`
  if (collection === 'notices') return { date }
  if (collection === 'faq') return { group: GROUPS[index % GROUPS.length] ?? '', order: String(1000 + index), date }
  const common = {
    date,
    order: String(1000 + index),
    related: index === 0 ? '[]' : `[bench-${collection}-${index - 1}]`,
  }
  return collection === 'articles' ? { ...common, topic: TOPICS[index % TOPICS.length] ?? '' } : common
}

function bodyOf(collection: Collection, lang: Lang, index: number): string {
  const paragraph = (part: number): string =>
    [TEXT[lang], `${word(lang, index, part)}${lang === 'en' ? '. ' : '。'}`, TEXT[lang]].join(lang === 'en' ? ' ' : '')
  const list = (part: number): string => [1, 2, 3].map((at) => `- ${word(lang, index, part + at)}`).join('\n')
  // Guides have their own headings; others would be refused.
  const heading = (part: number): string =>
    collection === 'guides'
      ? (GUIDE_HEADINGS[lang][part] ?? '')
      : lang === 'en'
        ? `Part ${part + 1}: ${word(lang, index, part)}`
        : `第${part + 1}节：${word(lang, index, part)}`
  return Array.from(
    { length: SECTIONS },
    (_, part) => `## ${heading(part)}\n\n${paragraph(part)}\n\n${list(part)}\n`,
  ).join('\n')
}

/** The text of one entry's file. */
function entry(collection: Collection, lang: Lang, index: number): string {
  const short = collection === 'faq' ? 'answer' : 'summary'
  const head = { title: `"${titleOf(lang, index)}"`, [short]: `"${TEXT[lang]}"`, ...facts(collection, index) }
  return `---\n${Object.entries(head)
    .map(([key, value]) => `${key}: ${value}`)
    .join('\n')}\n---\n\n${bodyOf(collection, lang, index)}`
}

/**
 * Writes `count` entries (a page each; half of them in either language) to `<folder>/<collection>/<lang>/`. Returns how
 * many.
 */
export function writeEntries(count: number, pathOf: (collection: string, lang: Lang, slug: string) => string): number {
  let written = 0
  for (const collection of COLLECTIONS) {
    for (const lang of LANGS) {
      mkdirSync(join(pathOf(collection, lang, 'x'), '..'), { recursive: true })
      for (let index = 0; index < Math.round((count * SHARES[collection]) / 2000); index++, written++) {
        writeFileSync(pathOf(collection, lang, `bench-${collection}-${index}`), entry(collection, lang, index))
      }
    }
  }
  return written
}
