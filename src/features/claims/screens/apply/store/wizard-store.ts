/**
 * State of the claim wizard in the browser: the draft and its saving, the step shown, and how the page is left and
 * reopened.
 */
import { atom, map } from 'nanostores'
import { request } from '../../../../../app/requests/browser-requester.ts'
import { fromAddress } from '../../../../../app/address/page-address.ts'
import { dataOf } from '../../../../../app/requests/read-reply.ts'
import { createSaveOnLeave } from '../../../../../app/saving/save-on-leave.ts'
import { now } from '../../../../../lib/days/clock.ts'
import { onlyGiven } from '../../../../../lib/object-keys.ts'
import { localPath, splitPath } from '../../../../../lib/locale.ts'
import { getDraft, saveClaim, watchClaim, type DraftView } from '../../../contract.ts'
import type { AnswerPatch } from '../../../rules/claim-fields.ts'
import { CLAIM_STEPS, type ClaimStep } from '../../../list-contract.ts'
import { withChange } from '../../../rules/draft/made-documents.ts'
import { nextStep, pageOf, pagePath, reachable, stepBefore, type WizardPage } from '../../../steps.ts'
import { createClaimSaving } from './claim-saving.ts'
import { typing } from './unsent-answers.ts'

/**
 * `new`: no draft yet, shows the list of policies · `sent`: it is a case now · `missing`: this person has no such
 * claim.
 */
type Phase = 'loading' | 'new' | 'ready' | 'sent' | 'missing' | 'failed'

export interface Wizard {
  phase: Phase
  /** Why it is `failed`. */
  error?: unknown
  page: WizardPage
  /** Id of the claim in the address. */
  id: string | undefined
  /** The person came from "check and send" to change something: continuing returns there directly. */
  fromCheck: boolean
  /** Until when a draft was kept that was deleted because nobody continued it. */
  lapsesAt?: number | undefined
  /** Number of moves between steps: the first page shown does not move the focus. */
  moves: number
}

/** A claim that is begun waits for nothing; everything else waits for its draft. */
const firstPhase = ({ pathname, search }: Location): Phase =>
  pageOf(splitPath(pathname).path, search) === 'policy' && !new URLSearchParams(search).has('id') ? 'new' : 'loading'

export const $wizard = map<Wizard>({
  phase: fromAddress(firstPhase, 'loading'),
  page: 'policy',
  id: undefined,
  fromCheck: false,
  moves: 0,
})
/** Steps completed in this page that the server has not confirmed yet. */
export const $ready = atom<readonly ClaimStep[]>([])

/** The furthest step, so that another device can continue there; `saved`: as the server has it. */
const step: { reached?: ClaimStep; saved?: ClaimStep } = {}

const saving = createClaimSaving({
  save: async (input, leaving) => {
    const { reached } = step
    const reply = await request(saveClaim, { ...input, ...(reached ? { step: reached } : {}) }, { leaving })
    if (reply.ok && reached) step.saved = reached
    return reply
  },
  load: async (id) => {
    const reply = await request(getDraft, { id })
    return reply.ok ? reply.data : undefined
  },
  more: () => step.reached !== step.saved,
  keep: typing.keep,
  later: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  now,
  gone: (why) => void left(why),
})
export const { $draft, $answers, $conflicts, $saving, flush, keepNow, adopt, settle } = saving

export function change(part: AnswerPatch): void {
  const answers = $answers.get()
  if (answers) saving.change(withChange(answers, onlyGiven(part)))
}

const here = () => ({ ...splitPath(location.pathname), query: new URLSearchParams(location.search) })

/** Opens the claim that the address names, at the step of the address or the furthest one that may be shown. */
export async function open(): Promise<void> {
  const { path, query } = here()
  const page = pageOf(path, location.search) ?? 'policy'
  const id = query.get('id') ?? undefined
  const phase = page === 'policy' && !id ? 'new' : 'loading'
  $wizard.set({ ...$wizard.get(), phase, page, id, fromCheck: query.get('from') === 'check' })
  if (page === 'success') return $wizard.setKey('phase', id ? 'sent' : 'missing')
  if (!id) {
    if (page !== 'policy') show('policy', { replace: true })
    return $wizard.setKey('phase', 'new')
  }
  try {
    const reply = await request(getDraft, { id })
    if (reply.ok) await begin(reply.data, page)
    else if (reply.code === 'already_sent') await left('already_sent')
    else if (['lapsed', 'not_found', 'invalid'].includes(reply.code)) missing(reply)
    else dataOf(reply)
  } catch (error) {
    $wizard.set({ ...$wizard.get(), phase: 'failed', error })
  }
}

