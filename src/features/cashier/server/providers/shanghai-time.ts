/** Times as Chinese gateways write them: Shanghai time, whatever the machine's zone. */
const OFFSET = 8 * 3_600_000

/** `2026-03-01T10:00:00+08:00` */
export const instantInShanghai = (at: number): string => `${new Date(at + OFFSET).toISOString().slice(0, 19)}+08:00`

/** `2026-03-01 10:00:00` */
export const shanghaiTime = (at: number): string => instantInShanghai(at).slice(0, 19).replace('T', ' ')

/** The instant of such a time, ms; 0 for any other text. */
export function fromShanghaiTime(text: string | undefined): number {
  const at = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/.test(text ?? '')
    ? Date.parse(`${text?.slice(0, 19).replace(' ', 'T')}+08:00`)
    : NaN
  return Number.isNaN(at) ? 0 : at
}
