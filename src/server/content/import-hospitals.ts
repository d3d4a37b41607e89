/** `content import hospitals FILE.csv`: the insurer's list replaces all existing lists, or nothing changes. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { readCountry, twins, type Country } from '../../lib/hospital-files.ts'
import { decodeCsv, parseCsv, separatorOf } from '../../lib/read-csv.ts'
import { ContentError } from '../../lib/source-problems.ts'
import { withList } from './hospital-list-file.ts'
import { readTable, type TableRead } from './hospital-rows.ts'

export interface Import {
  /** The folder that holds `hospitals/`. */
  content: string
  csv: string
  /** Day of the list, `YYYY-MM-DD`. */
  asOf: string
  /** The new list is a sample too, and every page that shows it says so. */
  sample: boolean
  /** Only reports mistakes and what would change. */
  check: boolean
}

export interface Changed {
  country: string
  before: number
  after: number
}

/**
 * Countries with the change of their lists' lengths, in order. Throws `ContentError` with every mistake, and then has
 * changed nothing.
 */
export function importHospitals({ content, csv, asOf, sample, check }: Import): Changed[] {
  const folder = join(content, 'hospitals')
  mend(content)
  const texts = new Map(
    readdirSync(folder)
      .filter((file) => file.endsWith('.yaml'))
      .map((file) => [basename(file, '.yaml'), readFileSync(join(folder, file), 'utf8')]),
  )
  const countries = checked(texts, folder)
  const { lists, problems } = read(csv, countries)
  if (problems.length > 0) throw new ContentError(problems)
  const next = new Map(
    [...texts].map(([id, text]) => [
      id,
      withList(text, { sample, asOf, ...(lists.get(id) ?? { states: {}, hospitals: [] }) }),
    ]),
  )
  // The new text is checked by the build's own rules before any file is changed.
  checked(next, folder)
  if (!check) replace(content, next)
  return countries.map(({ id, hospitals }) => ({
    country: id,
    before: hospitals.length,
    after: lists.get(id)?.hospitals.length ?? 0,
  }))
}

function read(csv: string, countries: readonly Country[]): TableRead {
  const refuse = (line: number, message: string): never => {
    throw new ContentError([
      { file: csv, line, field: '(file)', code: 'csv', message, example: 'us,ma,"Boston, downtown"' },
    ])
  }
  // In other encodings any byte is some letter: foreign names would be garbled without an error.
  const text =
    decodeCsv(readFileSync(csv), ['utf-8']) ??
    refuse(1, 'is not UTF-8. In the spreadsheet choose “CSV UTF-8” when you save.')
  const { rows, open } = parseCsv(text, separatorOf(text))
  if (open !== undefined)
    refuse(
      open,
      'has a quotation mark that is never closed, or text after a closing one. Write a quotation mark inside quotes twice.',
    )
  return readTable(rows, csv, countries)
}

function checked(texts: ReadonlyMap<string, string>, folder: string): Country[] {
  const files = [...texts].map(([id, text]) => readCountry(id, text, join(folder, `${id}.yaml`)))
  const problems = [...files.flatMap((file) => file.problems), ...twins(files)]
  if (problems.length > 0) throw new ContentError(problems)
  return files.flatMap(({ country }) => country ?? []).sort((a, b) => a.order - b.order)
}

const beside = (content: string) => ({
  now: join(content, 'hospitals'),
  next: join(content, '.hospitals-next'),
  old: join(content, '.hospitals-old'),
})

/**
 * All files are written beside the old ones, then the folders are swapped: a reader finds the old lists or the new
 * ones, never a mix.
 */
function replace(content: string, texts: ReadonlyMap<string, string>): void {
  const { now, next, old } = beside(content)
  rmSync(next, { recursive: true, force: true })
  mkdirSync(next)
  cpSync(now, next, { recursive: true })
  for (const [id, text] of texts) writeFileSync(join(next, `${id}.yaml`), text, { flush: true })
  renameSync(now, old)
  try {
    renameSync(next, now)
  } catch (error) {
    renameSync(old, now)
    throw error
  }
  rmSync(old, { recursive: true, force: true })
}

/** After a crash: restores the old lists, or removes what is left of them. */
function mend(content: string): void {
  const { now, next, old } = beside(content)
  if (!existsSync(now) && existsSync(old)) renameSync(old, now)
  for (const left of [next, old]) rmSync(left, { recursive: true, force: true })
}
