/** Distances between places on the globe. */

/** Degrees, north and east positive. */
export interface Place {
  latitude: number
  longitude: number
}

const RADIUS_KM = 6371
const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** As the crow flies, km (haversine): exact to half a percent anywhere, across the date line too. */
export function kilometres(a: Place, b: Place): number {
  const [north, east] = [radians(b.latitude - a.latitude), radians(b.longitude - a.longitude)]
  const half =
    Math.sin(north / 2) ** 2 + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(east / 2) ** 2
  return 2 * RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(half)))
}
