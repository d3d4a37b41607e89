/** What the ordering wizard knows in the browser: the order and its saving, the step shown, and how the page is left and found again. */
import { atom, map } from 'nanostores'
import { request } from '../../../../app/browser-requester.ts'
import type { Reply } from '../../../../app/api.ts'
import { createSaveOnLeave } from '../../../../app/save-on-leave.ts'
import { dismissErrors } from '../../../../app/toast-store.ts'
import { createTypingStore } from '../../../../app/typing-store.ts'
import type { Call } from '../../../../lib/contract.ts'
import { getOrder, saveOrder, type OrderView } from '../../contract.ts'
import { STEP_IDS, type StepId } from '../../step-ids.ts'
import { readTyped } from './answer-fields.ts'
import { createOrderSaving } from './order-saving.ts'

export type Phase = 'loading' | 'ready' | 'missing' | 'no_plan' | 'failed'

export interface Wizard {
  phase: Phase
  order: OrderView | null
  step: StepId
  /** Which of its pages a step shows on phones (`people-parts.ts`); the step knows where to begin. */
  part: string | null
  /** Came from "check your answers" to change something: continuing leads straight back. */
  fromCheck: boolean
  /** In place of the step stands what another tier changes in the pages that were read. */
  changes: boolean
}

export const $wizard = map<Wizard>({ phase: 'loading', order: null, step: 'enter', part: null, fromCheck: false, changes: false })

const typing = createTypingStore('order-typing', readTyped)
const saving = createOrderSaving({
  save: (input, leaving) => request(saveOrder, input, { leaving }),
  load: (id) => request(getOrder, { id }),
  keep: typing.keep,
  later: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  now: () => Date.now(),
})
export const { $draft, $conflicts, $saving, adopt, change, flush, reload, settle } = saving
const UNFINISHED: readonly OrderView['status'][] = ['created', 'awaiting_payment']
/** What was noted last: saving every second notes nothing new. */
let noted = ''
saving.$order.subscribe((order) => {
  $wizard.setKey('order', order)
  if (!order || noted === order.id + order.status) return
  noted = order.id + order.status
  // Comes beside the order: the way back is a convenience.
  void import('../../../../app/open-orders.ts').then((it) => it.noteOpenOrder(order.id, UNFINISHED.includes(order.status))).catch(() => undefined)
})
/** Where "Save and leave" leads, once the person has seen how to come back. */
export const $leaving = atom<string | null>(null)

/** Opens the order of the address, or makes the one that it asks for. */
export async function open(search: string): Promise<void> {
  const query = new URLSearchParams(search)
  $wizard.setKey('phase', 'loading')
  try {
    const id = query.get('id')
    // Most come to an order that is there: how one begins is loaded by those who begin one.
    const reply = id ? await request(getOrder, { id }) : await (await import('./begin-order.ts')).beginOrder(query)
    if (!reply) return $wizard.setKey('phase', 'no_plan')
    if (!reply.ok) return $wizard.setKey('phase', reply.code === 'not_found' || reply.code === 'invalid' ? 'missing' : 'no_plan')
    await begin(reply.data)
    const wanted = STEP_IDS.find((step) => step === query.get('step'))
    show(wanted && allowed(reply.data, wanted) ? wanted : furthest(reply.data), { replace: true, ...placeIn(query) })
    $wizard.setKey('phase', 'ready')
  } catch {
    $wizard.setKey('phase', 'failed')
  }
}

/** Takes up an order: what was typed into it on this device and not acknowledged comes back, and is saved. */
async function begin(order: OrderView): Promise<void> {
  if (order.status === 'created') return saving.open(order, await typing.take(order.id))
  saving.open(order)
  await typing.forget(order.id)
}

/** Which step the buyer has come to. Pages that another tier changed do not lead back: what differs in them is read where the tier is chosen. */
const furthest = ({ open, stale, done, steps }: OrderView): StepId => {
  const read = (step: StepId): boolean => done.includes(step) || stale.some(({ page }) => page === step)
  return stale.length > 0 && steps.slice(0, steps.indexOf('people')).every(read) ? 'people' : open
}

/** A step may be shown when every step before it is done. */
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
  const query = new URLSearchParams({ id: order?.id ?? '', step, ...(part ? { part } : {}), ...(fromCheck ? { from: 'check' } : {}) })
  history[replace ? 'replaceState' : 'pushState'](null, '', `${location.pathname}?${query}`)
  $wizard.set({ ...$wizard.get(), step, part, fromCheck, changes: false })
  if (replace) return
  dismissErrors()
  window.scrollTo({ top: 0 })
}

/** The back and forward buttons. */
export function followHistory(): () => void {
  const onPop = (): void => {
    const query = new URLSearchParams(location.search)
    const { order } = $wizard.get()
    const step = STEP_IDS.find((id) => id === query.get('step'))
    if (order && step && allowed(order, step)) $wizard.set({ ...$wizard.get(), step, ...placeIn(query), changes: false })
  }
  addEventListener('popstate', onPop)
  return () => removeEventListener('popstate', onPop)
}

/** Runs a call that answers with the order; a conflict is answered by taking the server's order and trying once more. */
export async function act<C extends Call>(
  run: (order: OrderView) => Promise<Reply<C>>,
): Promise<Reply<C> | undefined> {
  if (!(await flush())) return undefined
  const first = await run(current())
  if (first.ok || first.code !== 'conflict') return first
  return (await reload()) ? run(current()) : first
}

const current = (): OrderView => {
  const { order } = $wizard.get()
  if (!order) throw new Error('No order is open')
  return order
}

/** The next step after one that was finished: straight back to the check when that is where the person came from. */
export function proceed(order: OrderView, from: StepId, fromCheck: boolean): void {
  adopt(order)
  if (from === 'people' && furthest(order) === 'people' && order.open !== 'people') {
    $wizard.setKey('changes', true)
    return window.scrollTo({ top: 0 })
  }
  if (fromCheck && allowed(order, 'check')) return show('check')
  const next = order.steps[order.steps.indexOf(from) + 1] ?? 'check'
  show(allowed(order, next) ? next : order.open)
}

export const { leave, saveOnLeave } = createSaveOnLeave({ keepNow: saving.keepNow, flush, mustSave: saving.unsaved })
