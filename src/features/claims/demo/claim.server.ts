/** Files a claim the way a person does: begun, signed, filled in, documents sent, submitted. For the demo. */
import { Readable } from 'node:stream'
import sharp from 'sharp'
import type { AnswerPatch } from '../answers.ts'
import { claimForm, saveClaim, signClaim, startClaim, submitClaim, type DraftView } from '../contract.ts'
import { DECLARATIONS } from '../declarations.ts'
import { upload } from '../documents.server.ts'
import { categoryOf, type DocumentKind } from '../kinds.ts'
import type { Strokes } from '../signature.ts'
import { Refusal, type UserContext } from '../../../server/route.ts'
import type { Actor } from '../../../server/demo/act.ts'

export interface ClaimWish {
  /** The same key makes one claim. */
  key: string
  policy: string
  /** Day of the illness or accident. */
  day: string
  answers: AnswerPatch
}

/** A draft with answers and signature; `undefined` when the claim of this key was sent before. */
export async function draftClaim({ call, lang }: Actor, { key, policy, day, answers }: ClaimWish): Promise<DraftView | undefined> {
  const view = await call(startClaim, { policy, day, key }).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'already_sent') return undefined
    throw error
  })
  if (!view || view.version > 1) return view
  const { id } = view
  const { sha256 } = await call(claimForm, { id, language: lang })
  const { version } = await call(signClaim, { id, kind: 'drawn', strokes: STROKES, name: view.signer.name, read: true, language: lang, sha256 })
  return (await call(saveClaim, { id, base: version, patch: answers, step: 'documents' })).draft
}

/** A claim that was sent, with every document its checklist asks for. Returns its id; `undefined` when that was done before. */
export async function fileClaim(actor: Actor, wish: ClaimWish): Promise<string | undefined> {
  const draft = await draftClaim(actor, wish)
  if (!draft) return undefined
  const { id } = draft
  for (const { kind, required, least } of draft.checklist) {
    for (let i = 1; required && i <= least; i++) await send(actor, id, kind, `${id.slice(-12)}-${kind}-${i}`)
  }
  const { draft: ticked } = await actor.call(saveClaim, { id, base: draft.version, patch: { declarations: [...DECLARATIONS] }, step: 'check' })
  await actor.call(submitClaim, { id, version: ticked.version })
  return id
}

/** Sends one drawn page as a document; again under the same name it is the same document. */
export async function send({ ctx }: Actor, id: string, kind: DocumentKind, uploadId: string, item?: string): Promise<void> {
  const { caller } = ctx
  if (caller.kind !== 'user') throw new Error('nobody is logged in')
  const person: UserContext = { ...ctx, caller }
  const name = `${kind}.jpg`
  const file = { field: 'file', name, mime: 'image/jpeg', stream: Readable.from([await page(categoryOf(kind))]), truncated: () => false }
  const files = (async function* () { yield file })()
  await upload(person, { id, upload: uploadId, kind, name, ...(item ? { item } : {}) }, files)
}

/** A page with a head, lines and figures and not a word on it: nobody takes it for anyone's document. */
function page(category: number): Promise<Buffer> {
  const line = (i: number): string => `<rect x="90" y="${300 + i * 62}" width="${430 + ((i * 97 + category * 53) % 220)}" height="14" rx="7" fill="#8b97a0"/>
    <rect x="770" y="${300 + i * 62}" width="${60 + ((i * 31) % 50)}" height="14" rx="7" fill="#5c696e"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="1280"><rect width="960" height="1280" fill="#f4f1ea"/>
    <rect x="40" y="40" width="880" height="1200" fill="#fff" stroke="#e6e2da" stroke-width="3"/><rect x="90" y="100" width="340" height="34" rx="17" fill="#17252b"/>
    <rect x="90" y="160" width="220" height="14" rx="7" fill="#8b97a0"/><circle cx="800" cy="150" r="62" fill="none" stroke="#a3483c" stroke-width="6"/>
    ${Array.from({ length: 12 }, (_, i) => line(i)).join('')}<rect x="640" y="1110" width="200" height="26" rx="13" fill="#17252b"/></svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 82 }).toBuffer()
}

/** Two words by hand. */
const STROKES: Strokes = [0, 1].map((word) => Array.from({ length: 60 }, (_, i) =>
  [110 + word * 400 + i * 6, Math.round(200 + 80 * Math.sin(i / 4 + word) + 35 * Math.cos(i * 0.9)), 20 + Math.round(20 * Math.abs(Math.sin(i / 6)))] as [number, number, number]))
