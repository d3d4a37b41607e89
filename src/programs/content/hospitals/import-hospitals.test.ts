import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readCountry } from '../../../lib/hospitals/hospital-files.ts'
import { runContent } from '../run-content-command.ts'

const FIXTURES = 'tests/fixtures/hospitals'
const NOW = Date.UTC(2027, 0, 1, 12)
const WRITE = ['--as-of', '2027-01-01', '--write'] as const
let content = ''
let said: string[] = []

beforeEach(() => {
  content = mkdtempSync(join(tmpdir(), 'content-'))
  cpSync(join(FIXTURES, 'content'), content, { recursive: true })
  said = []
})
afterEach(() => rmSync(content, { recursive: true, force: true }))

const print = (line: string): void => void said.push(line)
const run = async (...argv: string[]) => runContent(argv, { content, now: NOW, print, fail: print })
const importing = async (file: string, ...more: string[]) => run('import', 'hospitals', join(FIXTURES, file), ...more)
const text = (id: string): string => readFileSync(join(content, 'hospitals', `${id}.yaml`), 'utf8')
const country = (id: string) => readCountry(id, text(id)).country
const everything = (): string[] => readdirSync(content, { recursive: true }).map(String).sort()
const files = (): string[] => [text('us'), text('hk')]

test('a good table takes the place of the lists of its countries', async () => {
  expect(await importing('good.csv', ...WRITE)).toBe(0)
  expect(said).toEqual([
    'us  1 → 2',
    '  ~ the list: a sample, and pages say so → no sample',
    '  + The First Sample Hospital 示例一医院, Boston (first-sample-hospital)',
    '  + St. Mary’s Sample Clinic 示例二诊所, Los Angeles (st-marys-sample-clinic)',
    '  - Old One 旧医院, New York (old-one)',
    'hk  1 → 1',
    '  ~ the list: a sample, and pages say so → no sample',
    '  + Sample Hospital Hong Kong 示例三医院, Hong Kong (sample-hospital-hong-kong)',
    '  - Old Two 旧医院, Hong Kong (old-two)',
    '3 hospitals as of 2027-01-01. Build the site to show them.',
  ])
  expect(country('us')).toMatchObject({
    sample: false,
    asOf: '2027-01-01',
    order: 1,
    centres: { ma: { Boston: [42.36, -71.06] }, ny: { 'New York': [40.71, -74.01] } },
    states: { ma: { en: 'Massachusetts' }, ca: { cn: '加利福尼亚州' } },
    hospitals: [
      {
        slug: 'first-sample-hospital',
        state: 'ma',
        departments: ['emergency', 'general'],
        address: '1 Sample Street, Boston',
        phone: '+1 617 555 0100',
        coordinates: { latitude: 42.36, longitude: -71.07 },
        directBilling: true,
      },
      { slug: 'st-marys-sample-clinic', state: 'ca', directBilling: false },
    ],
  })
  expect(country('us')?.states).not.toHaveProperty('ny')
  expect(country('hk')?.hospitals[0]).toMatchObject({ local: { text: '示例三醫院', lang: 'zh-HK' } })
  expect(text('us')).toContain('# Kept: an editor wrote it.')
  expect(everything()).toEqual(['hospitals', 'hospitals/hk.yaml', 'hospitals/us.yaml'])
})

test('a table that would remove most hospitals of a country is not written unless that is meant', async () => {
  const row = text('hk').slice(text('hk').indexOf('  - slug: old-two'))
  const rows = ['a', 'b', 'c', 'd'].map((it) =>
    row.replaceAll('old-two', it).replace('Old Two', `Old ${it}`).replace('旧医院', `旧医院${it}`),
  )
  writeFileSync(join(content, 'hospitals', 'hk.yaml'), text('hk').trimEnd() + `\n${rows.join('')}`)
  const before = files()
  expect(await importing('good.csv', ...WRITE)).toBe(2)
  expect(said.join('\n')).toContain('5 of the 5 hospitals of hk would be removed')
  expect(said.join('\n')).toContain('add --remove-most')
  expect(files()).toEqual(before)
  expect(await importing('good.csv', '--remove-most', ...WRITE)).toBe(0)
  expect(country('hk')?.hospitals).toHaveLength(1)
})

