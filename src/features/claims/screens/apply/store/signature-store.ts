/**
 * The signature on its way to the server: every stroke is stored on this device, and the signature is sent as soon as
 * it is valid and the text was ticked as read. Without a connection it waits here, and the person can continue.
 */
import { map } from 'nanostores'
import { z } from 'zod/mini'
import { RequestFailed, type Reply } from '../../../../../app/requests/api.ts'
import { request } from '../../../../../app/requests/browser-requester.ts'
import { deleteFromDevice, writeToDevice, readFromDevice } from '../../../../../app/storage/device-store.ts'
import { compareNames } from '../../../../../lib/people/person-names.ts'
import type { FieldErrors } from '../../../../../lib/errors.ts'
import { LANGS } from '../../../../../lib/locale.ts'
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
  /** The text that was read: after a reload it is sent with no other. */
  form: z.optional(z.object({ lang: z.enum(LANGS), sha256: z.string() })),
  /** Time of the signature that the claim had when this was drawn. */
  over: z.optional(z.number()),
  /** Time of the signature that these strokes were sent for; `null` while they are unsent. */
  sentAt: z.nullable(z.number()),
})
type Hand = z.output<typeof shape>

/** `changed`: the text has changed since it was read. */
type SignState = 'open' | 'saving' | 'saved' | 'offline' | 'refused' | 'changed'
export interface Signing extends Hand {
  claim: string
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
let opening: Promise<void> | undefined

const NEW: Signing = { ...BLANK, claim: '', state: 'open', anew: false, message: '' }
export const $sign = map<Signing>(NEW)

/** What was sent counts for as long as it is the claim's signature and stands: the server may have dropped it since. */
const isSent = ({ sentAt }: Hand, { signature }: DraftView): boolean =>
  signature?.stands === true && signature.at === sentAt

/** Restores what was drawn on this device for the open claim, and sends it when it is complete. */
export function openSigning(): Promise<void> | undefined {
  const claim = $draft.get()?.id
  if (claim !== undefined && $sign.get().claim !== claim) {
    clearTimeout(timer)
    $sign.set({ ...NEW, claim })
    opening = restore(claim)
  }
  return opening
}

async function restore(claim: string): Promise<void> {
  const held = shape.safeParse(await readFromDevice(STORE, claim).catch(() => undefined)).data
  const draft = $draft.get()
  if (!held || draft?.id !== claim || $sign.get().claim !== claim) return
  if (held.sentAt === null) {
    $sign.set({ ...$sign.get(), ...held })
    void sendWaiting()
  } else if (isSent(held, draft)) $sign.set({ ...$sign.get(), ...held, state: 'saved' })
}

/** A signature that no longer stands is asked for anew, from an empty field: the text or who signs may be another. */
function letFall(): void {
  const hand = $sign.get()
  const draft = $draft.get()
  if (draft?.id === hand.claim && hand.state === 'saved' && !isSent(hand, draft))
    $sign.set({ ...NEW, claim: hand.claim, form: hand.form })
}

/** Opens the signature with its claim, and follows what becomes of it there. */
export const followSigning = (): (() => void) =>
  $draft.subscribe(() => {
    void openSigning()
    letFall()
  })

/** The text on the screen. What was ticked for another one is ticked again. */
export async function setForm({ lang, sha256 }: FormText): Promise<void> {
  if ($sign.get().form?.sha256 === sha256) return
  await running
  const { form, sentAt, read } = $sign.get()
  $sign.setKey('form', { lang, sha256 })
  if (form && read && sentAt === null) sign({ read: false })
}

/** Stores what was drawn, typed or ticked on this device at once, and sends it when it is complete. */
export function sign(part: Partial<Pick<Hand, 'kind' | 'strokes' | 'typed' | 'name' | 'read'>>): void {
  const draft = $draft.get()
  void keep({ ...part, sentAt: null, over: draft?.signature?.at, state: 'open', message: '' })
  clearTimeout(timer)
  if (draft && isComplete($sign.get(), draft)) timer = setTimeout(() => void send(), SEND_MS)
}

/** Never rejects: where the device's storage fails, the page still has it and sends it. */
function keep(part: Partial<Signing>): Promise<void> {
  const now = { ...$sign.get(), ...part }
  $sign.set(now)
  return writeToDevice(STORE, now.claim, shape.parse(now)).catch(() => undefined)
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

/** Complete on this device, and sent before the claim is. */
export const isOnItsWay = ({ claim, state }: Signing, { id }: DraftView): boolean =>
  claim === id && (state === 'offline' || state === 'saving')

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

const isComplete = (hand: Hand, draft: DraftView): boolean => Object.keys(signErrors(hand, draft)).length === 0

/** Sends a complete signature and waits. True when the server has it, or when it waits on this device for a connection. */
export async function finishSigning(): Promise<boolean> {
  clearTimeout(timer)
  if (running) await running
  if ($sign.get().state !== 'saved') await send()
  const { state } = $sign.get()
  return state === 'saved' || state === 'offline'
}

/**
 * Sends a signature that waits for a connection, or that an earlier page left unsent, and waits. One that was given
 * elsewhere since then is not replaced unasked.
 */
export async function sendWaiting(): Promise<void> {
  if (running) return running
  const hand = $sign.get()
  const draft = $draft.get()
  const isLeft =
    hand.state === 'open' &&
    hand.sentAt === null &&
    draft?.id === hand.claim &&
    isComplete(hand, draft) &&
    !(draft.signature?.stands && draft.signature.at !== hand.over)
  if (isLeft || hand.state === 'offline') await send()
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
    if ($sign.get().claim === claim) await answered(reply)
  } catch (error) {
    if (!(error instanceof RequestFailed)) throw error
    if ($sign.get().claim !== claim) return
    $sign.setKey('state', 'offline')
    timer = setTimeout(() => void sendWaiting(), RETRY_MS)
  }
}

async function answered(reply: Reply<typeof signClaim>): Promise<void> {
  if (reply.ok) {
    adopt(reply.data)
    // More was drawn in the meantime: the newer strokes are sent next.
    if ($sign.get().state !== 'saving') return
    await keep({ state: 'saved', sentAt: reply.data.signature?.at ?? null })
    letFall()
  } else if (reply.code === 'text_changed') void keep({ state: 'changed', read: false, form: undefined })
  else $sign.set({ ...$sign.get(), state: 'refused', message: reply.message })
}

export const forgetSignature = (claim: string): Promise<void> => deleteFromDevice(STORE, claim).catch(() => undefined)
