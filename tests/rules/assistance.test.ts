/**
 * A wrong emergency number costs the transport (clause 6.8): wherever a help line is named, its company is, and pages
 * of a country have all of theirs.
 */
import { describe, expect, test } from 'vitest'
import { readTree } from '../../src/app/content/check/content-files.ts'
import { COUNTRY_IDS } from '../../src/lib/countries-with-hospital-list.ts'
import { LANGS, localPath, splitPath } from '../../src/lib/locale.ts'
import { loadPlans } from '../../src/features/plans/load-plans.ts'
import { plansFor } from '../../src/features/plans/plans-for-country.ts'
import { isBuilt, readPages } from './dist.ts'
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

/** Text without tags; spaces of every kind as one. */
const textOf = (html: string): string =>
  html
    .replace(/<(script|style|template)\b[\s\S]*?<\/\1>/g, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&nbsp;|\s/g, ' ')
    .replaceAll('&amp;', '&')
    .replace(/ {2,}/g, ' ')

/** The company named last in a text. */
const lastCompany = (text: string, lang: 'en' | 'cn'): string | undefined =>
  companies
    .map((company) => company[lang])
    .toSorted((a, b) => text.lastIndexOf(b) - text.lastIndexOf(a))
    .find((name) => text.includes(name))

function orphans(html: string, lang: 'en' | 'cn'): string[] {
  const text = textOf(html)
  return [...numbers].flatMap(([number, company]) =>
    [...text.matchAll(new RegExp(number.replace('+', '\\+'), 'g'))]
      .filter(({ index }) => lastCompany(text.slice(Math.max(0, index - NEAR), index), lang) !== company[lang])
      .map(() => `${number} without ${company[lang]}`),
  )
}

test('a number without its company is found', () => {
  expect(orphans('<p>Call <a>+86 21 5550 0188</a></p>', 'en')).toEqual([
    '+86 21 5550 0188 without Hengtu Assistance (sample)',
  ])
  expect(orphans('<p>Hengtu Assistance (sample)</p> <a>+86&nbsp;21 5550 0188</a>', 'en')).toEqual([])
})

test('no text quotes a help line: the plan decides which it is', () => {
  const quoted = (text: string): string[] =>
    [...numbers.keys()].filter((number) => text.replace(/\s/g, ' ').includes(number))
  const content = [...readTree('content').files]
    .filter(([file]) => !/insurers\//.test(file))
    .flatMap(([file, text]) => quoted(text).map((number) => `${file}: ${number}`))
  const words = LANGS.flatMap((lang) =>
    [...readWords(lang)].flatMap(([where, text]) => quoted(text).map((number) => `${where}: ${number}`)),
  )
  expect([...content, ...words]).toEqual([])
})

describe.runIf(isBuilt)('the built site', () => {
  const pages = isBuilt ? readPages() : []

  test('no page names a help line without its company', () => {
    expect(
      pages.flatMap(({ path, html }) => orphans(html, splitPath(path).lang).map((why) => `${path}: ${why}`)),
    ).toEqual([])
  })

  test('the page of a country has every company whose plans are sold for it, with these plans', () => {
    const missing = pages.flatMap(({ path, html }) => {
      const { lang, path: plain } = splitPath(path)
      const named =
        /^\/claims\/hospital\/(\w+)$/.exec(plain)?.[1] ?? /^\/information\/content\/care-in-(\w+)$/.exec(plain)?.[1]
      const country = COUNTRY_IDS.find((id) => id === named)
      if (!country) return []
      const text = textOf(html)
      return plansFor(set.plans, country).flatMap(({ id, insurer }) => {
        const { company, phones } = set.insurer(insurer).assistance
        return [company[lang], phones.anywhere, set.words(lang, id).name]
          .filter((fact) => !text.includes(fact))
          .map((fact) => `${path}: ${fact}`)
      })
    })
    expect(missing).toEqual([])
    expect(pages.filter(({ path }) => path.includes('/claims/hospital/')).length).toBeGreaterThan(40)
  })

  test('where a text sends the reader to the help line of the card, all companies are listed', () => {
    const general = [
      '/home',
      '/claims',
      '/claims/FAQ/content/emergency',
      '/claims/content/inpatient',
      '/claims/content/evacuation',
      '/claims/content/remains',
      '/information/content/first-72-hours',
    ]
    const missing = LANGS.flatMap((lang) =>
      general.flatMap((path) => {
        const text = textOf(pages.find((page) => page.path === localPath(lang, path))?.html ?? '')
        return set.plans
          .flatMap(({ insurer }) => [set.insurer(insurer).assistance.company[lang]])
          .filter((company) => !text.includes(company))
          .map((company) => `${path}: ${company}`)
      }),
    )
    expect(missing).toEqual([])
  })
})
