/** `content import hospitals FILE`: the list replaces those of the countries that it has, or nothing changes. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { readCountry, twins, type Country, type HospitalRow } from '../../../lib/hospitals/hospital-files.ts'
import { ContentError } from '../../../lib/content/source-problems.ts'
import type { Encoding } from '../../../lib/text/text-encoding.ts'
import { readTable, UNREADABLE } from '../../../server/read-table.ts'
import { changesOf, otherSlugs, withKeptSlugs, type CountryChanges } from './hospital-changes.ts'
import { readHospitals } from './hospital-rows.ts'
import { parseDocument, YAMLMap, YAMLSeq, type Document } from 'yaml'

export interface Import {
  /** The folder that holds `hospitals/`. */
  content: string
  /** CSV or `.xlsx`. */
  table: string
  /** Of a CSV, where it cannot be told. */
  encoding?: Encoding | undefined
  /** Day of the list, `YYYY-MM-DD`. */
  asOf: string
  /** The new list is a sample too, and every page that shows it says so. */
  sample: boolean
  /** Without it only mistakes and what would change are reported. */
  write: boolean
  /** Most rows of a country may go; without it such a table is not written. */
  removeMost: boolean
  /** Hears what was read otherwise than written, and what is most likely wrong: before any mistake is thrown. */
  say: (note: string) => void
}

export interface Imported {
  changes: CountryChanges[]
  /** Countries that are not in the table, and stay as they are. */
  untouched: string[]
  /** Countries of which most rows would go, and the table was not meant to do that. */
  emptied: { country: string; removed: number; before: number }[]
}

/** Below this a list may change as a whole. */
const FEW = 5

/** Throws `ContentError` with every mistake, and then has changed nothing. */
export async function importHospitals({
  content,
  table,
  encoding,
  asOf,
  sample,
  write,
  removeMost,
  say,
}: Import): Promise<Imported> {
  const folder = join(content, 'hospitals')
  mend(content)
  const texts = new Map(
    readdirSync(folder)
      .filter((file) => file.endsWith('.yaml'))
      .map((file) => [basename(file, '.yaml'), readFileSync(join(folder, file), 'utf8')]),
  )
  const countries = checked(texts, folder)
  const { lists, problems, notes } = readHospitals(await rowsOf(table, encoding), table, countries)
  for (const note of notes) say(note)
  if (problems.length > 0) throw new ContentError(problems)
  const touched = countries.flatMap((country) => {
    const list = lists.get(country.id)
    if (!list) return []
    const { states, hospitals, made } = list
    return [{ country, states, hospitals: withKeptSlugs(country.hospitals, hospitals, made) }]
  })
  const next = new Map(texts)
  for (const { country, states, hospitals } of touched)
    next.set(country.id, withList(texts.get(country.id) ?? '', { sample, asOf, states, hospitals }))
  for (const note of touched.flatMap(({ country, hospitals }) => otherSlugs(country, hospitals))) say(note)
  // The new text is checked by the build's own rules before any file is changed.
  checked(next, folder)
  const changes = touched.map(({ country, hospitals }) => changesOf(country, hospitals, sample))
  const emptied = removeMost ? [] : changes.flatMap(mostlyGone)
  if (write && emptied.length === 0) replace(content, next)
  return {
    changes,
    emptied,
    untouched: countries.flatMap(({ id }) => (lists.has(id) ? [] : [id])),
  }
}

/** One row with the code of another country takes the place of all its hospitals. */
function mostlyGone({ country, before, lines }: CountryChanges): Imported['emptied'] {
  const removed = lines.filter((line) => line.startsWith('- ')).length
  return before >= FEW && removed * 2 > before ? [{ country, removed, before }] : []
}

async function rowsOf(table: string, encoding: Encoding | undefined) {
  const read = await readTable(readFileSync(table), encoding)
  if ('rows' in read) return read.rows
  const { code, line } = read.unreadable
  throw new ContentError([
    { file: table, line, field: '(file)', code: 'csv', message: UNREADABLE[code], example: 'us,ma,"Boston, downtown"' },
  ])
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

interface NewList {
  sample: boolean
  asOf: string
  states: Readonly<Record<string, { en: string; cn: string }>>
  hospitals: readonly HospitalRow[]
}

/** The text of the file with this list in place of its old one. `text` must be YAML that parses. */
function withList(text: string, { sample, asOf, states, hospitals }: NewList): string {
  const doc = parseDocument(text)
  doc.set('sample', sample)
  doc.set('asOf', asOf)
  doc.set('states', statesNode(doc, states))
  doc.set('hospitals', hospitalsNode(doc, hospitals))
  return doc.toString({ lineWidth: 0 })
}

const flow = (doc: Document, value: unknown) => doc.createNode(value, { flow: true })

function statesNode(doc: Document, states: NewList['states']): YAMLMap {
  const map = new YAMLMap()
  for (const [id, name] of Object.entries(states)) map.set(id, flow(doc, name))
  return map
}

/** Names and places on one line each, so that a row reads easily and a change is a one-line diff. */
function hospitalsNode(doc: Document, hospitals: readonly HospitalRow[]): YAMLSeq {
  const list = new YAMLSeq()
  for (const row of hospitals) {
    const item = new YAMLMap()
    for (const [field, value] of Object.entries(row)) {
      if (value === undefined) continue
      item.set(field, typeof value === 'object' ? flow(doc, value) : doc.createNode(value))
    }
    list.add(item)
  }
  if (hospitals.length === 0) list.flow = true
  return list
}
