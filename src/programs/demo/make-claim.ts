/**
 * Claims of the demo account, step by step: the person's through the calls of the site, the handler's through the rules
 * for operators.
 */
import { assess } from '../../features/claims/server/settlement/assess-claim.ts'
import { assessInput } from '../../features/claims/server/settlement/assessment-as-typed.ts'
import { fileOwner } from '../../features/claims/server/claim-access.ts'
import { loadCase } from '../../features/claims/server/case/load-case.ts'
import {
  claimForm,
  saveClaim,
  signClaim,
  startClaim,
  submitClaim,
  uploadDocument,
  type DraftView,
} from '../../features/claims/contract.ts'
import { decide } from '../../features/claims/server/settlement/decide-claim.ts'
import { saveDocument } from '../../features/claims/server/draft/uploaded-documents.ts'
import { draftRoutes } from '../../features/claims/server/draft/draft-routes.ts'
import { caseRoutes } from '../../features/claims/server/case/case-routes.ts'
import type { z } from 'zod'
import type { Input } from '../../lib/contract.ts'
import type { Day } from '../../lib/days/dates.ts'
import type { Deps } from '../../server/dependencies.ts'
import { oneChunk } from '../../server/files/store-once.ts'
import { newId } from '../../server/new-id.ts'
import { callAs, type Actor } from './call-as.ts'
import type { Drawn } from './draw-sample-documents.ts'

export type Answers = Input<typeof saveClaim>['patch']

/** A stay in hospital whose bill is not paid yet. */
export const inpatient = (admissionDay: Day, dischargeDay: Day): Answers => ({
  type: 'inpatient',
  admissionDay,
  dischargeDay,
  billPaid: false,
})
export type Kind = Input<typeof uploadDocument>['kind']

/** A document of the claim, drawn when it is needed. */
export interface SampleDocument {
  kind: Kind
  draw: () => Promise<Drawn>
}

/** What happened after sending: how many moves of the claim's status graph it makes, and how. */
export interface StoryStep {
  moves: number
  run: (id: string) => Promise<unknown>
}

export interface ClaimStory {
  /** A key creates one claim. */
  key: string
  policy: string
  /** Day of illness or accident. */
  day: string
  /** The claim is about the death of the insured person. */
  death?: boolean
  began: Actor
  sent?: Actor
  answers: Answers
  /** The documents of these kinds; when the claim is sent, everything on the checklist. */
  documents: (kinds: readonly Kind[]) => SampleDocument[]
  /** Only for a claim that stays a draft: the kinds of documents it has. */
  has?: readonly Kind[]
  steps?: readonly StoryStep[]
}

/**
 * `deps` without follow-up jobs: letters of weeks ago would all arrive today, and documents are made when somebody
 * opens them.
 */
export const withoutMessages = (deps: Deps): Deps => ({
  ...deps,
  messages: { ...deps.messages, send: async () => ({ queued: true, at: deps.clock() }) },
  outbox: { ...deps.outbox, enqueue: async () => undefined },
})

/** The demo's person at an instant, with every call of claims. */
export const claimant = (deps: Deps, userId: string, at: number): Actor =>
  callAs(deps, [...draftRoutes, ...caseRoutes], { userId, lang: 'en', at })

/**
 * Plays a claim's story up to its last step, once: steps done already are left, and a claim that its person or a
 * handler has changed since is not touched at all.
 */
export async function playClaimStory(
  deps: Deps,
  userId: string,
  { key, policy, day, death = false, began, sent, steps = [], ...story }: ClaimStory,
): Promise<void> {
  const held = await deps.db
    .selectFrom('claims')
    .select('id')
    .where('start_key', '=', `${userId}:${key}`)
    .executeTakeFirst()
  const id = held?.id ?? (await began.call(startClaim, { policy, day, key, sensitive: true, death })).id
  if (!held && !sent) await fillInClaim(began, id, story)
  if (!sent) return
  if ((await countTransitions(deps, id)) === 0) await submitDraft(sent, await fillInClaim(sent, id, story))
  let count = 1
  for (const { moves, run } of steps) {
    if ((await countTransitions(deps, id)) === count) await run(id)
    count += moves
  }
}

