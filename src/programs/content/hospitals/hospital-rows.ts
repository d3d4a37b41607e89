/**
 * Rows of an insurer's table of hospitals, as the files of `content/hospitals` hold them. Pure; each mistake names its
 * line.
 */
import { traditionalIn } from '../../../app/content/check/contradictions.ts'
import { slipsIn } from '../../../app/content/check/slips-of-the-hand.ts'
import { outsideOf } from '../../../lib/hospitals/country-bounds.ts'
import { fold } from '../../../lib/hospitals/hospitals.ts'
import { withoutInvisibleCharacters } from '../../../lib/text/invisible-characters.ts'
import { usedCells, type CsvRow } from '../../../lib/text/read-csv.ts'
import { hospitalRow, type Country, type HospitalRow } from '../../../lib/hospitals/hospital-files.ts'
import type { SourceProblem } from '../../../lib/content/source-problems.ts'
import {
  countryNamed,
  degreesIn,
  departmentsIn,
  foreignPhone,
  impossibleTime,
  phoneIn,
  stateNamed,
  tooFewDigits,
  yesOrNo,
} from './hospital-cells.ts'
import { RowsSideBySide } from './rows-side-by-side.ts'
import { COLUMNS, isColumn, readHead, type Column, type TableHead } from './hospital-table-head.ts'

type Names = Readonly<Record<string, { en: string; cn: string }>>
interface CountryRows {
  states: Names
  hospitals: HospitalRow[]
  /** Short names that were made from the English name, because the table has none. */
  made: Set<string>
}
export interface TableRead {
  /** By country: only those of the table. */
  lists: Map<string, CountryRows>
  problems: SourceProblem[]
  /** What was read otherwise than written, for the editor to look at. */
  notes: string[]
}

type Say = (line: number, column: string, message: string, example?: string) => void
/** The cell of a row in a column; empty where the table has no such column. */
type Cells = (column: Column) => string

/** What merged cells leave empty in the rows below the first. */
const MERGED: readonly Column[] = ['country', 'state', 'state_en', 'state_cn', 'city_en', 'city_cn']

export function readHospitals(records: readonly CsvRow[], file: string, known: readonly Country[]): TableRead {
  const problems: SourceProblem[] = []
  const notes: string[] = []
  const say: Say = (line, column, message, example) =>
    void problems.push({
      file,
      line,
      field: column,
      code: 'row',
      message,
      example: example ?? (isColumn(column) ? COLUMNS[column] : Object.keys(COLUMNS).join(',')),
    })
  const lists = new Map<string, CountryRows>()
  const { head, problems: wrong, readable } = readHead(records)
  for (const { line, column, message } of wrong) say(line, column, message)
  if (!readable) return { lists, problems, notes }
  if (head.rows.length === 0)
    say(head.line, 'country', 'has no rows below it: the table has only the names of its columns.')
  if (head.leftOut.length > 0) notes.push(`Not taken over: ${head.leftOut.join(', ')}.`)
  const once = new SeenOnce(say)
  const reading = { known, lists, once, beside: new RowsSideBySide(), say, notes }
  let above: readonly string[] = []
  for (const { line, cells } of head.rows) {
    if (cells.length > Math.max(head.width, head.columns.length) || usedCells(cells).length > head.columns.length) {
      say(line, '(row)', 'has more cells than there are columns. Put a text with a comma in quotation marks.')
      continue
    }
    const filled = filledFrom(above, cells.map(clean), head, line, notes)
    above = filled
    readRow(line, (column) => filled[head.columns.indexOf(column)] ?? '', reading)
  }
  return { lists, problems, notes }
}

