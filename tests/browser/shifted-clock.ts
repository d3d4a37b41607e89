/**
 * Moves the clock of a process or of a page: in production nothing of the site's own does. Loaded before a server
 * (`--import`), `CLOCK_SHIFT_MS` says by how much.
 */

/** Goes into pages as it stands here, so it uses nothing from around it. */
export function shiftClock(shift: number): void {
  const { now } = Date
  globalThis.Date = class extends Date {
    constructor(...given: unknown[]) {
      super(...((given.length === 0 ? [now() + shift] : given) as [number]))
    }
    static override now(): number {
      return now() + shift
    }
  } as DateConstructor
}

const { CLOCK_SHIFT_MS: asked } = process.env
if (asked !== undefined) shiftClock(Number(asked))