async function countTransitions(deps: Deps, id: string): Promise<number> {
  const events = await deps.db
    .selectFrom('events')
    .select(['from_status', 'to_status'])
    .where('entity', '=', 'claim')
    .where('entity_id', '=', id)
    .execute()
  // The events of a creation and of a note name no previous status, or name the current one.
  return events.filter((it) => it.from_status !== null && it.from_status !== it.to_status).length
}

/** Signed, answered, documents there; a claim that stays a draft has some of them. */
async function fillInClaim(
  actor: Actor,
  id: string,
  { answers, documents, has }: Pick<ClaimStory, 'answers' | 'documents' | 'has'>,
): Promise<DraftView> {
  const { sha256 } = await actor.call(claimForm, { id, language: actor.lang })
  const signed = await actor.call(signClaim, {
    id,
    kind: 'drawn',
    strokes: STROKES,
    name: '',
    read: true,
    language: actor.lang,
    sha256,
  })
  const { draft } = await actor.call(saveClaim, { id, base: signed.version, patch: answers, step: 'documents' })
  const wanted = has ?? draft.checklist.filter((it) => it.required).map((it) => it.kind)
  for (const it of documents(wanted.filter((kind) => draft.documents.every((there) => there.kind !== kind))))
    await addDocument(actor, id, it)
  return draft
}

/** Ticks the declarations of the last page, and sends. */
async function submitDraft({ call }: Actor, draft: DraftView): Promise<void> {
  const open = Object.keys(draft.errors.check ?? {}).map((it) => it.replace('declarations.', ''))
  const declarations = [...draft.answers.declarations, ...open]
  const { draft: ready } = await call(saveClaim, {
    id: draft.id,
    base: draft.version,
    patch: { declarations },
    step: 'check',
  })
  await call(submitClaim, { id: draft.id, version: ready.version })
}

/**
 * Receives a document. It was drawn here, so it needs neither the check nor the re-encoding that files from outside
 * get.
 */
export async function addDocument(
  { deps, ctx }: Actor,
  claim: string,
  { kind, draw }: SampleDocument,
  item: string | null = null,
): Promise<void> {
  const { name, mime, bytes, thumb } = await draw()
  const stage = (content: Buffer, type: string) =>
    deps.files.stage(oneChunk(content), { owner: fileOwner(claim), name, mime: type })
  const file = await stage(bytes, mime)
  const small = thumb && (await stage(thumb, 'image/jpeg'))
  const { size, sha256 } = file.file
  const by = ctx.caller.kind === 'user' ? `user:${ctx.caller.userId}` : 'system'
  await deps.write(async (trx) => {
    for (const it of [file, small]) await it?.keep(trx)
    await saveDocument(
      deps,
      trx,
      { claim, id: newId(), kind, item, by: 'user', actor: by },
      { file: file.file, thumb: small?.file ?? null, pages: 1, received: { size, sha256 } },
    )
  })
}

/** A handwritten signature of three words, with pressure. */
const STROKES: Input<typeof signClaim>['strokes'] = [0, 1, 2].map((word) =>
  Array.from({ length: 36 }, (_, i): [number, number, number] => [
    80 + word * 300 + i * 6,
    Math.round(200 + 80 * Math.sin(i / 3 + word) + 30 * Math.cos(i)),
    22 + Math.round(20 * Math.abs(Math.sin(i / 5))),
  ]),
)

/** The handler of the demo's cases, who acts as operators do with `npm run operator`. */
export const HANDLER = { by: 'operator:wu', why: 'case work' }

export type Decision = z.input<typeof assessInput>

/** Decides with what a handler would write into a file: docs/operating.md. */
export async function decideBy(deps: Deps, id: string, given: Decision): Promise<void> {
  const input = assessInput.parse(given)
  const assessment = await assess(deps, await loadCase(deps, id), input)
  await decide(deps, { ...HANDLER, id, assessment, reason: input.reason ?? null, clauses: input.clauses })
}
