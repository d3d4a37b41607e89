/**
 * State of the ordering wizard in the browser: the order and its saving, the step shown, and how the page is left and
 * reopened.
 */
import { atom, map } from 'nanostores'
import { request } from '../../../../app/requests/browser-requester.ts'
import { requireStorage } from '../../../../app/storage/require-storage.ts'
import { dataOf } from '../../../../app/requests/read-reply.ts'
import type { Reply } from '../../../../app/requests/api.ts'
import { createSaveOnLeave } from '../../../../app/saving/save-on-leave.ts'
import { dismissErrors } from '../../../../app/parts/toast-store.ts'
import { createTypingStore } from '../../../../app/saving/typing-store.ts'
import { now } from '../../../../lib/days/clock.ts'
import type { Call } from '../../../../lib/contract.ts'
import { getOrder, saveOrder, type Answers, type OrderView } from '../../contract.ts'
import { STEP_IDS, type StepId } from '../../rules/step-ids.ts'
import { readTyped } from './answer-fields.ts'
import { beginOrder } from './begin-order.ts'
import { createOrderSaving } from './saving/order-saving.ts'

type Phase = 'loading' | 'ready' | 'missing' | 'no_plan' | 'failed'

export interface Wizard {
  phase: Phase
  /** Why it is `failed`. */
  error?: unknown
  order: OrderView | null
  step: StepId
  /** The part of a step that is shown on phones (`people-parts.ts`); `null` lets the step choose where to begin. */
  part: string | null
  /** The person came from "check your answers" to change something: continuing returns there directly. */
  fromCheck: boolean
  /** Shows, in place of the step, what another tier changes in the pages that were read. */
  changes: boolean
  /** What was changed in another tab or on another device, where it led back to this step. */
  elsewhere: readonly string[]
}

export const $wizard = map<Wizard>({
  phase: 'loading',
  order: null,
  step: 'enter',
  part: null,
  fromCheck: false,
  changes: false,
  elsewhere: [],
})

/** Fields that a step shows. */
const SHOWN: Partial<Record<StepId, RegExp>> = { people: /^(?:trip\.(?!plan)|people\.(?!priced))/, health: /^health/ }

const typing = createTypingStore('order-typing', readTyped)
const saving = createOrderSaving({
  save: (input, leaving) => request(saveOrder, input, { leaving }),
  load: (id) => request(getOrder, { id }),
  keep: typing.keep,
  later: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  now,
  // The check page itself says what is different.
  shown: (path) => SHOWN[$wizard.get().step]?.test(path) ?? false,
})
export const { $answers, $conflicts, $saving, adopt, flush, reload, settle } = saving

/** Changes one group of answers. */
export function change<G extends keyof Answers>(group: G, value: Answers[G]): void {
  const answers = $answers.get()
  if (answers) saving.change({ ...answers, [group]: value })
}
/** The note stored last: the saves of every second need not store it again. */
let noted = ''
saving.$draft.subscribe((order) => {
  $wizard.setKey('order', order)
  if (!order || noted === order.id + order.status) return
  noted = order.id + order.status
  // Loaded after the order: the link back is a convenience.
  void import('../../../../app/storage/open-orders.ts')
    .then((it) => it.noteOrder(order.id, order.status))
    .catch(() => undefined)
})
/** An error about the connection stays until it is closed: once everything is saved it no longer applies. */
let waited = false
$saving.subscribe(({ state }) => {
  if (waited && state === 'saved') dismissErrors()
  if (state !== 'saving') waited = state === 'offline' || state === 'server'
})
/** Where "Save and leave" goes, once the person has seen how to come back. */
export const $leaving = atom<string | null>(null)

/** Opens the order that the address names, or creates the one that it asks for. */
export async function open(search: string): Promise<void> {
  const query = new URLSearchParams(search)
  $wizard.setKey('phase', 'loading')
  try {
    // The device's secret, which owns an application begun without a login, has to last.
    requireStorage()
    typing.open()
    const id = query.get('id')
    const reply = id ? await request(getOrder, { id }) : await beginOrder(query)
    if (!reply) return $wizard.setKey('phase', 'no_plan')
    if (!reply.ok && (reply.code === 'not_found' || reply.code === 'invalid')) return $wizard.setKey('phase', 'missing')
    if (!reply.ok && (reply.code === 'plan_unknown' || reply.code === 'not_online' || reply.code === 'plan_retired'))
      return $wizard.setKey('phase', 'no_plan')
    const order = dataOf(reply)
    await begin(order)
    const wanted = STEP_IDS.find((step) => step === query.get('step'))
    show(wanted && allowed(order, wanted) ? wanted : furthest(order), { replace: true, ...placeIn(query) })
    $wizard.setKey('phase', 'ready')
  } catch (error) {
    $wizard.set({ ...$wizard.get(), phase: 'failed', error })
  }
}

