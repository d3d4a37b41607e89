/** Lists as hospitals and insurers send them are read, and what they change is shown before it is written. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readCountry } from '../../lib/hospitals/hospital-files.ts'
import { workbook } from '../../server/workbook.testing.ts'
import { departmentsIn, degreesIn, foreignPhone, phoneIn, yesOrNo } from './hospitals/hospital-cells.ts'
import { runContent } from './run-content-command.ts'

let folder = ''
let content = ''
let said: string[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lists-'))
  content = join(folder, 'content')
  for (const id of ['us', 'jp', 'hk']) cpSync(`content/hospitals/${id}.yaml`, join(content, 'hospitals', `${id}.yaml`))
  said = []
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const run = async (...argv: string[]) => {
  const print = (line: string): void => void said.push(line.replaceAll(`${folder}/`, ''))
  return runContent(argv, { content, now: Date.UTC(2027, 0, 1), print, fail: print })
}
async function importing(table: string | Uint8Array, ...more: string[]) {
  const file = join(folder, 'list')
  writeFileSync(file, table)
  said = []
  // Most lists here are shorter than those that stand.
  return run('import', 'hospitals', file, '--remove-most', ...more)
}
const lists = (): Map<string, string> =>
  new Map(
    readdirSync(join(content, 'hospitals')).map((name) => [
      name,
      readFileSync(join(content, 'hospitals', name), 'utf8'),
    ]),
  )
const country = (id: string) => readCountry(id, lists().get(`${id}.yaml`) ?? '').country

const ROWS = [
  ['日本医院名单（2026年11月）'],
  [],
  [
    '国家',
    '州',
    'city_en',
    'city_cn',
    'name_en',
    'name_cn',
    'departments',
    'phone',
    'latitude',
    'longitude',
    'direct_billing',
    '邮编',
    '备注',
  ],
  [
    'jp',
    'tokyo',
    'Tokyo',
    '东京',
    'Example Clinic',
    '示例诊所',
    '急诊；全科',
    '03-5555-0100',
    '35.68',
    '139.76',
    '是',
    '100-0001',
    '',
  ],
  ['', '', '', '', 'Second Clinic', '第二诊所', '内科', '(+81) 3 5555-0101', '', '', '否', '', '见附件'],
]
const csv = (rows: readonly (readonly string[])[], separator = ','): string =>
  rows.map((cells) => cells.join(separator)).join('\n')

describe('a list with a title, Chinese headings, merged cells and words is read', () => {
  test.each<[string, string | Uint8Array]>([
    ['commas', csv(ROWS)],
    ['tabs in UTF-16', Uint8Array.from(Buffer.from(`\uFEFF${csv(ROWS, '\t')}`, 'utf16le'))],
    ['a workbook', workbook(ROWS)],
  ])('%s', async (_, table) => {
    expect(await importing(table, '--write')).toBe(0)
    expect(said).toEqual(
      expect.arrayContaining([
        'Not taken over: 邮编, 备注.',
        'Line 4: phone is read as +81 3 5555 0100.',
        'Line 5: country, state, city_en, city_cn as in the row above.',
        'jp  18 → 2',
        '  + Second Clinic 第二诊所, Tokyo (second-clinic)',
      ]),
    )
    expect(country('jp')?.hospitals).toMatchObject([
      {
        slug: 'example-clinic',
        state: 'tokyo',
        departments: ['emergency', 'general'],
        phone: '+81 3 5555 0100',
        coordinates: { latitude: 35.68, longitude: 139.76 },
        directBilling: true,
      },
      { slug: 'second-clinic', departments: ['general'], phone: '+81 3 5555 0101', directBilling: false },
    ])
  })

  test('a heading over two columns, names of country and state', async () => {
    const rows = [
      ['国家', '都道府县', '城市', '', '名称', '', '科室'],
      ['', '', '英文', '中文', '英文', '中文', ''],
      ['日本', '东京', 'Tokyo', '东京', 'A', '甲', 'ER、儿科'],
    ]
    expect(await importing(csv(rows, ';'), '--write')).toBe(0)
    expect(country('jp')?.hospitals).toMatchObject([
      { state: 'tokyo', name: { en: 'A', cn: '甲' }, departments: ['emergency', 'paediatrics'] },
    ])
  })
})

test('a list of one country changes no other', async () => {
  const before = lists()
  expect(await importing(csv(ROWS), '--write')).toBe(0)
  expect([...lists()].filter(([name, text]) => before.get(name) !== text).map(([name]) => name)).toEqual(['jp.yaml'])
  expect(said.find((line) => line.startsWith('Not in the table'))).toMatch(/left as they are: us, hk\./)
})

test('everything that is wrong is told at once, and nothing is changed', async () => {
  const before = lists()
  const table = csv([
    [
      'country',
      'state',
      'city_en',
      'city_cn',
      'name_en',
      'name_cn',
      'departments',
      'phone',
      'latitude',
      'longitude',
      'colour',
    ],
    ['jp', 'tokyo', 'Tokyo', '东京', '<b>A</b>', '示例\u200b诊所', 'general', '', '-35.68', '139.76', ''],
    ['jp', 'tokyo', 'Tokyo', '东京', '=HYPERLINK(1)', '乙', 'general', '', '139.76', '35.68', ''],
    ['jp', 'tokyo', 'Tokyo', '东京', 'C &amp; D', '#REF!', 'general', 'ask', '', '', ''],
  ])
  expect(await importing(table, '--write')).toBe(1)
  expect(said.join('\n').split('\n')).toEqual([
    expect.stringMatching(/^list:1: colour: is not a column of this table: remove it, or name it as one of them\./),
    'list:2: latitude: -35.68, 139.76 is outside of Japan: look at the signs, and which is which. Example: 35.68, 139.76',
    'list:2: name_en: has marks of HTML: write plain words. Example: Massachusetts General Hospital',
    'list:3: latitude: 139.76, 35.68 is outside of Japan: look at the signs, and which is which. Example: 35.68, 139.76',
    'list:3: name_en: is a formula of a spreadsheet: write what it shows. Example: Massachusetts General Hospital',
    'list:3: latitude: is not on the globe. Example: 42.3626',
    'list:4: name_en: has marks of HTML: write plain words. Example: Massachusetts General Hospital',
    'list:4: name_cn: is an error of a spreadsheet. Example: 麻省总医院',
    'list:4: phone: must be an international number: + and digits. Example: +1 617 555 0100',
    'Nothing was changed: 9 to correct.',
  ])
  expect(lists()).toEqual(before)
})

test('a number of another country is asked about', async () => {
  expect(await importing(csv(ROWS).replace('03-5555-0100', '+1 617 555 0100'))).toBe(0)
  expect(said).toContain('Line 4: +1 617 555 0100 is a number of another country than Japan. Is that meant?')
})

test('what is most likely wrong is asked about beside a row that is refused', async () => {
  const refused = (ROWS[3] ?? []).map((cell) => (cell === '03-5555-0100' ? 'no telephone' : cell))
  expect(await importing(csv([...ROWS, refused]).replace('03-5555-0100', '+1 617 555 0100'))).toBe(1)
  expect(said).toContain('Line 4: +1 617 555 0100 is a number of another country than Japan. Is that meant?')
})

test('cells that are of the right form and most likely wrong are asked about', async () => {
  const [, , head = []] = ROWS
  const row = (more: Record<string, string>): string[] =>
    [...head, 'hours', 'address', 'slug'].map((column) => {
      const index = head.indexOf(column)
      return more[column] ?? (index < 0 ? '' : (ROWS[3]?.[index] ?? ''))
    })
  const notes = async (more: Record<string, string>): Promise<string[]> => {
    await importing(csv([[...head, 'hours', 'address', 'slug'], row(more)], ';'))
    return said.filter((line) => line.endsWith('?') || /clock|short name/.test(line))
  }
  expect(await notes({ phone: '03-5555-010' })).toEqual(['Line 2: +81 3 5555 010 has 10 digits. Is one missing?'])
  expect(await notes({ hours: 'Mo–Fr 09:00–25:00' })).toEqual([
    'Line 2: the hours have 25:00, which is a time that no clock shows.',
  ])
  for (const hours of ['9：75–17：00', '9.75-17.00', '0900-2500', '9点至25点', 'Mo–Fr 9–25', '13pm–5pm', '8h00–25h00'])
    expect([hours, (await notes({ hours })).length]).toEqual([hours, 1])
  for (const hours of ['24小时', 'Mo–Fr 8h30–18h', '0830-1730', '9–17 (1 Jan: closed)', '10am–6pm', '0:00–24:00'])
    expect([hours, await notes({ hours })]).toEqual([hours, []])
  expect(await notes({ hours: 'Mo–Fr 17:00–09:00' })).toHaveLength(1)
  expect(await notes({ hours: 'Mo–Fr 9:00–17:00' })).toEqual([])
  expect(await notes({ address: '1 Road, Hong Kong' })).toEqual([
    'Line 2: the address is in Hong Kong, and the row in Japan. Which is right?',
  ])
  expect(await notes({ name_cn: '示例醫院' })).toHaveLength(1)
  expect(await notes({ name_en: 'Keio University Hospital', name_cn: '庆应义塾大学医院', slug: 'keio' })).toEqual([
    'keio seems to be keio-university-hospital of the old list. Claims store the short name: write keio-university-hospital in slug.',
  ])
})

describe('what was exported', () => {
  const exported = async (...ids: string[]): Promise<string> => {
    const file = join(folder, `out-${ids.join('-')}.csv`)
    expect(await run('export', 'hospitals', file, ...ids)).toBe(0)
    return readFileSync(file, 'utf8')
  }

  test('comes back as it is', async () => {
    const before = lists()
    const list = await exported()
    expect(await importing(list, '--sample', '--as-of', '2026-11-20', '--write')).toBe(0)
    expect(said.filter((line) => !line.endsWith(', the same'))).toEqual([
      expect.stringMatching(/^\d+ hospitals as of 2026-11-20\. Build/),
    ])
    expect([...lists()].map(([id, text]) => [id, readCountry(id.replace('.yaml', ''), text).country])).toEqual(
      [...before].map(([id, text]) => [id, readCountry(id.replace('.yaml', ''), text).country]),
    )
  })

  test('shows each change, and a hospital under a new name keeps the short name that claims store', async () => {
    const list = (await exported('jp'))
      .replace('Keio University Hospital', 'Keio Hospital')
      .replace(/^.*st-lukes.*\r\n/m, '')
      .replace(/(.*keio-university-hospital,)/, (row) => row.replace('keio-university-hospital', ''))
    expect(await importing(list, '--sample')).toBe(0)
    expect(said.slice(0, 3)).toEqual([
      'jp  18 → 17',
      '  ~ keio-university-hospital: name: Keio University Hospital · 庆应义塾大学医院 → Keio Hospital · 庆应义塾大学医院',
      '  - St. Luke’s International Hospital 圣路加国际医院, Tokyo (st-lukes-international-hospital)',
    ])
  })

  test('overwrites nothing, and knows its countries', async () => {
    await exported('jp')
    expect(await run('export', 'hospitals', join(folder, 'out-jp.csv'), 'jp')).toBe(2)
    expect(await run('export', 'hospitals', join(folder, 'b.csv'), 'xx')).toBe(2)
    expect(await run('export', 'hospitals', join(folder, 'b.txt'))).toBe(2)
    expect(said.join('\n')).toContain('There is no country xx. Known: us, jp, hk.')
  })
})

describe('cells', () => {
  test.each([
    ['03-5555-0100', 'jp', '+81 3 5555 0100'],
    ['(+81) 3 5555-0101', 'jp', '+81 3 5555 0101'],
    ['+44 (0)20 7946 0000', 'uk', '+44 20 7946 0000'],
    ['0044 20 7946 0000', 'uk', '+44 20 7946 0000'],
    ['(617) 555-0100', 'us', '+1 617 555 0100'],
    ['1-617-555-0100', 'us', '+1 617 555 0100'],
    ['2555 0100', 'hk', '+852 2555 0100'],
    ['06 5555 0100', 'it', '+39 06 5555 0100'],
    ['电话：０３－５５５５－０１００', 'jp', '+81 3 5555 0100'],
    ['5555 0100', 'jp', '5555 0100'],
    ['617 555', 'us', '617 555'],
    ['ask', 'jp', 'ask'],
    ['03 5555 0100', 'xx', '03 5555 0100'],
  ])('phone %s in %s', (cell, id, expected) => {
    expect(phoneIn(cell, id)).toBe(expected)
  })

  test('a number is of the country that it is dialled in', () => {
    expect(foreignPhone('+81 3 5555 0100', 'jp')).toBe(false)
    expect(foreignPhone('+1 617 555 0100', 'jp')).toBe(true)
    expect(foreignPhone('+1 617 555 0100', 'xx')).toBe(false)
  })

  test('departments, yes and no, degrees', () => {
    expect(departmentsIn('急诊、内科，Mental health; emergency eye')).toEqual([
      'emergency',
      'general',
      'mental-health',
      'eye',
    ])
    expect(departmentsIn('surgeons; eye')).toEqual(['surgeons', 'eye'])
    expect(['是', 'YES', '√', '无', 'No', 'maybe'].map(yesOrNo)).toEqual([true, true, true, false, false, 'maybe'])
    expect(['35,68', '35.68° N', '33.9°S', '-71.07', '−71.07', 'x'].map(degreesIn)).toEqual([
      35.68,
      35.68,
      -33.9,
      -71.07,
      -71.07,
      'x',
    ])
  })
})
