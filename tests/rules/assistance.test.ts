/**
 * A wrong emergency number costs the transport (clause 6.8): wherever a help line is named, its company is, and pages
 * of a country have all of theirs.
 */
import { readTree } from '../../src/app/content/check/content-files.ts'
import { COUNTRY_IDS, type CountryId } from '../../src/lib/hospitals/countries-with-hospital-list.ts'
import { LANGS, localPath, splitPath, type Lang } from '../../src/lib/locale.ts'
import { loadPlans } from '../../src/features/plans/content/load-plans.ts'
import { plansFor } from '../../src/features/plans/rules/destinations/plans-for-country.ts'
import { pageOf, readPages, type Page } from './dist.ts'
import { once, rule } from './rule.ts'
import type { Texts } from './source.ts'
import { readWords } from './words.ts'

const set = loadPlans()
const numbers = new Map(
  set.insurers.flatMap(({ assistance: { company, phones } }) =>
    [phones.anywhere, ...Object.values(phones.local)].map((number) => [number, company] as const),
  ),
)
/** How far a number may be from the name of its company: in a list, its plans and other numbers stand between them. */
const NEAR = 600
const companies = [...numbers.values()]
const pages = once(readPages)

/** Text without tags; spaces of every kind as one. */
const textOf = (html: string): string =>
  html
    .replace(/<(script|style|template)\b[\s\S]*?<\/\1>/g, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&nbsp;|\s/g, ' ')
    .replaceAll('&amp;', '&')
    .replace(/ {2,}/g, ' ')

/** The company named last in a text. */
const lastCompany = (text: string, lang: Lang): string | undefined =>
  companies
    .map((company) => company[lang])
    .toSorted((a, b) => text.lastIndexOf(b) - text.lastIndexOf(a))
    .find((name) => text.includes(name))

/** Numbers on a page, each with the text before it. */
function named({ html }: Page): { number: string; before: string }[] {
  const text = textOf(html)
  return [...numbers.keys()].flatMap((number) =>
    [...text.matchAll(new RegExp(number.replace('+', '\\+'), 'g'))].map(({ index }) => ({
      number,
      before: text.slice(Math.max(0, index - NEAR), index),
    })),
  )
}

const HENGTU = 'Hengtu Assistance (sample)'

rule('no page names a help line without its company', {
  built: true,
  of: pages,
  faults: (all) =>
    all.flatMap((page) => {
      const { lang } = splitPath(page.path)
      return named(page).flatMap(({ number, before }) => {
        const company = numbers.get(number)?.[lang]
        return lastCompany(before, lang) === company ? [] : [`${page.path}: ${number} without ${company}`]
      })
    }),
  looksAt: (all) => all.flatMap((page) => named(page).map(({ number }) => `${page.path}: ${number}`)),
  among: ['/home: +86 21 5550 0188', '/cn/home: +86 21 5550 0188', '/claims/hospital/uk: +86 21 5550 0188'],
  atLeast: 450,
  seeds: {
    'a number alone': [
      [pageOf('/home', '<p>Call <a>+86 21 5550 0188</a></p>')],
      `/home: +86 21 5550 0188 without ${HENGTU}`,
    ],
    'the company only behind it': [
      [pageOf('/home', `<p><a>+86 21 5550 0188</a> ${HENGTU}</p>`)],
      `/home: +86 21 5550 0188 without ${HENGTU}`,
    ],
    'another company nearer': [
      [pageOf('/home', `<p>${HENGTU}, ${companies.find(({ en }) => en !== HENGTU)?.en} <a>+86 21 5550 0188</a></p>`)],
      `/home: +86 21 5550 0188 without ${HENGTU}`,
    ],
  },
  sound: { 'a number behind its company': [pageOf('/home', `<p>${HENGTU}</p> <a>+86&nbsp;21 5550 0188</a>`)] },
})

const readAllTexts = (): Texts =>
  new Map([
    ...readTree('content').files,
    ...LANGS.flatMap((lang) => [...readWords(lang)].map(([key, text]) => [`${lang} ${key}`, text] as const)),
  ])