test('the same table twice changes nothing the second time', async () => {
  await importing('good.csv', ...WRITE)
  const first = files()
  await importing('good.csv', ...WRITE)
  expect(files()).toEqual(first)
})

test('empty columns that a spreadsheet has left behind are none; a cell below them is told', async () => {
  await importing('good.csv', ...WRITE)
  const first = files()
  const table = readFileSync(join(FIXTURES, 'good.csv'), 'utf8').trimEnd()
  const wide = join(content, 'wide.csv')
  writeFileSync(
    wide,
    table
      .split('\n')
      .map((line) => `${line},,`)
      .join('\n'),
  )
  expect(await run('import', 'hospitals', wide, ...WRITE)).toBe(0)
  rmSync(wide)
  expect(files()).toEqual(first)
  const odd = join(content, 'odd.csv')
  writeFileSync(odd, `${table},x`)
  expect(await run('import', 'hospitals', odd, ...WRITE)).toBe(1)
  expect(said.at(-1)).toContain('(row): has more cells')
})

test('a name that every object has is no column', async () => {
  const file = join(content, 'odd.csv')
  writeFileSync(
    file,
    'constructor,country,state,city_en,city_cn,name_en,name_cn,departments\nx,us,ma,Boston,波士顿,A,甲,general',
  )
  expect(await run('import', 'hospitals', file, ...WRITE)).toBe(1)
  expect(said.at(-1)).toContain('constructor: is not a column')
})

test('a bad table is told line by line, and changes nothing', async () => {
  const before = files()
  expect(await importing('bad.csv', ...WRITE)).toBe(1)
  const [told = ''] = said
  const lines = told.split('\n').map((line) => line.replace(/^\S*bad\.csv:/, ''))
  expect(lines).toEqual([
    expect.stringMatching(/^3: country: “xx” has no file\. Known: us, hk\. Example: us$/),
    expect.stringMatching(
      /^4: state_en: is needed: “tx” is not among the states of us\.yaml\. Example: Massachusetts$/,
    ),
    expect.stringMatching(/^5: departments: must be one of: emergency, .* Example: emergency; general$/),
    expect.stringMatching(/^6: phone: must be an international number: \+ and digits\. Example: \+1 617 555 0100$/),
    expect.stringMatching(/^7: city_cn: is “波斯顿” here and “波士顿” on line 2\. Example: 波士顿$/),
    expect.stringMatching(/^8: slug: is already used on line 2\./),
    expect.stringMatching(/^8: name_en: is already used on line 2\./),
    expect.stringMatching(/^9: slug: is empty\./),
    expect.stringMatching(/^9: name_en: is empty\. Example: Massachusetts General Hospital$/),
    expect.stringMatching(/^10: direct_billing: must be yes, no or empty\. Example: yes$/),
    expect.stringMatching(/^11: \(row\): has more cells than there are columns/),
    'Nothing was changed: 11 to correct.',
  ])
  expect(files()).toEqual(before)
})

test.each([
  ['nothing', '', /1: country: is missing/],
  [
    'a column of another table',
    'country,state,city_en,city_cn,name_en,name_cn,departments,colour\n',
    /1: colour: is not a column/,
  ],
  [
    'names of columns alone',
    'country,state,city_en,city_cn,name_en,name_cn,departments\n',
    /1: country: has no rows below it/,
  ],
  [
    'a quotation mark left open',
    'country,state,city_en,city_cn,name_en,name_cn,departments\nus,"ma\n',
    /2: \(file\): has a quotation mark that is never closed/,
  ],
])('a table of %s is refused', async (_, csv, expected) => {
  const before = files()
  const file = join(content, 'table.csv')
  writeFileSync(file, csv)
  expect(await run('import', 'hospitals', file, ...WRITE)).toBe(1)
  expect(said.join('\n')).toMatch(expected)
  expect(files()).toEqual(before)
})

