/**
 * What only a comparison of rows shows, and what is right now and then, so an editor is asked: a hospital that is there
 * twice under two names, and one whose place is far from the others of its city.
 */
import { kilometres } from '../../../lib/hospitals/distance.ts'
import type { HospitalRow } from '../../../lib/hospitals/hospital-files.ts'

interface Seen {
  line: number
  row: HospitalRow
}

/** Across the largest city and its suburbs. */
const FAR_KM = 120

/** Questions about the rows of one table, in its order. */
export class RowsSideBySide {
  readonly #byCity = new Map<string, Seen[]>()

  notesOn(line: number, country: string, row: HospitalRow): string[] {
    const city = `${country} ${row.state} ${row.city.en}`
    const others = this.#byCity.get(city) ?? []
    this.#byCity.set(city, [...others, { line, row }])
    return [...twiceIn(line, row, others), ...farFrom(line, row, others)]
  }
}

function twiceIn(line: number, row: HospitalRow, others: readonly Seen[]): string[] {
  const twin = others.find((it) => sameIn(row, it.row).length > 0)
  return twin
    ? [
        `Line ${line}: has the same ${sameIn(row, twin.row).join(' and ')} as line ${twin.line}. Is one hospital there twice?`,
      ]
    : []
}

const sameIn = (a: HospitalRow, b: HospitalRow): string[] => [
  ...(a.name.cn === b.name.cn ? ['Chinese name'] : []),
  ...(a.address !== undefined && a.address === b.address ? ['address'] : []),
  ...(a.coordinates && b.coordinates && kilometres(a.coordinates, b.coordinates) === 0 ? ['place on the map'] : []),
]

function farFrom(line: number, { coordinates, city }: HospitalRow, others: readonly Seen[]): string[] {
  const away = others.flatMap((it) =>
    coordinates && it.row.coordinates ? [{ line: it.line, km: kilometres(coordinates, it.row.coordinates) }] : [],
  )
  const [nearest] = away.toSorted((a, b) => a.km - b.km)
  return nearest && nearest.km > FAR_KM
    ? [
        `Line ${line}: is ${Math.round(nearest.km)} km from line ${nearest.line}, which is in ${city.en} too. Is its place right?`,
      ]
    : []
}