/** Opens a draft: what was typed into it on this device and not confirmed by the server is restored and sent. */
export async function begin(draft: DraftView, page: WizardPage): Promise<void> {
  await saving.keepNow()
  step.reached = step.saved = draft.step
  saving.open(draft, await typing.take(draft.id))
  $ready.set([])
  $wizard.set({ ...$wizard.get(), id: draft.id })
  const wanted = page === 'success' ? draft.step : page
  show(reachable(draft, wanted) ? wanted : draft.step, {
    replace: true,
    fromCheck: $wizard.get().fromCheck,
    still: true,
  })
  $wizard.setKey('phase', 'ready')
}

/** Shows a step and puts it into the address; works without a connection, and the back button leads to the step before. */
export function show(page: WizardPage, { replace = false, fromCheck = false, still = false } = {}): void {
  const { id } = $wizard.get()
  const address = localPath(here().lang, pagePath(page, id, fromCheck ? { from: 'check' } : {}))
  history[replace ? 'replaceState' : 'pushState'](null, '', address)
  $wizard.set({ ...$wizard.get(), page, fromCheck, moves: $wizard.get().moves + (still ? 0 : 1) })
  if (page !== 'success') step.reached = furthest(page)
  if (step.reached !== step.saved) saving.soon()
  if (!still) window.scrollTo({ top: 0 })
}

/** Going back to change something does not change the step at which another device continues. */
function furthest(page: ClaimStep): ClaimStep {
  const draft = $draft.get()
  return draft && CLAIM_STEPS.indexOf(draft.step) > CLAIM_STEPS.indexOf(page) ? draft.step : page
}

export const mayShow = (page: ClaimStep): boolean => {
  const draft = $draft.get()
  return draft !== null && reachable(draft, page, $ready.get())
}

/** A step was completed: shows the next, or the check directly if the person came from there. */
export function proceed(from: ClaimStep): void {
  $ready.set([...new Set([...$ready.get(), from])])
  const draft = $draft.get()
  const back = $wizard.get().fromCheck && draft !== null && mayShow('check')
  show(back ? 'check' : nextStep(from))
  void flush()
}

export const goBack = (from: ClaimStep): void => show(stepBefore(from))

/** The claim is no longer a draft: another tab or device sent or deleted it. */
async function left(why: 'already_sent' | 'not_found'): Promise<void> {
  const { id } = $wizard.get()
  if (id) await typing.forget(id)
  if (why === 'already_sent') return sent()
  const reply = id ? await request(getDraft, { id }).catch(() => undefined) : undefined
  missing(reply && !reply.ok ? reply : undefined)
}

/** There is nothing to continue; for a draft that was deleted automatically, says until when it was kept. */
function missing(reply?: { code: string; extra: Record<string, unknown> }): void {
  const until = reply?.code === 'lapsed' ? Number(reply.extra['lapsesAt']) : undefined
  $wizard.set({ ...$wizard.get(), phase: 'missing', lapsesAt: until })
}

/** The draft has become a case, whose page is outside the wizard. */
export function sent(): void {
  const { id } = $wizard.get()
  location.replace(localPath(here().lang, pagePath('success', id)))
}

/** Reloads the draft when another device has changed it. False when it could not be loaded. */
export async function refresh({ always = false } = {}): Promise<boolean> {
  const { id, phase } = $wizard.get()
  const draft = $draft.get()
  if (!id || !draft || phase !== 'ready') return false
  try {
    const seen = always ? undefined : await request(watchClaim, { id })
    if (seen?.ok && seen.data.version === draft.version && seen.data.documents === draft.documents.length) return true
    const reply = await request(getDraft, { id })
    if (reply.ok) adopt(reply.data)
    else if (reply.code === 'already_sent') await left('already_sent')
    else if (reply.code === 'not_found' || reply.code === 'lapsed') await left('not_found')
    return reply.ok
  } catch {
    return false
  }
}

/** The back and forward buttons. */
function followHistory(): () => void {
  const onPop = (): void => {
    const { path, query } = here()
    const page = pageOf(path, location.search)
    if (!page || (query.get('id') ?? undefined) !== $wizard.get().id) return void open()
    const draft = $draft.get()
    if (page === 'success' || !draft || !mayShow(page)) return
    $wizard.set({ ...$wizard.get(), page, fromCheck: query.get('from') === 'check', moves: $wizard.get().moves + 1 })
  }
  addEventListener('popstate', onPop)
  return () => removeEventListener('popstate', onPop)
}

/** The step reached is saved too: a change of language waits for it, whether anything was typed or not. */
const leaving = createSaveOnLeave({ keepNow: saving.keepNow, flush, mustSave: () => true, back: () => refresh() })
export const { leave } = leaving

export function follow(): () => void {
  const stops = [followHistory(), leaving.saveOnLeave()]
  return () => stops.forEach((stop) => stop())
}
