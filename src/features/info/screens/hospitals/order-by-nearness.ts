/** The finder's order by nearness: loaded when somebody asks for it. Where they are stays in the browser. */
import type { Place } from '../../../../lib/hospitals/distance.ts'
import type { HospitalEntry, HospitalIndex } from '../../../../lib/hospitals/hospitals.ts'
import { byNearness, distanceText } from '../../rules/nearest-hospitals.ts'

export type WithDistance = HospitalEntry & {
  /** How far it is, in words. */
  distance?: string | undefined
}

/** As the browser tells once the person allows it. Rejects where they do not, or it cannot tell. */
const placeOfPerson = (): Promise<Place> =>
  new Promise((done, fail) =>
    navigator.geolocation.getCurrentPosition(({ coords }) => done(coords), fail, {
      maximumAge: 600_000,
      timeout: 20_000,
    }),
  )

/** What orders hospitals from now on; the button holds the words. */
export async function orderByNearness(
  button: HTMLElement | null | undefined,
): Promise<(index: HospitalIndex, hits: readonly HospitalEntry[]) => WithDistance[]> {
  // Some ask the person each time, and a phone may take seconds to find itself.
  button?.setAttribute('aria-busy', 'true')
  const here = await placeOfPerson().finally(() => button?.removeAttribute('aria-busy'))
  return (index, hits) =>
    byNearness(index, hits, here).map(({ entry, near }) => ({
      ...entry,
      distance:
        near &&
        button?.dataset[near.exact ? 'exact' : 'city']?.replace(
          '{km}',
          distanceText(near, document.documentElement.lang),
        ),
    }))
}