test('nothing is written without --write; --sample and --as-of are kept', async () => {
  const before = files()
  expect(await importing('good.csv')).toBe(0)
  expect(said.at(-1)).toBe('Nothing is wrong: 3 hospitals. Nothing was changed: to write it, add --write.')
  expect(files()).toEqual(before)
  expect(await importing('good.csv', '--sample', '--as-of', '2026-12-01', '--write')).toBe(0)
  expect(country('hk')).toMatchObject({ sample: true, asOf: '2026-12-01' })
})

test('a list without a day is of today', async () => {
  expect(await importing('good.csv', '--write')).toBe(0)
  expect(country('us')).toMatchObject({ asOf: '2027-01-01' })
})

test('an option that npm kept for want of two dashes is asked for again, and nothing is written', async () => {
  const before = files()
  const argv = ['import', 'hospitals', join(FIXTURES, 'good.csv')]
  expect(
    await runContent(argv, { content, now: NOW, print, fail: print, keptByNpm: new Set(['sample', 'cache']) }),
  ).toBe(2)
  expect(said[0]).toContain('npm did not pass on --sample')
  expect(said[0]).toContain('npm run content -- import hospitals')
  expect(files()).toEqual(before)
})

test('lists that a crash left aside come back first', async () => {
  renameSync(join(content, 'hospitals'), join(content, '.hospitals-old'))
  expect(await importing('bad.csv', ...WRITE)).toBe(1)
  expect(everything()).toEqual(['hospitals', 'hospitals/hk.yaml', 'hospitals/us.yaml'])
})

test('a command line that says nothing useful gets help', async () => {
  expect(await run('help')).toBe(0)
  expect(await run('import', 'clinics')).toBe(2)
  expect(await run('import', 'hospitals')).toBe(2)
  expect(await run('import', 'hospitals', 'none.csv')).toBe(2)
  expect(await importing('good.csv', '--as-of', '2026-02-30')).toBe(2)
  expect(said.join('\n')).toContain('npm run content -- import hospitals FILE')
  said = []
  expect(await importing('good.csv', '--force')).toBe(2)
  expect(said[0]).toMatch(/^Unknown option '--force'\.\n  npm run/)
})

test('a mistake in a row does not hide another', async () => {
  const file = join(content, 'two.csv')
  writeFileSync(
    file,
    'country,state,city_en,city_cn,name_en,name_cn,departments\nus,ma,Boston,波士顿,A,甲,general\nus,ma,Boston,波斯顿,B,乙,children\n',
  )
  expect(await run('import', 'hospitals', file)).toBe(1)
  expect(said[0]).toContain(':3: city_cn: is “波斯顿” here and “波士顿” on line 2.')
  expect(said[0]).toContain(':3: departments: ')
})

test('what only a comparison of rows shows is asked, and a Chinese name is no English one', async () => {
  const list = join(content, 'list.csv')
  const head = 'country,state,city_en,city_cn,name_en,name_cn,departments,address,latitude,longitude'
  const boston = (en: string, cn: string, more: string): string => `us,ma,Boston,波士顿,${en},${cn},急诊,${more}`
  writeFileSync(
    list,
    [
      head,
      boston('Sample One', '示例一医院', '1 Sample St,42.36,-71.07'),
      boston('Sample Hospital One', '示例一医院', '1 Sample St,42.36,-71.07'),
      boston('Sample Two', '示例二医院', '2 Sample St,40.71,-74.0'),
      boston('Sample Three', '示例三医院', '3 Sample St,42.30,-71.10'),
    ].join('\n'),
  )
  expect(await run('import', 'hospitals', list)).toBe(0)
  expect(said.filter((line) => line.startsWith('Line '))).toEqual([
    'Line 3: has the same Chinese name and address and place on the map as line 2. Is one hospital there twice?',
    'Line 4: is 305 km from line 2, which is in Boston too. Is its place right?',
  ])
  said = []
  writeFileSync(list, [head, boston('示例四医院', '示例四医院', ',,')].join('\n'))
  expect(await run('import', 'hospitals', list)).toBe(1)
  expect(said[0]).toContain('list.csv:2: name_en: is in Chinese: write the English name.')
})