/** Opens an order: what was typed into it on this device and not yet confirmed by the server is restored and saved. */
async function begin(order: OrderView): Promise<void> {
  if (order.status === 'created') return saving.open(order, await typing.take(order.id))
  saving.open(order)
  await typing.forget(order.id)
}

/**
 * The step that the buyer has reached. Pages that another tier changed do not lead back: their differences are read
 * where the tier is chosen.
 */
export const furthest = ({ open: next, stale, done, steps }: OrderView): StepId => {
  const read = (step: StepId): boolean => done.includes(step) || stale.some(({ page }) => page === step)
  return stale.length > 0 && steps.slice(0, steps.indexOf('people')).every(read) ? 'people' : next
}

/** A step may be shown when every step before it is complete. */
export const allowed = (order: OrderView, step: StepId): boolean =>
  order.steps.includes(step) && order.steps.indexOf(step) <= order.steps.indexOf(furthest(order))

const placeIn = (query: URLSearchParams) => ({ part: query.get('part'), fromCheck: query.get('from') === 'check' })

interface Place {
  replace?: boolean
  fromCheck?: boolean
  part?: string | null
}

/** Shows a step and puts it into the address; the back button leads to the one before. */
export function show(step: StepId, { replace = false, fromCheck = false, part = null }: Place = {}): void {
  const { order } = $wizard.get()
  const query = new URLSearchParams({
    id: order?.id ?? '',
    step,
    ...(part ? { part } : {}),
    ...(fromCheck ? { from: 'check' } : {}),
  })
  history[replace ? 'replaceState' : 'pushState'](null, '', `${location.pathname}?${query}`)
  $wizard.set({ ...$wizard.get(), step, part, fromCheck, changes: false })
  if (replace) return
  $wizard.setKey('elsewhere', [])
  dismissErrors()
  window.scrollTo({ top: 0 })
}

/** The back and forward buttons. */
export function followHistory(): () => void {
  const onPop = (): void => {
    const query = new URLSearchParams(location.search)
    const { order } = $wizard.get()
    const step = STEP_IDS.find((id) => id === query.get('step'))
    if (order && step && allowed(order, step))
      $wizard.set({ ...$wizard.get(), step, ...placeIn(query), changes: false })
  }
  addEventListener('popstate', onPop)
  return () => removeEventListener('popstate', onPop)
}

type Run<C extends Call> = (order: OrderView) => Promise<Reply<C>>

/**
 * Runs a call that returns the order; on a conflict it takes the server's order and tries once more, unless the person
 * must choose first.
 */
export async function act<C extends Call>(run: Run<C>): Promise<Reply<C> | undefined> {
  if (!(await flush())) return undefined
  const first = await run(current())
  return (await isBehind(first)) ? ($conflicts.get().length === 0 ? run(current()) : undefined) : first
}

/**
 * The same for an act that does not depend on what is typed here: a half-typed day or an open choice does not prevent
 * it.
 */
export async function actUnsaved<C extends Call>(run: Run<C>): Promise<Reply<C>> {
  await flush()
  const first = await run(current())
  return (await isBehind(first)) ? run(current()) : first
}

/** Whether the call was refused because the order was changed elsewhere; it is reloaded then. */
const isBehind = async (reply: Reply<Call>): Promise<boolean> =>
  !reply.ok && reply.code === 'conflict' && (await reload())

const current = (): OrderView => {
  const { order } = $wizard.get()
  if (!order) throw new Error('No order is open')
  return order
}

/** The next step after a finished one: directly back to the check if the person came from there. */
export function proceed(order: OrderView, from: StepId, fromCheck: boolean): void {
  adopt(order)
  if (from === 'people' && furthest(order) === 'people' && order.open !== 'people') {
    $wizard.setKey('changes', true)
    return window.scrollTo({ top: 0 })
  }
  // What the change opened again comes first, and not the step that follows in the order of all.
  if (fromCheck) return allowed(order, 'check') ? show('check') : show(furthest(order), { fromCheck })
  const next = order.steps[order.steps.indexOf(from) + 1] ?? 'check'
  show(allowed(order, next) ? next : order.open)
}

export const { leave, saveOnLeave } = createSaveOnLeave({ keepNow: saving.keepNow, flush, mustSave: saving.unsaved })
