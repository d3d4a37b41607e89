import { expect, it, test } from 'vitest'
import { OFTEN_COUNTRIES } from '../money/bank-fields-by-country.ts'
import { countries, countryName } from './countries-of-hospitals-and-banks.ts'
import { COUNTRY_IDS } from './countries-with-hospital-list.ts'
import { LANGS } from '../locale.ts'
import { nationalities } from '../people/nationalities.ts'

const codeOf = (id: string): string => (id === 'uk' ? 'GB' : id.toUpperCase())

test.each(LANGS)('%s: has every country with a list of hospitals, each once, by name', (lang) => {
  const all = countries(lang)
  const codes = all.map(({ code }) => code)
  expect(codes).toEqual(expect.arrayContaining([...COUNTRY_IDS.map(codeOf), ...OFTEN_COUNTRIES, 'MO', 'TW']))
  expect(new Set(codes).size).toBe(codes.length)
  expect(codes[0]).toBe('CN')
  const names = all.slice(1).map(({ name }) => name)
  expect(names).toEqual([...names].sort(new Intl.Collator(lang === 'cn' ? 'zh-CN' : 'en').compare))
  for (const { code, name } of all) expect(countryName(code, lang)).toBe(name)
})

it('names the regions of China as the product does', () => {
  expect(['HK', 'MO', 'TW'].map((code) => [countryName(code, 'en'), countryName(code, 'cn')])).toEqual([
    ['Hong Kong (China)', '中国香港'],
    ['Macao (China)', '中国澳门'],
    ['Taiwan (China)', '中国台湾'],
  ])
})

it('a region is no nationality', () => expect(nationalities('en').map(({ code }) => code)).not.toContain('HK'))
