/**
 * How an order's answers are saved (design §6.2): the order as the server holds it, the answers as typed, what of them is not saved yet. Saved
 * a second after typing stops, one call at a time, by compare-and-swap. Where somebody else was faster, fields that they left alone go on top
 * of theirs, and of fields that both changed the person is asked. Pure of browser: what it needs is given; the browser's is in `wizard-store.ts`.
 */
import { atom, map } from 'nanostores'
import { RequestFailed, type Reply } from '../../../../app/api.ts'
import type { Json } from '../../../../lib/canonical-json.ts'
import type { Input } from '../../../../lib/contract.ts'
import type { Answers, getOrder, OrderView, saveOrder } from '../../contract.ts'
import { changedFields, fieldsOfAnswers, fits, groupOf, GROUPS, same, withFields, type Group, type Typed } from './answer-fields.ts'

/** `waiting`: no answer yet · `refused`: the server cannot take a value · `away`: the login is over. */
export type SaveState = 'idle' | 'saving' | 'saved' | 'waiting' | 'refused' | 'away'

/** A field that was changed here and elsewhere. Mine is what stands in the answers as typed. */
export interface Conflict {
  path: string
  theirs: Json
  base: Json
}

export interface SavingEnvironment {
  save: (input: Input<typeof saveOrder>, leaving: boolean) => Promise<Reply<typeof saveOrder>>
  load: (id: string) => Promise<Reply<typeof getOrder>>
  keep: (order: string, typed: readonly Typed[]) => Promise<void>
  later: (ms: number, run: () => void) => () => void
  now: () => number
}

export const AUTOSAVE_MS = 1000
const KEEP_MS = 200
const RETRY_MS = 5000

