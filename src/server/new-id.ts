import { randomBytes } from 'node:crypto'
import { now } from '../lib/days/clock.ts'

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
let last = 0

/**
 * A new id: 26 characters of which the first ten sort by time (ms, never going back within a process)
 * and the rest are 80 random bits, so that an id in an address cannot be guessed.
 */
export function newId(): string {
  last = Math.max(last + 1, now())
  let time = ''
  for (let rest = last, i = 0; i < 10; i++, rest = Math.floor(rest / 32)) time = ALPHABET[rest % 32] + time
  let random = ''
  for (const byte of randomBytes(16)) random += ALPHABET[byte % 32]
  return time + random
}
