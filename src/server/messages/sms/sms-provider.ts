/**
 * What every provider of text messages can do. Adapters are files beside this one and are loaded only when they are
 * switched on.
 */
import { LoggedFault } from '../../logs/logging.ts'
import type { SmsProviderName } from '../message-settings.ts'

/** A text message as it is given to a provider. */
export interface SmsRequest {
  /** The message's id, which receipts repeat where the provider supports it. */
  id: string
  /** `+8613800001234` */
  to: string
  /** The whole text, preceded by our name: for a provider that has no templates. */
  text: string
  /** Its template at the provider, and the template's values in their order. */
  template: { id: string; values: readonly (readonly [name: string, value: string])[] } | undefined
  /** Where receipts may be posted. */
  receiptUrl: string
}

/** `reference` is the provider's own id, which we use to poll the receipt. */
interface SmsAccepted {
  reference: string
  segments: number | undefined
}

export type SmsReceipt = { state: 'waiting' | 'delivered' } | { state: 'failed'; reason: string }

export interface SmsProvider {
  name: SmsProviderName
  /** Sends registered texts, named by an id. */
  usesTemplates: boolean
  /** Throws `SmsFault`. */
  send: (message: SmsRequest) => Promise<SmsAccepted>
  /** Asks for the delivery state of a message that was sent at an instant, ms. Throws `SmsFault`. */
  receipt: (sent: { to: string; reference: string; at: number }) => Promise<SmsReceipt>
  /** Makes a call that costs nothing, to see whether keys and templates are right: a problem, or nothing. */
  check: (templateIds: readonly string[]) => Promise<string | undefined>
}

/**
 * Why a message was not accepted. `refused`: no provider can reach the number. `number_throttled`: too many to this
 * number. `throttled`: too many at the same time. `rejected`: our keys, signature, template or balance are wrong.
 * `down`: no answer, or none that can be read.
 */
export type SmsFaultKind = 'refused' | 'number_throttled' | 'throttled' | 'rejected' | 'down'

/** Holds the provider's code, never its words, which quote numbers. */
export class SmsFault extends LoggedFault {
  readonly kind: SmsFaultKind
  readonly reason: string
  constructor(provider: SmsProviderName, kind: SmsFaultKind, reason: string) {
    const code = reason.replace(/[^\w.-]/g, '').slice(0, 60) || 'unknown'
    super(`text message by ${provider}: ${kind}, ${code}`)
    this.kind = kind
    this.reason = code
  }
}
