/** What every provider of text messages can do. Adapters stand beside this file and are loaded only when they are switched on. */
import { LoggedFault } from '../../logging.ts'
import type { SmsProviderName } from '../message-settings.ts'

/** A text message as it goes to a provider. */
export interface SmsRequest {
  /** The message's id, which comes back with receipts where the provider carries it. */
  id: string
  /** `+8613800001234` */
  to: string
  /** The whole text, with our name in front: for a provider that has no templates. */
  text: string
  /** Its template there, and the values of it in their order. */
  template: { id: string; values: readonly (readonly [name: string, value: string])[] } | undefined
  /** Where receipts may be posted. */
  receiptUrl: string
}

/** `reference` is the provider's own id, by which it is asked what became of the message. */
export interface SmsAccepted { reference: string; segments: number | undefined }

export type SmsReceipt = { state: 'waiting' | 'delivered' } | { state: 'failed'; reason: string }

export interface SmsProvider {
  name: SmsProviderName
  /** It sends texts that it knows by an id. */
  usesTemplates: boolean
  /** Throws `SmsFault`. */
  send: (message: SmsRequest) => Promise<SmsAccepted>
  /** Asks what became of a message that was sent at an instant, ms. Throws `SmsFault`. */
  receipt: (sent: { to: string; reference: string; at: number }) => Promise<SmsReceipt>
  /** Asks for something that costs nothing, to see whether keys and templates are right: a problem, or nothing. */
  check: (templateIds: readonly string[]) => Promise<string | undefined>
}

/**
 * Why a message was not taken. `refused`: the number cannot be reached, by whoever sends. `throttled`: too many to this number or at once.
 * `rejected`: keys, signature, template or balance are wrong here. `down`: no answer, or none that can be read.
 */
export type SmsFaultKind = 'refused' | 'throttled' | 'rejected' | 'down'

/** Holds the provider's code, never its words: these quote numbers. */
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
