/** The lists of `content/hospitals`, read and checked at build time. Throws `ContentError` with every mistake at once. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCountry, twins, type Country } from '../../../lib/hospitals/hospital-files.ts'
import { ContentError } from '../../../lib/content/source-problems.ts'
import { contentInEdit } from '../../../lib/content/content-may-change.ts'

let held: Country[] | undefined

/** Every country with a file, in the order that the files state. While editing it is read again each time. */
export function loadHospitals(folder = join(process.env['CONTENT_DIR'] ?? 'content', 'hospitals')): Country[] {
  if (!contentInEdit() && held) return held
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.yaml'))
    .map((file) =>
      readCountry(file.replace(/\.yaml$/, ''), readFileSync(join(folder, file), 'utf8'), join(folder, file)),
    )
  const problems = [...files.flatMap((file) => file.problems), ...twins(files)]
  if (problems.length > 0) throw new ContentError(problems)
  held = files.flatMap(({ country }) => country ?? []).sort((a, b) => a.order - b.order || a.id.localeCompare(b.id))
  return held
}

/** Throws a `RangeError` for a country that has no file. */
export function countryById(id: string): Country {
  const country = loadHospitals().find((it) => it.id === id)
  if (!country) throw new RangeError(`No such country: ${id}`)
  return country
}
