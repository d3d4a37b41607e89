/**
 * How an order's answers are saved (design §6.2). Holds the order as the server has it, the answers as typed, and the
 * unsaved fields. Saves a second after typing stops, one call at a time, by compare-and-swap. After a conflict, fields
 * changed only here are applied to the server's version; for fields changed on both sides the person is asked.
 * Independent of the browser: `wizard-store.ts` passes in what it needs.
 */
import { atom, map } from 'nanostores'
import { RequestFailed, type Reply } from '../../../../../app/requests/api.ts'
import type { Json } from '../../../../../lib/text/canonical-json.ts'
import type { Input } from '../../../../../lib/contract.ts'
import { dayOf } from '../../../../../lib/days/dates.ts'
import type { Answers, getOrder, OrderView, saveOrder } from '../../../contract.ts'
import { isSensitiveField } from '../../../rules/sensitive-fields.ts'
import {
  changedFields,
  fieldsOfAnswers,
  fits,
  groupOf,
  GROUPS,
  same,
  withFields,
  type Group,
  type Typed,
} from '../answer-fields.ts'
import { mergeTyped, replacedFields, type Conflict } from './field-conflicts.ts'

/** `waiting`: no answer yet · `refused`: the server cannot take a value · `away`: the session has ended. */
export type SaveState = 'idle' | 'saving' | 'saved' | 'waiting' | 'refused' | 'away'

export interface SavingEnvironment {
  save: (input: Input<typeof saveOrder>, leaving: boolean) => Promise<Reply<typeof saveOrder>>
  load: (id: string) => Promise<Reply<typeof getOrder>>
  keep: (order: string, typed: readonly Typed[]) => Promise<void>
  later: (ms: number, run: () => void) => () => void
  now: () => number
  /** Whether a field is in front of the person. */
  shown: (path: string) => boolean
}

export const AUTOSAVE_MS = 1000
const KEEP_MS = 200
const RETRY_MS = 5000

