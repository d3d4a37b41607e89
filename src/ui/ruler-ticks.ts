/** Ticks of the time scale. Positions are per cent of its width. */
export interface RulerShape {
  /** Intervals between ticks over the whole length: 5 days of 4 parts are 20. */
  parts: number
  /** The number of ticks between tall ones (a day, a month). */
  major: number
  /** How much is used, in parts; fractions are rounded down to the last tick reached. */
  used: number
}
export interface Tick {
  x: number
  tall: boolean
  used: boolean
}

/** `parts + 1` ticks, the first always used. Numbers out of range are clamped. */
export function rulerTicks({ parts, major, used }: RulerShape): Tick[] {
  const reached = Math.min(parts, Math.max(0, Math.floor(used)))
  return Array.from({ length: parts + 1 }, (_, i) => ({
    // A tenth of a per cent is less than a pixel.
    x: Math.round((i / parts) * 1000) / 10,
    tall: i % major === 0,
    used: i <= reached,
  }))
}

/**
 * A scale of whole days: `days` allowed, `used` in days (2.5 = two and a half), four ticks a day (two on a small
 * scale).
 */
export const dayRuler = (days: number, used: number, perDay = 4): RulerShape => ({
  parts: days * perDay,
  major: perDay,
  used: used * perDay,
})

/** The position reached, per cent; also where the scale stopped. */
export const rulerPosition = ({ parts, used }: RulerShape): number =>
  Math.round((Math.min(parts, Math.max(0, used)) / parts) * 10_000) / 100
