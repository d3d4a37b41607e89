/**
 * Rows of an insurer's table of hospitals, as the files of `content/hospitals` hold them. Pure; each mistake names its
 * line.
 */
import { fold } from '../../lib/hospitals.ts'
import type { CsvRow } from '../../lib/read-csv.ts'
import { hospitalRow, type Country, type HospitalRow } from '../../lib/hospital-files.ts'
import type { SourceProblem } from '../../lib/source-problems.ts'

/** Columns of the table with the form of their cells, in the order of docs/editing.md. */
const COLUMNS = {
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
type Column = keyof typeof COLUMNS
const REQUIRED: readonly Column[] = ['country', 'state', 'city_en', 'city_cn', 'name_en', 'name_cn', 'departments']

type Names = Readonly<Record<string, { en: string; cn: string }>>
interface CountryRows {
  states: Names
  hospitals: HospitalRow[]
}
export interface TableRead {
  /** By country; every country that has a file is included, also without rows. */
  lists: Map<string, CountryRows>
  problems: SourceProblem[]
}

type Say = (line: number, column: string, message: string) => void
/** The cell of a row in a column; empty where the table has no such column. */
type Cells = (column: Column) => string

const isColumn = (name: string): name is Column => Object.hasOwn(COLUMNS, name)
/** Spreadsheets also export columns that were used once and are empty now. */
const used = (cells: readonly string[]): readonly string[] =>
  cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1)

export function readTable(records: readonly CsvRow[], file: string, known: readonly Country[]): TableRead {
  const problems: SourceProblem[] = []
  const say: Say = (line, column, message) =>
    void problems.push({
      file,
      line,
      field: column,
      code: 'row',
      message,
      example: isColumn(column) ? COLUMNS[column] : Object.keys(COLUMNS).join(','),
    })
  const lists = new Map(known.map(({ id }) => [id, { states: {}, hospitals: [] } satisfies CountryRows as CountryRows]))
  const [head, ...rows] = records
  const columns = readHead(head, say)
  if (problems.length > 0) return { lists, problems }
  if (rows.length === 0)
    say(head?.line ?? 1, 'country', 'has no rows below it: the table has only the names of its columns.')
  const once = new SeenOnce(say)
  for (const { line, cells } of rows) {
    if (cells.length > (head?.cells.length ?? 0) || used(cells).length > columns.length) {
      say(line, '(row)', 'has more cells than there are columns. Put a text with a comma in quotation marks.')
      continue
    }
    readRow(line, (column) => cells[columns.indexOf(column)] ?? '', known, lists, once, say)
  }
  return { lists, problems }
}

function readHead(head: CsvRow | undefined, say: Say): string[] {
  const names = used(head?.cells ?? []).map((name) => name.toLowerCase())
  for (const name of names) if (!isColumn(name)) say(1, name || '(column)', 'is not a column of this table.')
  for (const name of names.filter((it, i) => names.indexOf(it) !== i)) say(1, name, 'is there twice.')
  for (const name of REQUIRED) if (!names.includes(name)) say(1, name, 'is missing: the first line names the columns.')
  return names
}

/** A table's cell is spelled differently from the same value in a country's file. */
const inTable = (column: Column, message: string): string =>
  column === 'direct_billing' ? 'must be yes, no or empty.' : message.replace(', in quotes.', '.')

/** Checks what must be the same wherever it appears, and what may appear only once. */
class SeenOnce {
  readonly #seen = new Map<string, { value: string; line: number }>()
  readonly #say: Say
  constructor(say: Say) {
    this.#say = say
  }

  same(line: number, column: Column, key: string, value: string): void {
    const first = this.#seen.get(key)
    if (!first) this.#seen.set(key, { value, line })
    else if (first.value !== value)
      this.#say(line, column, `is “${value}” here and “${first.value}” on line ${first.line}.`)
  }

  alone(line: number, column: Column, key: string): void {
    const first = this.#seen.get(key)
    if (first) this.#say(line, column, `is already used on line ${first.line}.`)
    else this.#seen.set(key, { value: key, line })
  }
}

