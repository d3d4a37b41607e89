/**
 * What the ordering wizard knows (design §6.2): the order as the server holds it, the draft as typed, and how saving stands.
 * Typing is saved a second after it stops, one call at a time, by compare-and-swap; a conflict takes the server's order and
 * puts the page's own entries on top of it, so that neither side is lost.
 */
import { atom, map } from 'nanostores'
import { request } from '../../../../app/client.ts'
import { RequestFailed, type Reply } from '../../../../app/api.ts'
import type { Call, Input } from '../../../../lib/contract.ts'
import { createOrder, getOrder, saveOrder, type Answers, type OrderView } from '../../contract.ts'
import { STEP_IDS, type StepId } from '../../step-ids.ts'

export type Phase = 'loading' | 'ready' | 'missing' | 'no_plan' | 'failed'
export type Saving = 'idle' | 'saving' | 'saved' | 'waiting' | 'conflict'

export interface Wizard {
  phase: Phase
  order: OrderView | null
  step: StepId
  /** Came from "check your answers" to change something: continuing leads straight back. */
  fromCheck: boolean
}

export const $wizard = map<Wizard>({ phase: 'loading', order: null, step: 'enter', fromCheck: false })
/** Answers as typed; `null` until an order is there. */
export const $draft = atom<Answers | null>(null)
export const $saving = map<{ state: Saving; at: number | null }>({ state: 'idle', at: null })

type Group = keyof Answers
const AUTOSAVE_MS = 1000
const RETRY_MS = 5000
const dirty = new Set<Group>()
let timer: ReturnType<typeof setTimeout> | undefined
let running: Promise<void> | undefined

/** Opens the order of the address (`id`), or makes one of the plan chosen (`plan`, `tier`, `start`, `end`, `to`). */
export async function open(search: string): Promise<void> {
  const query = new URLSearchParams(search)
  $wizard.setKey('phase', 'loading')
  try {
    const id = query.get('id')
    const plan = query.get('plan')
    if (!id && !plan) return $wizard.setKey('phase', 'no_plan')
    const reply = id ? await request(getOrder, { id }) : await request(createOrder, newOrder(query))
    if (!reply.ok) return $wizard.setKey('phase', reply.code === 'not_found' || reply.code === 'invalid' ? 'missing' : 'no_plan')
    adopt(reply.data)
    const wanted = STEP_IDS.find((step) => step === query.get('step'))
    show(wanted && allowed(reply.data, wanted) ? wanted : reply.data.open, { replace: true, fromCheck: query.get('from') === 'check' })
    $wizard.setKey('phase', 'ready')
  } catch {
    $wizard.setKey('phase', 'failed')
  }
}

function newOrder(query: URLSearchParams): Input<typeof createOrder> {
  const text = (name: string) => query.get(name) ?? ''
  return {
    trip: { plan: text('plan'), tier: text('tier'), start: text('start'), end: text('end'), destination: text('to') },
    key: creationKey(query.toString()),
  }
}

/** One draft per choice and tab, however often the page is reloaded before the address holds its id. */
function creationKey(choice: string): string {
  const name = `confirm:${choice}`
  const held = sessionStorage.getItem(name)
  if (held) return held
  const key = crypto.randomUUID()
  sessionStorage.setItem(name, key)
  return key
}

/** A step may be shown when every step before it is done. */
export const allowed = (order: OrderView, step: StepId): boolean =>
  order.steps.includes(step) && order.steps.indexOf(step) <= order.steps.indexOf(order.open)

/** Shows a step and puts it into the address; the back button leads to the one before. */
export function show(step: StepId, { replace = false, fromCheck = false } = {}): void {
  const { order } = $wizard.get()
  const query = new URLSearchParams({ id: order?.id ?? '', step, ...(fromCheck ? { from: 'check' } : {}) })
  history[replace ? 'replaceState' : 'pushState'](null, '', `${location.pathname}?${query}`)
  $wizard.set({ ...$wizard.get(), step, fromCheck })
  if (!replace) window.scrollTo({ top: 0 })
}

/** The back and forward buttons. */
export function followHistory(): () => void {
  const onPop = (): void => {
    const query = new URLSearchParams(location.search)
    const { order } = $wizard.get()
    const step = STEP_IDS.find((id) => id === query.get('step'))
    if (order && step && allowed(order, step)) $wizard.set({ ...$wizard.get(), step, fromCheck: query.get('from') === 'check' })
  }
  addEventListener('popstate', onPop)
  return () => removeEventListener('popstate', onPop)
}

/** Takes the server's order. Groups that were typed into since stay as typed. */
export function adopt(order: OrderView): void {
  $wizard.setKey('order', order)
  const typed = $draft.get()
  const kept = typed ? Object.fromEntries([...dirty].map((group) => [group, typed[group]])) : {}
  $draft.set({ ...order.answers, ...kept })
}

/** Changes one group of answers; saved a second after the last change. */
export function change<G extends Group>(group: G, value: Answers[G]): void {
  const draft = $draft.get()
  if (!draft) return
  $draft.set({ ...draft, [group]: value })
  dirty.add(group)
  clearTimeout(timer)
  timer = setTimeout(() => void flush(), AUTOSAVE_MS)
}

/** Saves what is unsaved and waits for it. True when the server has everything. */
export async function flush(): Promise<boolean> {
  clearTimeout(timer)
  while (running) await running
  if (dirty.size === 0) return true
  running = save().finally(() => { running = undefined })
  await running
  return dirty.size === 0
}

async function save(again = true): Promise<void> {
  const { order } = $wizard.get()
  const draft = $draft.get()
  if (!order || !draft) return
  const groups = [...dirty]
  dirty.clear()
  $saving.setKey('state', 'saving')
  try {
    const part = Object.fromEntries(groups.map((group) => [group, draft[group]]))
    const reply = await request(saveOrder, { id: order.id, version: order.version, ...part })
    if (reply.ok) {
      adopt(reply.data)
      $saving.set({ state: 'saved', at: Date.now() })
      return
    }
    groups.forEach((group) => dirty.add(group))
    if (reply.code === 'conflict' && again && (await reload())) return await save(false)
    if (reply.code === 'not_editable') {
      dirty.clear()
      await reload()
    }
    $saving.setKey('state', 'conflict')
  } catch (error) {
    if (!(error instanceof RequestFailed)) throw error
    groups.forEach((group) => dirty.add(group))
    $saving.setKey('state', 'waiting')
    timer = setTimeout(() => void flush(), RETRY_MS)
  }
}

/** Fetches the order anew. False when it could not be had. */
export async function reload(): Promise<boolean> {
  const { order } = $wizard.get()
  if (!order) return false
  const reply = await request(getOrder, { id: order.id })
  if (reply.ok) adopt(reply.data)
  return reply.ok
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
  if (fromCheck && allowed(order, 'check')) return show('check')
  const next = order.steps[order.steps.indexOf(from) + 1] ?? 'check'
  show(allowed(order, next) ? next : order.open)
}

/** Saves before the page is left for its twin in the other language, and when the tab goes to the background. */
export function saveOnLeave(): () => void {
  const onHide = (): void => void (document.visibilityState === 'hidden' && flush())
  const onSwitch = (event: Event): void => {
    if (dirty.size === 0 || !(event instanceof CustomEvent)) return
    event.preventDefault()
    const { to } = event.detail as { to: string }
    void flush().finally(() => location.assign(to))
  }
  document.addEventListener('visibilitychange', onHide)
  document.addEventListener('lang-switch', onSwitch)
  return () => {
    document.removeEventListener('visibilitychange', onHide)
    document.removeEventListener('lang-switch', onSwitch)
  }
}