rule('no text quotes a help line: the plan decides which it is', {
  of: readAllTexts,
  faults: (texts) =>
    [...texts]
      .filter(([where]) => !where.startsWith('insurers/'))
      .flatMap(([where, text]) => {
        const spaced = text.replace(/\s/g, ' ')
        return [...numbers.keys()].filter((number) => spaced.includes(number)).map((number) => `${where}: ${number}`)
      }),
  looksAt: (texts) => texts.keys(),
  among: ['faq/en/emergency.md', 'faq/cn/emergency.md', 'plans/us-campus.yaml', 'en titles:home', 'cn titles:home'],
  atLeast: 4000,
  seeds: {
    'a number in a text': [new Map([['faq/en/a.md', 'Call +86 21 5550 0188']]), 'faq/en/a.md: +86 21 5550 0188'],
    'a number with unbreakable spaces': [new Map([['cn a:b', '电话+86\u00a021\u00a05550\u00a00188']]), 'cn a:b: +86'],
  },
  sound: { 'the file of the insurer': new Map([['insurers/a.yaml', 'anywhere: +86 21 5550 0188']]) },
})

const countryOf = (path: string): CountryId | undefined => {
  const plain = splitPath(path).path
  const id =
    /^\/claims\/hospital\/(\w+)$/.exec(plain)?.[1] ?? /^\/information\/content\/care-in-(\w+)$/.exec(plain)?.[1]
  return COUNTRY_IDS.find((it) => it === id)
}
/** What the page of a country says of the help lines of the plans that are sold for it. */
const factsFor = (country: CountryId, lang: Lang): string[] =>
  plansFor(set.plans, country).flatMap(({ id, insurer }) => {
    const { company, phones } = set.insurer(insurer).assistance
    return [company[lang], phones.anywhere, set.words(lang, id).name]
  })
const countryPage = (without: string): Page[] => [
  pageOf('/claims/hospital/uk', `<p>${factsFor('uk', 'en').join('. ').replaceAll(without, '')}</p>`),
]
const ukPlan = set.words('en', plansFor(set.plans, 'uk')[0]?.id ?? '').name

rule('the page of a country has every company whose plans are sold for it, with these plans', {
  built: true,
  of: pages,
  faults: (all) =>
    all.flatMap(({ path, html }) => {
      const country = countryOf(path)
      const text = textOf(html)
      const facts = new Set(country ? factsFor(country, splitPath(path).lang) : [])
      return [...facts].filter((fact) => !text.includes(fact)).map((fact) => `${path}: ${fact}`)
    }),
  looksAt: (all) => all.filter(({ path }) => countryOf(path)).map(({ path }) => path),
  among: ['/claims/hospital/uk', '/cn/claims/hospital/uk', '/information/content/care-in-uk'],
  atLeast: 60,
  seeds: {
    'a company that is missing': [countryPage(HENGTU), `/claims/hospital/uk: ${HENGTU}`],
    'a number that is missing': [countryPage('+86 21 5550 0188'), '/claims/hospital/uk: +86 21 5550 0188'],
    'a plan that is missing': [countryPage(ukPlan), `/claims/hospital/uk: ${ukPlan}`],
  },
  sound: { 'a page with all': countryPage('no such fact') },
})

/** Pages whose text sends the reader to the help line of the card. */
const GENERAL = [
  '/home',
  '/claims',
  '/claims/FAQ/content/emergency',
  '/claims/content/inpatient',
  '/claims/content/evacuation',
  '/claims/content/remains',
  '/information/content/first-72-hours',
].flatMap((path) => LANGS.map((lang) => localPath(lang, path)))
const general = (all: readonly Page[]): Page[] => all.filter(({ path }) => GENERAL.includes(path))
const everyCompany = (lang: Lang): string[] => [
  ...new Set(set.plans.map(({ insurer }) => set.insurer(insurer).assistance.company[lang])),
]
const homeWith = (names: readonly string[]): Page[] => [pageOf('/home', `<p>${names.join(', ')}</p>`)]

rule('where a text sends the reader to the help line of the card, all companies are listed', {
  built: true,
  of: pages,
  faults: (all) =>
    general(all).flatMap(({ path, html }) => {
      const text = textOf(html)
      return everyCompany(splitPath(path).lang)
        .filter((company) => !text.includes(company))
        .map((company) => `${path}: ${company}`)
    }),
  looksAt: (all) => general(all).map(({ path }) => path),
  among: ['/home', ...GENERAL],
  seeds: { 'a company that is missing': [homeWith(everyCompany('en').slice(1)), `/home: ${everyCompany('en')[0]}`] },
  sound: { 'a page with all': homeWith(everyCompany('en')) },
})