/** Without characters that nobody sees, and without the apostrophe that keeps a spreadsheet from reckoning. */
const clean = (cell: string): string =>
  withoutInvisibleCharacters(cell)
    .replace(/^'(?=[=+\-@＝＋－＠])/, '')
    .trim()

/** In a table with merged cells, country and city stand in the first of several rows: the leading cells are empty. */
function filledFrom(
  above: readonly string[],
  cells: readonly string[],
  { columns }: TableHead,
  line: number,
  notes: string[],
): string[] {
  const end = columns.findIndex(
    (column, i) => column !== undefined && (!MERGED.includes(column) || (cells[i] ?? '') !== ''),
  )
  const leading = columns.slice(0, Math.max(0, end))
  const taken = leading.filter((column, i) => column !== undefined && (above[i] ?? '') !== '')
  if (taken.length > 0) notes.push(`Line ${line}: ${taken.join(', ')} as in the row above.`)
  return columns.map((column, i) => (column !== undefined && i < leading.length ? (above[i] ?? '') : (cells[i] ?? '')))
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

interface Reading {
  known: readonly Country[]
  lists: Map<string, CountryRows>
  once: SeenOnce
  beside: RowsSideBySide
  say: Say
  notes: string[]
}

function readRow(line: number, cells: Cells, { known, lists, once, beside, say, notes }: Reading): void {
  const country = countryNamed(cells('country'), known)
  if (!country) {
    say(line, 'country', `“${cells('country')}” has no file. Known: ${known.map(({ id }) => id).join(', ')}.`)
    return
  }
  const list = lists.get(country.id) ?? { states: {}, hospitals: [], made: new Set() }
  lists.set(country.id, list)
  const written = cells('state') || cells('state_en') || cells('state_cn')
  const state = stateNamed(written, { ...country.states, ...list.states }) ?? newState(cells)
  const name = stateName(line, cells, state, country, list, say)
  // Before the row's own check, so that one mistake does not hide another.
  if (cells('city_en') && cells('city_cn'))
    once.same(line, 'city_cn', `city ${country.id} ${state} ${cells('city_en')}`, cells('city_cn'))
  checkPlace(line, cells, country, say)
  if (/\p{Script=Han}/u.test(cells('name_en')) && !/[a-z]/i.test(cells('name_en')))
    return say(line, 'name_en', 'is in Chinese: write the English name.')
  const row = hospitalRow.safeParse(rowOf(cells, state, country.id))
  if (!row.success) {
    for (const { path, message } of row.error.issues) sayIssue(line, cells, columnOf(path), message, say)
    return
  }
  const { slug, city, phone } = row.data
  once.alone(line, 'slug', `slug ${slug}`)
  once.alone(line, 'name_en', `name ${country.id} ${fold(city.en)} ${fold(row.data.name.en)}`)
  if (phone !== undefined) notes.push(...phoneNotes(line, phone, cells('phone'), country))
  notes.push(...cellNotes(line, row.data, country, known), ...beside.notesOn(line, country.id, row.data))
  if (name) {
    once.same(line, 'state_en', `state ${country.id} ${state} en`, name.en)
    once.same(line, 'state_cn', `state ${country.id} ${state} cn`, name.cn)
    list.states = { ...list.states, [state]: name }
  }
  if (cells('slug') === '') list.made.add(slug)
  list.hospitals.push(row.data)
}

const phoneNotes = (line: number, phone: string, written: string, { id, name }: Country): string[] => [
  ...(phone === written ? [] : [`Line ${line}: phone is read as ${phone}.`]),
  ...(foreignPhone(phone, id)
    ? [`Line ${line}: ${phone} is a number of another country than ${name.en}. Is that meant?`]
    : []),
  ...(tooFewDigits(phone) === undefined
    ? []
    : [`Line ${line}: ${phone} has ${tooFewDigits(phone)} digits. Is one missing?`]),
]

/** What is of the right form, and was most likely typed or copied wrong. */
function cellNotes(line: number, row: HospitalRow, country: Country, known: readonly Country[]): string[] {
  const { hours = '', address = '', name } = row
  const elsewhere = known.find(
    ({ id, name: { en, cn } }) => id !== country.id && new RegExp(`\\b${en}\\b|${cn}`).test(address),
  )
  const time = impossibleTime(hours)
  const [slip] = time === undefined ? slipsIn(hours, 'en') : []
  const [, opens = '', closes = ''] = /(\d{1,2}:\d\d) ?[-–—] ?(\d{1,2}:\d\d)/.exec(hours) ?? []
  const strange = traditionalIn(name.cn).join('')
  return [
    ...(time === undefined ? [] : [`Line ${line}: the hours have ${time}, which is a time that no clock shows.`]),
    ...(slip ? [`Line ${line}: the hours have ${slip.found}, which ${slip.why}`] : []),
    ...(opens.padStart(5, '0') > closes.padStart(5, '0') && !/^0?0:00$/.test(closes)
      ? [`Line ${line}: the hours end before they begin, ${opens} to ${closes}. Are they exchanged?`]
      : []),
    ...(elsewhere
      ? [`Line ${line}: the address is in ${elsewhere.name.en}, and the row in ${country.name.en}. Which is right?`]
      : []),
    ...(strange === ''
      ? []
      : [`Line ${line}: ${name.cn} has traditional characters, ${strange}. Does it belong in name_local?`]),
  ]
}

function checkPlace(line: number, cells: Cells, { id, name }: Country, say: Say): void {
  const [latitude, longitude] = [degreesIn(cells('latitude')), degreesIn(cells('longitude'))]
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return
  const outside = outsideOf(id, { latitude, longitude })
  if (outside)
    say(
      line,
      'latitude',
      `${latitude}, ${longitude} is outside of ${name.en}: look at the signs, and which is which.`,
      outside.meant && `${outside.meant.latitude}, ${outside.meant.longitude}`,
    )
}

const sayIssue = (line: number, cells: Cells, column: Column, message: string, say: Say): void =>
  say(line, column, cells(column) === '' ? 'is empty.' : inTable(column, message))

/** A state that the country's file does not have: by its short name, or made from its English name. */
const newState = (cells: Cells): string => {
  const written = cells('state').toLowerCase()
  return /^[a-z0-9-]+$/.test(written) ? written : slugOf(cells('state_en') || written)
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
  if (state !== '' || cells('state') !== '')
    say(
      line,
      name.en === '' ? 'state_en' : 'state_cn',
      `is needed: “${cells('state') || state}” is not among the states of ${country.id}.yaml.`,
    )
  return undefined
}

/** `The Queen’s Medical Center` → `queens-medical-center`. */
const slugOf = (name: string): string =>
  fold(name)
    .replace(/^the /, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')

/** A row in the form of the schema; empty cells are left out, so that the schema reports what is missing. */
function rowOf(cells: Cells, state: string, country: string): Record<string, unknown> {
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
    departments: departmentsIn(cells('departments')),
    ...(text('address') && { address: cells('address') }),
    ...(text('phone') && { phone: phoneIn(cells('phone'), country) }),
    ...(text('hours') && { hours: cells('hours') }),
    ...((latitude || longitude) && { coordinates: { latitude: degreesIn(latitude), longitude: degreesIn(longitude) } }),
    ...(text('direct_billing') && { directBilling: yesOrNo(cells('direct_billing')) }),
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
