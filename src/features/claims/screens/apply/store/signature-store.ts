/**
 * The signature on its way to the server: every stroke is stored on this device, and the signature is sent as soon as
 * it is valid and the text was ticked as read. Without a connection it waits here, and the person can continue.
 */
import { map } from 'nanostores'
import { z } from 'zod/mini'
import { RequestFailed } from '../../../../../app/requests/api.ts'
import { request } from '../../../../../app/requests/browser-requester.ts'
import { deleteFromDevice, writeToDevice, readFromDevice } from '../../../../../app/storage/device-store.ts'
import { compareNames } from '../../../../../lib/people/person-names.ts'
import type { FieldErrors } from '../../../../../lib/errors.ts'
import { signClaim, type DraftView, type FormText } from '../../../contract.ts'
import { signatureErrors, strokesSchema } from '../../../rules/draft/signature-strokes.ts'
import { $draft, adopt, flush } from './wizard-store.ts'

const shape = z.object({
  kind: z.enum(['drawn', 'typed']),
  strokes: strokesSchema,
  /** The full name typed instead of drawn. */
  typed: z.string(),
  /** A guardian's name, if it is not known from the policy. */
  name: z.string(),
  read: z.boolean(),
  /** Time of the signature that these strokes were sent for; `null` while they are unsent. */
  sentAt: z.nullable(z.number()),
})
type Hand = z.output<typeof shape>

/** `changed`: the text has changed since it was read. */
type SignState = 'open' | 'saving' | 'saved' | 'offline' | 'refused' | 'changed'
export interface Signing extends Hand {
  claim: string
  form: FormText | undefined
  state: SignState
  /** The person signs again: the valid signature is replaced once the new one is complete. */
  anew: boolean
  message: string
}

const STORE = 'claim-signature'
const BLANK: Hand = { kind: 'drawn', strokes: [], typed: '', name: '', read: false, sentAt: null }
const SEND_MS = 1200
const RETRY_MS = 5000
let timer: ReturnType<typeof setTimeout> | undefined
let running: Promise<void> | undefined

export const $sign = map<Signing>({ ...BLANK, claim: '', form: undefined, state: 'open', anew: false, message: '' })

/** Restores what was drawn on this device. */
export async function openSigning(draft: DraftView): Promise<void> {
  if ($sign.get().claim === draft.id) return
  $sign.set({ ...BLANK, claim: draft.id, form: undefined, state: 'open', anew: false, message: '' })
  const held = shape.safeParse(await readFromDevice(STORE, draft.id).catch(() => undefined)).data
  if ($sign.get().claim !== draft.id) return
  const hand = held && (held.sentAt === null || draft.signature?.at === held.sentAt) ? held : BLANK
  $sign.set({ ...$sign.get(), ...hand, state: hand.sentAt === null ? 'open' : 'saved' })
}

export const setForm = (form: FormText): void => $sign.setKey('form', form)

/** Stores what was drawn, typed or ticked on this device at once, and sends it when it is complete. */
export function sign(part: Partial<Pick<Hand, 'kind' | 'strokes' | 'typed' | 'name' | 'read'>>): void {
  const now = { ...$sign.get(), ...part, sentAt: null, state: 'open' as const, message: '' }
  $sign.set(now)
  const hand: Hand = shape.parse(now)
  void writeToDevice(STORE, now.claim, hand)
  clearTimeout(timer)
  const draft = $draft.get()
  if (draft && Object.keys(signErrors(now, draft)).length === 0) timer = setTimeout(() => void send(), SEND_MS)
}

/** Begins a new signature: it replaces the valid one when it is complete. */
export function signAgain(): void {
  sign({ kind: 'drawn', strokes: [], typed: '', read: false })
  $sign.setKey('anew', true)
}

/** An earlier signature is valid, and no new one was begun on this device. */
export const keepsEarlierSignature = (
  { anew, sentAt, strokes, typed, read }: Signing,
  { signature }: DraftView,
): boolean => signature?.stands === true && !anew && sentAt === null && strokes.length === 0 && typed === '' && !read

/** What is missing for a valid signature. */
export function signErrors({ kind, strokes, typed, name, read }: Hand, { signer }: DraftView): FieldErrors {
  const errors: FieldErrors = {}
  if (!read) errors['read'] = 'read_required'
  if (signer.name === '' && kind === 'drawn' && name.trim() === '') errors['guardianName'] = 'name_required'
  if (kind === 'typed') {
    if (typed.trim() === '') errors['typedName'] = 'signature_required'
    else if (signer.name && compareNames(typed, signer.name) !== 'same') errors['typedName'] = 'signature_name'
  } else if (signatureErrors(strokes).strokes)
    errors['signature'] = signatureErrors(strokes).strokes ?? 'signature_required'
  return errors
}

/** Sends a complete signature and waits. True when the server has it, or when it waits on this device for a connection. */
export async function finishSigning(): Promise<boolean> {
  clearTimeout(timer)
  if (running) await running
  if ($sign.get().state !== 'saved') await send()
  const { state } = $sign.get()
  return state === 'saved' || state === 'offline'
}

/** Sends a waiting signature when the connection is back. */
export async function sendWaiting(): Promise<void> {
  if ($sign.get().state === 'offline') await send()
}

function send(): Promise<void> {
  running ??= sendNow().finally(() => {
    running = undefined
  })
  return running
}

async function sendNow(): Promise<void> {
  clearTimeout(timer)
  const draft = $draft.get()
  const { form, kind, strokes, typed, name, read, claim } = $sign.get()
  if (!draft || draft.id !== claim || !form) return
  $sign.setKey('state', 'saving')
  try {
    await flush()
    const reply = await request(signClaim, {
      id: claim,
      kind,
      strokes: kind === 'drawn' ? strokes : [],
      name: kind === 'typed' ? typed : draft.signer.name || name,
      read,
      language: form.lang,
      sha256: form.sha256,
    })
    if (reply.ok) {
      adopt(reply.data)
      const sentAt = reply.data.signature?.at ?? null
      // More was drawn in the meantime: the newer strokes are sent next.
      if ($sign.get().state !== 'saving') return
      $sign.set({ ...$sign.get(), state: 'saved', sentAt })
      await writeToDevice(STORE, claim, shape.parse($sign.get()))
    } else if (reply.code === 'text_changed')
      $sign.set({ ...$sign.get(), state: 'changed', read: false, form: undefined })
    else $sign.set({ ...$sign.get(), state: 'refused', message: reply.message })
  } catch (error) {
    if (!(error instanceof RequestFailed)) throw error
    $sign.setKey('state', 'offline')
    timer = setTimeout(() => void sendWaiting(), RETRY_MS)
  }
}

export const forgetSignature = (claim: string): Promise<void> => deleteFromDevice(STORE, claim).catch(() => undefined)
