/** Finds the line that names the columns in a table as hospitals and insurers send it, and what each column holds. */
import { usedCells, type CsvRow } from '../../../lib/text/read-csv.ts'

/** Columns of the table with the form of their cells, in the order of docs/editing.md. */
export const COLUMNS = {
  country: 'us',
  state: 'ma',
  state_en: 'Massachusetts',
  state_cn: '马萨诸塞州',
  city_en: 'Boston',
  city_cn: '波士顿',
  name_en: 'Massachusetts General Hospital',
  name_cn: '麻省总医院',
  name_local: '瑪麗醫院',
  local_lang: 'zh-HK',
  slug: 'massachusetts-general-hospital',
  departments: 'emergency; general',
  address: '55 Fruit Street',
  phone: '+1 617 555 0100',
  hours: 'Mo–Fr 09:00–17:00',
  latitude: '42.3626',
  longitude: '-71.0694',
  direct_billing: 'yes',
} as const
export type Column = keyof typeof COLUMNS
export const isColumn = (name: string): name is Column => Object.hasOwn(COLUMNS, name)

const REQUIRED: readonly Column[] = ['country', 'state', 'city_en', 'city_cn', 'name_en', 'name_cn', 'departments']

/** Other headings, without spaces, brackets and marks. */
const HEADINGS: Readonly<Record<Column, string>> = {
  country: '国家 国别 国家地区 国家或地区 所在国家 countryregion',
  state: '州 省 省份 州省 省州 州或省 州省份 都道府县 province stateprovince',
  state_en: '州英文 州英文名 州省英文 省英文 stateenglish',
  state_cn: '州中文 州中文名 州省中文 省中文 statechinese',
  city_en: '城市英文 城市英文名 英文城市 city cityenglish',
  city_cn: '城市 城市中文 城市中文名 中文城市 所在城市 citychinese',
  name_en:
    '英文名 英文名称 医院英文名 医院英文名称 名称英文 医院名称英文 医院英文 机构英文名 hospital hospitalname name nameenglish englishname hospitalnameenglish',
  name_cn:
    '医院 名称 医院名称 机构名称 中文名 中文名称 医院中文名 医院中文名称 名称中文 医院名称中文 医院中文 namechinese chinesename hospitalnamechinese',
  name_local: '当地名称 本地名称 当地语言名称 localname namelocal',
  local_lang: '当地语言 语言 locallanguage',
  slug: '短名 shortname',
  departments: '科室 诊疗科室 科别 开设科室 department specialties specialities services',
  address: '地址 详细地址 医院地址 streetaddress',
  phone: '电话 联系电话 电话号码 预约电话 telephone tel phonenumber telephonenumber',
  hours: '时间 门诊时间 营业时间 就诊时间 开放时间 openinghours',
  latitude: '纬度 lat',
  longitude: '经度 lng lon long',
  direct_billing: '直付 是否直付 支持直付 可直付 直接结算 directbilling',
}
const BY_HEADING = new Map(
  Object.entries(HEADINGS).flatMap(([column, words]) =>
    isColumn(column) ? [column.replaceAll('_', ''), ...words.split(' ')].map((word) => [word, column] as const) : [],
  ),
)

/** Columns of such lists that the site does not show. */
const LEFT_OUT = new Set(
  '序号 编号 邮编 邮政编码 备注 说明 网址 网站 官网 传真 邮箱 更新日期 更新时间 no number zip zipcode postcode postalcode remark remarks note notes comment comments website url web fax email updated'.split(
    ' ',
  ),
)

const bare = (heading: string): string =>
  heading
    .normalize('NFKC')
    .toLowerCase()
    .replace(/必填|选填|可选|required|optional/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '')

const columnNamed = (heading: string): Column | undefined => BY_HEADING.get(bare(heading))
const isLeftOut = (heading: string): boolean => LEFT_OUT.has(bare(heading))

export interface TableHead {
  /** The line that names the columns. */
  line: number
  /** Cells of that line, also empty ones. */
  width: number
  /** A column for each cell; undefined where it is not taken over. */
  columns: (Column | undefined)[]
  /** Headings as written, of columns that are not taken over. */
  leftOut: string[]
  rows: readonly CsvRow[]
}
export interface HeadProblem {
  line: number
  column: string
  message: string
}

/** Titles stand above the head of a table, and a merged heading has its parts in the row below. */
const MOST_TITLES = 10
const FEWEST = 3

/** `readable`: the rows can be read, whatever is wrong with a column that is not ours. */
export function readHead(records: readonly CsvRow[]): { head: TableHead; problems: HeadProblem[]; readable: boolean } {
  const candidates = records.slice(0, MOST_TITLES).flatMap((row, i) => [
    { row, rows: records.slice(i + 1), headings: usedCells(row.cells) },
    { row, rows: records.slice(i + 2), headings: merged(usedCells(row.cells), usedCells(records[i + 1]?.cells ?? [])) },
  ])
  const known = candidates.map(({ headings }) => new Set(headings.flatMap((it) => columnNamed(it) ?? [])).size)
  const most = Math.max(0, ...known)
  const found = candidates[most < FEWEST ? 0 : known.indexOf(most)] ?? {
    row: { line: 1, cells: [] },
    rows: [],
    headings: [],
  }
  const { row, rows, headings } = found
  const columns = headings.map(columnNamed)
  const say = (column: string, message: string): HeadProblem => ({ line: row.line, column, message })
  const twice = columns.flatMap((column, i) => (column && columns.indexOf(column) !== i ? [column] : []))
  const missing = REQUIRED.filter((column) => !columns.includes(column))
  const problems = [
    ...headings
      .filter((heading, i) => !columns[i] && !isLeftOut(heading) && (heading !== '' || hasCells(rows, i)))
      .map((heading) =>
        say(heading || '(column)', 'is not a column of this table: remove it, or name it as one of them.'),
      ),
    ...twice.map((column) => say(column, 'is there twice.')),
    ...missing.map((column) =>
      say(
        column,
        `is missing: one line names the columns. In Chinese: ${HEADINGS[column].split(' ').find((it) => /\p{Script=Han}/u.test(it)) ?? column}.`,
      ),
    ),
  ]
  return {
    readable: twice.length + missing.length === 0,
    head: { line: row.line, width: row.cells.length, columns, leftOut: headings.filter(isLeftOut), rows },
    problems,
  }
}

const hasCells = (rows: readonly CsvRow[], i: number): boolean => rows.some(({ cells }) => (cells[i] ?? '') !== '')

/** `名称 | | 城市 |` above `英文 | 中文 | 英文 | 中文`. */
function merged(above: readonly string[], below: readonly string[]): string[] {
  let last = ''
  return Array.from({ length: Math.max(above.length, below.length) }, (_, i) => {
    last = above[i] || last
    const part = below[i] ?? ''
    return part === '' ? (above[i] ?? '') : `${last} ${part}`
  })
}