export function createOrderSaving(around: SavingEnvironment) {
  const $order = atom<OrderView | null>(null)
  /** Answers as typed; `null` until an order is there. */
  const $draft = atom<Answers | null>(null)
  const $conflicts = atom<readonly Conflict[]>([])
  const $saving = map<{ state: SaveState; at: number | null; message: string }>({
    state: 'idle',
    at: null,
    message: '',
  })
  /** Unsaved fields, and the server's value of each when typing began. */
  const unsaved = new Map<string, Json>()
  let cancelSave: (() => void) | undefined
  let cancelKeep: (() => void) | undefined
  let running: Promise<void> | undefined

  const typedOf = (paths: Iterable<string>): [string, Json][] => {
    const draft = $draft.get()
    const fields = draft ? fieldsOfAnswers(draft) : new Map<string, Json>()
    return [...paths].map((path) => [path, fields.get(path) ?? null])
  }
  const isSensitive = (path: string): boolean =>
    isSensitiveField(
      path,
      [$draft.get(), $order.get()?.answers].flatMap((it) => (it ? [it.people] : [])),
      dayOf(around.now()),
    )
  const standing = (): string[] => $conflicts.get().map(({ path }) => path)

  /**
   * Takes over the server's order; what was typed since or conflicts with it stays as typed. `compare`: others may have
   * changed it, and what they replaced on the page shown is a conflict too.
   */
  function adopt(order: OrderView, compare = false): void {
    const held = $order.get()
    if (held?.id === order.id && held.version > order.version) return
    if (order.sensitiveConsent === 'none') dropSensitive()
    if (compare && held?.status === 'created' && order.status === 'created') {
      for (const [path, value] of replacedFields(held.answers, order.answers)) {
        if (
          !unsaved.has(path) &&
          !standing().includes(path) &&
          around.shown(path) &&
          (order.sensitiveConsent === 'given' || !isSensitive(path))
        )
          unsaved.set(path, value)
      }
    }
    const mine = typedOf([...unsaved.keys(), ...standing()])
    $conflicts.set(mergeTyped(fieldsOfAnswers(order.answers), new Map(mine), unsaved, $conflicts.get()))
    $order.set(order)
    $draft.set(
      withFields(
        order.answers,
        mine.filter(([path]) => unsaved.has(path) || standing().includes(path)),
      ),
    )
  }

  /** The consent was withdrawn, here or in another tab: removes what it allowed from the page and the device. */
  function dropSensitive(): void {
    const paths = [...unsaved.keys(), ...standing()].filter(isSensitive)
    if (paths.length === 0) return
    for (const path of paths) unsaved.delete(path)
    $conflicts.set($conflicts.get().filter(({ path }) => !paths.includes(path)))
    cancelKeep ??= around.later(0, () => void keepNow())
  }

  /** Opens an order with the unsaved typing that this device still has. */
  function open(order: OrderView, typed: readonly Typed[] = []): void {
    unsaved.clear()
    cancelSave?.()
    $conflicts.set([])
    $order.set(null)
    $draft.set(
      withFields(
        order.answers,
        typed.map(({ path, value }) => [path, value]),
      ),
    )
    for (const { path, base } of typed) unsaved.set(path, base)
    adopt(order)
    $saving.set({ state: 'idle', at: null, message: '' })
    if (unsaved.size > 0) soon(0)
  }

  /** Changes one group of answers; it is saved a second after the last change. */
  function change<G extends Group>(group: G, value: Answers[G]): void {
    const [order, draft] = [$order.get(), $draft.get()]
    if (!order || !draft) return
    const next = { ...draft, [group]: value }
    const held = fieldsOfAnswers(order.answers)
    for (const path of changedFields(draft, next))
      if (!unsaved.has(path) && !standing().includes(path)) unsaved.set(path, held.get(path) ?? null)
    $draft.set(next)
    // Not postponed by the next key press: continuous typing must not lose more than this.
    cancelKeep ??= around.later(KEEP_MS, () => void keepNow())
    soon(AUTOSAVE_MS)
  }

  /** The person has chosen between the two values of a field. */
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

  /** Stores the unsaved fields on this device now, because the page may be about to close. */
  async function keepNow(): Promise<void> {
    cancelKeep?.()
    cancelKeep = undefined
    const order = $order.get()
    const bases = new Map([...$conflicts.get().map(({ path, base }) => [path, base] as const), ...unsaved])
    if (order)
      await around.keep(
        order.id,
        typedOf(bases.keys()).map(([path, value]) => ({ path, value, base: bases.get(path) ?? null })),
      )
  }

  function soon(ms: number): void {
    cancelSave?.()
    cancelSave = around.later(ms, () => void flush())
  }

  /** Saves the unsaved fields and waits. True when the server has everything. */
  async function flush({ leaving = false } = {}): Promise<boolean> {
    cancelSave?.()
    // oxlint-disable-next-line no-unmodified-loop-condition -- the save that runs empties it when it ends
    while (running) await running
    if (unsaved.size > 0) {
      running = save(leaving).finally(() => {
        running = undefined
      })
      await running
    }
    return unsaved.size === 0 && $conflicts.get().length === 0
  }

  async function save(leaving: boolean, again = true): Promise<void> {
    const order = $order.get()
    // A half-typed day stays on this device, and so does what needs a new consent: the rest must not wait for them.
    const sent = typedOf(unsaved.keys()).filter(
      ([path, value]) => fits(path, value) && (order?.sensitiveConsent === 'given' || !isSensitive(path)),
    )
    if (!order || sent.length === 0) {
      if ($saving.get().state === 'saving') $saving.setKey('state', 'idle')
      return
    }
    const answers = withFields(order.answers, sent)
    const groups = GROUPS.filter((group) => sent.some(([path]) => groupOf(path) === group))
    if ($saving.get().state !== 'waiting') $saving.setKey('state', 'saving')
    try {
      const reply = await around.save(
        { id: order.id, version: order.version, ...Object.fromEntries(groups.map((group) => [group, answers[group]])) },
        leaving,
      )
      if (reply.ok) return await saved(sent, reply.data)
      if (reply.code === 'conflict' && again && (await reload())) return await save(leaving, false)
      if (reply.code === 'not_editable') return await closed()
      // Others save continuously, or the call limit is reached: try again soon.
      if (reply.code === 'conflict' || reply.code === 'too_many') return soon(RETRY_MS)
      // A session code: the requester is already opening the login page, and what was typed is on this device.
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

  /** The order is no longer a draft: it was sent or given up in another tab. */
  async function closed(): Promise<void> {
    unsaved.clear()
    $conflicts.set([])
    await keepNow()
    await reload()
    $saving.setKey('state', 'idle')
  }

  /** Reloads the order. False when it could not be loaded. */
  async function reload(): Promise<boolean> {
    const id = $order.get()?.id
    const reply = id === undefined ? undefined : await around.load(id)
    if (reply?.ok) adopt(reply.data, true)
    return reply?.ok ?? false
  }

  return {
    $order,
    $draft,
    $conflicts,
    $saving,
    adopt: (order: OrderView): void => adopt(order),
    open,
    change,
    settle,
    keepNow,
    flush,
    reload,
    unsaved: (): boolean => unsaved.size > 0,
  }
}