function readRow(
  line: number,
  cells: Cells,
  known: readonly Country[],
  lists: ReadonlyMap<string, CountryRows>,
  once: SeenOnce,
  say: Say,
): void {
  const country = known.find(({ id }) => id === cells('country').toLowerCase())
  const list = lists.get(country?.id ?? '')
  if (!country || !list) {
    say(line, 'country', `“${cells('country')}” has no file. Known: ${known.map(({ id }) => id).join(', ')}.`)
    return
  }
  const state = cells('state').toLowerCase()
  const name = stateName(line, cells, state, country, list, say)
  // Before the row's own check, so that one mistake does not hide another.
  if (cells('city_en') && cells('city_cn'))
    once.same(line, 'city_cn', `city ${country.id} ${state} ${cells('city_en')}`, cells('city_cn'))
  const row = hospitalRow.safeParse(rowOf(cells, state))
  if (!row.success) {
    for (const { path, message } of row.error.issues) {
      const column = columnOf(path)
      say(line, column, cells(column) === '' ? 'is empty.' : inTable(column, message))
    }
    return
  }
  once.alone(line, 'slug', `slug ${row.data.slug}`)
  once.alone(line, 'name_en', `name ${country.id} ${fold(row.data.city.en)} ${fold(row.data.name.en)}`)
  if (name) {
    once.same(line, 'state_en', `state ${country.id} ${state} en`, name.en)
    once.same(line, 'state_cn', `state ${country.id} ${state} cn`, name.cn)
    list.states = { ...list.states, [state]: name }
  }
  list.hospitals.push(row.data)
}

/** The state comes from the table or from the country's file. */
function stateName(
  line: number,
  cells: Cells,
  state: string,
  country: Country,
  list: CountryRows,
  say: Say,
): { en: string; cn: string } | undefined {
  const held = list.states[state] ?? country.states[state]
  const name = { en: cells('state_en') || held?.en || '', cn: cells('state_cn') || held?.cn || '' }
  if (name.en !== '' && name.cn !== '') return name
  if (state !== '')
    say(
      line,
      name.en === '' ? 'state_en' : 'state_cn',
      `is needed: “${state}” is not among the states of ${country.id}.yaml.`,
    )
  return undefined
}

/** `The Queen’s Medical Center` → `queens-medical-center`. */
const slugOf = (name: string): string =>
  fold(name)
    .replace(/^the /, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')

const BILLING: Record<string, boolean> = { yes: true, true: true, no: false, false: false }
const number = (text: string): number | string => (/^-?\d+([.]\d+)?$/.test(text) ? Number(text) : text)

/** A row in the form of the schema; empty cells are left out, so that the schema reports what is missing. */
function rowOf(cells: Cells, state: string): Record<string, unknown> {
  const text = (column: Column): string | undefined => cells(column) || undefined
  const [latitude, longitude] = [cells('latitude'), cells('longitude')]
  return {
    slug: text('slug') ?? slugOf(cells('name_en')),
    name: { en: cells('name_en'), cn: cells('name_cn') },
    ...((text('name_local') ?? text('local_lang')) && {
      local: { text: cells('name_local'), lang: cells('local_lang') },
    }),
    state,
    city: { en: cells('city_en'), cn: cells('city_cn') },
    departments: [
      ...new Set(
        cells('departments')
          .toLowerCase()
          .split(/[;|,\s]+/)
          .filter(Boolean),
      ),
    ],
    ...(text('address') && { address: cells('address') }),
    ...(text('phone') && { phone: cells('phone') }),
    ...(text('hours') && { hours: cells('hours') }),
    ...((latitude || longitude) && { coordinates: { latitude: number(latitude), longitude: number(longitude) } }),
    ...(text('direct_billing') && {
      directBilling: BILLING[cells('direct_billing').toLowerCase()] ?? cells('direct_billing'),
    }),
  }
}

/** The table column that a field of the schema comes from. */
function columnOf(path: readonly PropertyKey[]): Column {
  const [field, part] = path.map(String)
  if (field === 'name' || field === 'city') return part === 'cn' ? `${field}_cn` : `${field}_en`
  if (field === 'local') return part === 'lang' ? 'local_lang' : 'name_local'
  if (field === 'coordinates') return part === 'longitude' ? 'longitude' : 'latitude'
  if (field === 'directBilling') return 'direct_billing'
  return field !== undefined && isColumn(field) ? field : 'name_en'
}
