import { expect, it, test } from 'vitest'
import { OFTEN_COUNTRIES } from '../money/bank-fields-by-country.ts'
import { countries, countryName, isCountry } from './countries-of-hospitals-and-banks.ts'
import { COUNTRY_IDS } from './countries-with-hospital-list.ts'
import { LANGS } from '../locale.ts'
import { isNationality, nationalities, nationalityName } from '../people/nationalities.ts'

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

it('Kosovo and those without a state can be chosen as nationalities, and are no places', () => {
  const codes = ['XK', 'XXA', 'XXB', 'XXC']
  expect(codes.filter(isNationality)).toEqual(codes)
  expect(codes.filter(isCountry)).toEqual([])
  const named = (lang: 'en' | 'cn') => codes.map((code) => nationalityName(code, lang))
  expect(named('en')).toEqual(['Kosovo', 'Stateless person', 'Refugee (1951 Convention)', 'Refugee (other)'])
  expect(named('cn')).toEqual(['持科索沃旅行证件', '无国籍人', '难民（1951年公约）', '难民（其他）'])
  for (const lang of LANGS) {
    const offered = nationalities(lang)
    expect(offered.slice(-4).map(({ code }) => code)).toEqual(codes)
    for (const { code, name } of offered) expect(nationalityName(code, lang)).toBe(name)
    expect(countries(lang).filter(({ code }) => codes.includes(code))).toEqual([])
  }
})
