/** Signed messages between us and a gateway: HMAC-SHA256 over time, nonce and the body's exact bytes. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { InvalidNotification } from './provider-interface.ts'

/** A message older (or newer) than this is refused, ms. Nonces are remembered for twice as long. */
export const MAX_AGE = 300_000

/** Direction of a message: one of one direction is never accepted for the other. */
export type Way = 'merchant' | 'gateway'

const HEADER = { time: 'gateway-timestamp', nonce: 'gateway-nonce', signature: 'gateway-signature' } as const

function macOf(key: string, way: Way, time: string, nonce: string, body: Buffer): Buffer {
  return createHmac('sha256', key).update(`${way}\n${time}\n${nonce}\n`).update(body).digest()
}

/** Headers that sign `body` at `now` (ms). */
export function sign(key: string, way: Way, body: Buffer, now: number): Record<string, string> {
  const nonce = randomBytes(16).toString('hex')
  const time = String(now)
  return {
    [HEADER.time]: time,
    [HEADER.nonce]: nonce,
    [HEADER.signature]: macOf(key, way, time, nonce, body).toString('base64'),
  }
}

/** Checks signature and age, and returns the nonce; the caller checks whether it was seen before. */
export function verify(key: string, way: Way, body: Buffer, headers: IncomingHttpHeaders, now: number): string {
  const time = one(headers[HEADER.time])
  const nonce = one(headers[HEADER.nonce])
  const given = Buffer.from(one(headers[HEADER.signature]), 'base64')
  if (!/^\d{13}$/.test(time) || !/^[0-9a-f]{32}$/.test(nonce)) throw new InvalidNotification('headers')
  const want = macOf(key, way, time, nonce, body)
  if (given.length !== want.length || !timingSafeEqual(given, want)) throw new InvalidNotification('signature')
  if (Math.abs(now - Number(time)) > MAX_AGE) throw new InvalidNotification('age')
  return nonce
}

const one = (value: string | string[] | undefined): string => (typeof value === 'string' ? value : '')