export function createOrderSaving(around: SavingEnvironment) {
  const $order = atom<OrderView | null>(null)
  /** Answers as typed; `null` until an order is there. */
  const $draft = atom<Answers | null>(null)
  const $conflicts = atom<readonly Conflict[]>([])
  const $saving = map<{ state: SaveState; at: number | null; message: string }>({ state: 'idle', at: null, message: '' })
  /** Fields with unsaved typing, and what the server held of them when it began. */
  const unsaved = new Map<string, Json>()
  let cancelSave: (() => void) | undefined
  let cancelKeep: (() => void) | undefined
  let running: Promise<void> | undefined

  const typedOf = (paths: Iterable<string>): [string, Json][] => {
    const fields = $draft.get() ? fieldsOfAnswers($draft.get() as Answers) : new Map<string, Json>()
    return [...paths].map((path) => [path, fields.get(path) ?? null])
  }
  const standing = (): string[] => $conflicts.get().map(({ path }) => path)

  /** Takes the server's order; what was typed since, or stands against it, stays as typed. */
  function adopt(order: OrderView): void {
    const held = $order.get()
    if (held?.id === order.id && held.version > order.version) return
    const mine = typedOf([...unsaved.keys(), ...standing()])
    meet(order, new Map(mine))
    $order.set(order)
    $draft.set(withFields(order.answers, mine.filter(([path]) => unsaved.has(path) || standing().includes(path))))
  }

  /** What was typed here meets what the server holds now: the same is settled, what it left alone goes on, the rest is asked. */
  function meet(order: OrderView, mine: ReadonlyMap<string, Json>): void {
    const theirs = fieldsOfAnswers(order.answers)
    for (const [path, base] of [...unsaved]) {
      const now = theirs.get(path) ?? null
      if (same(now, mine.get(path) ?? null)) unsaved.delete(path)
      else if (same(now, base)) continue
      else {
        unsaved.delete(path)
        // A declaration stands for what was read with it: what has been taken back is ticked anew, by an act of its own.
        if (groupOf(path) !== 'check') $conflicts.set([...$conflicts.get().filter((one) => one.path !== path), { path, theirs: now, base }])
      }
    }
    $conflicts.set($conflicts.get().filter(({ path }) => !same(theirs.get(path) ?? null, mine.get(path) ?? null)).map((one) => ({ ...one, theirs: theirs.get(one.path) ?? null })))
  }

  /** Opens an order with what this device still holds of it. */
  function open(order: OrderView, typed: readonly Typed[] = []): void {
    unsaved.clear()
    cancelSave?.()
    $conflicts.set([])
    $order.set(null)
    $draft.set(withFields(order.answers, typed.map(({ path, value }) => [path, value])))
    for (const { path, base } of typed) unsaved.set(path, base)
    adopt(order)
    $saving.set({ state: 'idle', at: null, message: '' })
    if (unsaved.size > 0) soon(0)
  }

  /** Changes one group of answers; saved a second after the last change. */
  function change<G extends Group>(group: G, value: Answers[G]): void {
    const [order, draft] = [$order.get(), $draft.get()]
    if (!order || !draft) return
    const next = { ...draft, [group]: value }
    const held = fieldsOfAnswers(order.answers)
    for (const path of changedFields(draft, next)) if (!unsaved.has(path) && !standing().includes(path)) unsaved.set(path, held.get(path) ?? null)
    $draft.set(next)
    // Not put off by the next letter: who types without a pause must not lose more than this.
    cancelKeep ??= around.later(KEEP_MS, () => void keepNow())
    soon(AUTOSAVE_MS)
  }

  /** The person has seen both values of a field. */
  function settle(path: string, take: 'mine' | 'theirs'): void {
    const conflict = $conflicts.get().find((one) => one.path === path)
    const draft = $draft.get()
    if (!conflict || !draft) return
    $conflicts.set($conflicts.get().filter((one) => one !== conflict))
    if (take === 'theirs') $draft.set(withFields(draft, [[path, conflict.theirs]]))
    else unsaved.set(path, conflict.theirs)
    void keepNow()
    soon(0)
  }

  /** Puts what is unsaved into this device's storage now: the page may be about to go. */
  async function keepNow(): Promise<void> {
    cancelKeep?.()
    cancelKeep = undefined
    const order = $order.get()
    const bases = new Map([...$conflicts.get().map(({ path, base }) => [path, base] as const), ...unsaved])
    if (order) await around.keep(order.id, typedOf(bases.keys()).map(([path, value]) => ({ path, value, base: bases.get(path) ?? null })))
  }

  function soon(ms: number): void {
    cancelSave?.()
    cancelSave = around.later(ms, () => void flush())
  }

  /** Saves what is unsaved and waits for it. True when the server has everything. */
  async function flush({ leaving = false } = {}): Promise<boolean> {
    cancelSave?.()
    while (running) await running
    if (unsaved.size > 0) {
      running = save(leaving).finally(() => { running = undefined })
      await running
    }
    return unsaved.size === 0 && $conflicts.get().length === 0
  }

  async function save(leaving: boolean, again = true): Promise<void> {
    const order = $order.get()
    // Half a day stays on this device: the rest must not wait for it.
    const sent = typedOf(unsaved.keys()).filter(([path, value]) => fits(path, value))
    if (!order || sent.length === 0) {
      if ($saving.get().state === 'saving') $saving.setKey('state', 'idle')
      return
    }
    const answers = withFields(order.answers, sent)
    const groups = GROUPS.filter((group) => sent.some(([path]) => groupOf(path) === group))
    if ($saving.get().state !== 'waiting') $saving.setKey('state', 'saving')
    try {
      const reply = await around.save({ id: order.id, version: order.version, ...Object.fromEntries(groups.map((group) => [group, answers[group]])) }, leaving)
      if (reply.ok) return await saved(sent, reply.data)
      if (reply.code === 'conflict' && again && (await reload())) return await save(leaving, false)
      if (reply.code === 'not_editable') return await closed()
      // Somebody else saves all the time, or calls are counted: soon again.
      if (reply.code === 'conflict' || reply.code === 'too_many') return soon(RETRY_MS)
      // A session code: the requester is already on its way to the login page, and what was typed is on this device.
      $saving.set({ ...$saving.get(), state: /^\d+$/.test(reply.code) ? 'away' : 'refused', message: reply.message })
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error
      $saving.setKey('state', 'waiting')
      soon(error.retryAfter ? error.retryAfter * 1000 : RETRY_MS)
    }
  }

  async function saved(sent: readonly [string, Json][], order: OrderView): Promise<void> {
    const now = new Map(typedOf(sent.map(([path]) => path)))
    const held = fieldsOfAnswers(order.answers)
    for (const [path, value] of sent) {
      if (same(now.get(path) ?? null, value)) unsaved.delete(path)
      else unsaved.set(path, held.get(path) ?? null)
    }
    adopt(order)
    $saving.set({ state: 'saved', at: around.now(), message: '' })
    await keepNow()
  }

  /** It is no draft any more: sent from another tab, or given up there. */
  async function closed(): Promise<void> {
    unsaved.clear()
    $conflicts.set([])
    await keepNow()
    await reload()
    $saving.setKey('state', 'idle')
  }

  /** Fetches the order anew. False when it could not be had. */
  async function reload(): Promise<boolean> {
    const id = $order.get()?.id
    const reply = id === undefined ? undefined : await around.load(id)
    if (reply?.ok) adopt(reply.data)
    return reply?.ok ?? false
  }

  return { $order, $draft, $conflicts, $saving, adopt, open, change, settle, keepNow, flush, reload, unsaved: (): boolean => unsaved.size > 0 }
}
