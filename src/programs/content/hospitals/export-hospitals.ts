/** `content export hospitals FILE.csv`: the lists as a table that an insurer corrects, and the import reads again. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { readCountry, type Country, type HospitalRow } from '../../../lib/hospitals/hospital-files.ts'
import { ContentError } from '../../../lib/content/source-problems.ts'
import { csvLine } from '../../../lib/text/write-csv-line.ts'
import { COLUMNS, isColumn, type Column } from './hospital-table-head.ts'

/** Countries by the files' own order. Throws `ContentError` while a file has a mistake. */
export function countriesIn(folder: string): Country[] {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => readCountry(basename(file, '.yaml'), readFileSync(join(folder, file), 'utf8'), join(folder, file)))
  const problems = files.flatMap((file) => file.problems)
  if (problems.length > 0) throw new ContentError(problems)
  return files.flatMap(({ country }) => country ?? []).sort((a, b) => a.order - b.order)
}

/** Writes UTF-8 with the mark by which a spreadsheet recognises it. Returns the number of hospitals. */
export function exportHospitals(countries: readonly Country[], file: string): number {
  const columns = Object.keys(COLUMNS).filter(isColumn)
  const rows = countries.flatMap((country) =>
    country.hospitals.map((row) => {
      const cells = cellsOf(country, row)
      return csvLine(columns.map((column) => cells[column] ?? ''))
    }),
  )
  writeFileSync(file, `\uFEFF${[csvLine(columns), ...rows].join('\r\n')}\r\n`, { flag: 'wx' })
  return rows.length
}

const BILLING: Readonly<Record<string, string>> = { true: 'yes', false: 'no' }

const text = (value: string | number | undefined): string => (value === undefined ? '' : String(value))

function cellsOf({ id, states }: Country, row: HospitalRow): Partial<Record<Column, string>> {
  const { name, local, city, departments, coordinates, directBilling } = row
  const state = states[row.state]
  return {
    country: id,
    state: row.state,
    state_en: text(state?.en),
    state_cn: text(state?.cn),
    city_en: city.en,
    city_cn: city.cn,
    name_en: name.en,
    name_cn: name.cn,
    name_local: text(local?.text),
    local_lang: text(local?.lang),
    slug: row.slug,
    departments: departments.join('; '),
    address: text(row.address),
    phone: text(row.phone),
    hours: text(row.hours),
    latitude: text(coordinates?.latitude),
    longitude: text(coordinates?.longitude),
    direct_billing: BILLING[String(directBilling)] ?? '',
  }
}
