/** Receipts of Twilio: the meaning of a status, and whether a posted form was sent by Twilio. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { SmsReceipt } from './sms-provider.ts'

/** The meaning of a message status. */
export function receiptOf(status: string, code: number | null | undefined): SmsReceipt {
  if (status === 'delivered' || status === 'read') return { state: 'delivered' }
  return status === 'failed' || status === 'undelivered' || status === 'canceled'
    ? { state: 'failed', reason: String(code ?? status) }
    : { state: 'waiting' }
}

/**
 * `X-Twilio-Signature` of a form posted to `url`: the address, then every field with its value in the order of the
 * names.
 */
const signatureOf = (token: string, url: string, fields: Readonly<Record<string, string>>): string =>
  createHmac('sha1', token)
    .update(
      url +
        Object.keys(fields)
          .sort()
          .map((key) => key + fields[key])
          .join(''),
    )
    .digest('base64')

export function isSigned(token: string, url: string, fields: Readonly<Record<string, string>>, given: string): boolean {
  const [want, have] = [Buffer.from(signatureOf(token, url, fields)), Buffer.from(given)]
  return want.length === have.length && timingSafeEqual(want, have)
}
