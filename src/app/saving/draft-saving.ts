/**
 * How the answers of an application or a claim are saved (design §6.2). Holds the draft as the server has it, the
 * answers as typed, and the unsaved fields. Saves a second after typing stops, one call at a time. What another tab or
 * device saved in the meantime is taken over; for fields changed on both sides the person is asked. Independent of the
 * browser: each wizard's store passes in what it needs.
 */
import { atom, map } from 'nanostores'
import type { Json } from '../../lib/text/canonical-json.ts'
import { RequestFailed } from '../requests/api.ts'
import type { DraftOf, SaveReply, SavingEnvironment, SaveState } from './saving-environment.ts'
import { changedFields, meet, replacedFields, same, type Conflict, type Typed } from './draft-fields.ts'

export const AUTOSAVE_MS = 1000
const KEEP_MS = 200
const RETRY_MS = [3000, 6000, 12_000, 30_000] as const
/** Of the values sent without an answer, as many are kept for each field. */
const MOST_SENT = 3
const ALL = { send: () => true, keep: () => true }

export function createDraftSaving<D extends DraftOf<A>, A>(around: SavingEnvironment<D, A>) {
  const { rules } = around
  const $draft = atom<D | null>(null)
  /** Answers as typed; `null` until a draft is there. */
  const $answers = atom<A | null>(null)
  const $conflicts = atom<readonly Conflict[]>([])
  const $saving = map<{ state: SaveState; at: number | null; message: string }>({
    state: 'idle',
    at: null,
    message: '',
  })
  const bases = new Map<string, Json>()
  const sent = new Map<string, readonly Json[]>()
  const chosen = new Set<string>()
  let cancelSave: (() => void) | undefined
  let cancelKeep: (() => void) | undefined
  let running: Promise<void> | undefined
  let tries = 0

  const typedOf = (paths: Iterable<string>): Map<string, Json> => {
    const answers = $answers.get()
    const fields = answers ? rules.of(answers) : new Map<string, Json>()
    return new Map([...paths].map((path) => [path, fields.get(path) ?? null]))
  }
  const standing = (): string[] => $conflicts.get().map(({ path }) => path)
  const allowedBy = (draft: D) =>
    around.allowed?.(
      draft,
      [$answers.get(), $draft.get()?.answers].flatMap((it) => it ?? []),
    ) ?? ALL

  /**
   * Takes over the server's draft; what was typed since or conflicts with it stays as typed. `compare`: others may have
   * changed it, and a value of the person's that they replaced can be a conflict too.
   */
  function adopt(draft: D, compare = false): void {
    const held = $draft.get()
    if (held?.id === draft.id && held.version > draft.version) return
    const allowed = allowedBy(draft)
    drop((path) => !allowed.keep(path))
    const theirs = rules.of(draft.answers)
    if (compare && held)
      for (const [path, value] of replacedFields(rules.of(held.answers), theirs))
        if (!bases.has(path) && !standing().includes(path) && allowed.send(path) && around.asks?.(path, held, draft))
          bases.set(path, value)
    const mine = typedOf([...bases.keys(), ...standing()])
    const left = { bases, sent, chosen, conflicts: $conflicts.get(), before: held ? rules.of(held.answers) : undefined }
    $conflicts.set(meet(rules, theirs, around.savedAt(draft), mine, left))
    $draft.set(draft)
    const stays = new Set([...bases.keys(), ...standing()])
    $answers.set(
      rules.replace(
        draft.answers,
        [...mine].filter(([path]) => stays.has(path)),
      ),
    )
  }

  /** Removes fields from this page and the device. */
  function drop(isDropped: (path: string) => boolean): void {
    const paths = [...bases.keys(), ...standing()].filter(isDropped)
    if (paths.length === 0) return
    for (const path of paths) bases.delete(path)
    $conflicts.set($conflicts.get().filter(({ path }) => !paths.includes(path)))
    cancelKeep ??= around.later(0, () => void keepNow())
  }

  /** Opens a draft with the unsaved typing that this device still has, and discards everything of the previous one. */
  function open(draft: D, typed: readonly Typed[] = []): void {
    bases.clear()
    sent.clear()
    chosen.clear()
    cancelSave?.()
    tries = 0
    $conflicts.set([])
    $draft.set(null)
    $answers.set(
      rules.replace(
        draft.answers,
        typed.map(({ path, value }) => [path, value]),
      ),
    )
    for (const one of typed) {
      bases.set(one.path, one.base)
      if (one.sent) sent.set(one.path, one.sent)
    }
    adopt(draft)
    $saving.set({ state: 'idle', at: around.savedAt(draft), message: '' })
    if (bases.size > 0) soon(0)
  }

  /** The answers were changed; they are saved a second after the last change. */
  function change(next: A): void {
    const [draft, answers] = [$draft.get(), $answers.get()]
    if (!draft || !answers) return
    const held = rules.of(draft.answers)
    for (const path of changedFields(rules.of(answers), rules.of(next)))
      if (!bases.has(path) && !standing().includes(path)) bases.set(path, held.get(path) ?? null)
    $answers.set(next)
    // Not postponed by the next key press: continuous typing must not lose more than this.
    cancelKeep ??= around.later(KEEP_MS, () => void keepNow())
    soon()
  }

  /** The person has chosen between the two values of a field. */
  function settle(path: string, take: 'mine' | 'theirs'): void {
    const conflict = $conflicts.get().find((one) => one.path === path)
    const answers = $answers.get()
    if (!conflict || !answers) return
    $conflicts.set($conflicts.get().filter((one) => one !== conflict))
    if (take === 'theirs') $answers.set(rules.replace(answers, [[path, conflict.theirs]]))
    else {
      // Based on the value that was shown, so that a later one is not overwritten unseen.
      bases.set(path, conflict.theirs)
      chosen.add(path)
    }
    void keepNow()
    soon(0)
  }

  /** Stores the unsaved fields on this device now, because the page may be about to close. */
  async function keepNow(): Promise<void> {
    cancelKeep?.()
    cancelKeep = undefined
    const draft = $draft.get()
    const begun = new Map([...$conflicts.get().map(({ path, base }) => [path, base] as const), ...bases])
    if (!draft) return
    const typed = [...typedOf(begun.keys())].map(([path, value]): Typed => ({
      path,
      value,
      base: begun.get(path) ?? null,
      sent: sent.get(path),
    }))
    await around.keep(draft.id, typed)
  }

  function soon(ms: number = AUTOSAVE_MS): void {
    cancelSave?.()
    cancelSave = around.later(ms, () => void flush())
  }

  /** Saves what is unsaved and waits. True when the server has everything and nothing waits for a choice. */
  async function flush({ leaving = false } = {}): Promise<boolean> {
    cancelSave?.()
    // oxlint-disable-next-line no-unmodified-loop-condition -- the save that runs empties it when it ends
    while (running) await running
    if (bases.size > 0 || around.more?.()) {
      running = save(leaving).finally(() => {
        running = undefined
      })
      await running
    }
    return bases.size === 0 && $conflicts.get().length === 0
  }

  /** A half-typed day stays on this device, and so does what needs a consent: the rest must not wait for them. */
  function sendable(draft: D): Map<string, Json> {
    const { send } = allowedBy(draft)
    return new Map([...typedOf(bases.keys())].filter(([path, value]) => rules.fits(path, value) && send(path)))
  }

  async function save(leaving: boolean, again = true): Promise<void> {
    const draft = $draft.get()
    if (!draft) return
    const fields = sendable(draft)
    if (fields.size === 0 && !around.more?.()) return $saving.setKey('state', bases.size > 0 ? 'unfinished' : 'idle')
    if ($saving.get().state !== 'offline') $saving.setKey('state', 'saving')
    for (const [path, value] of fields)
      sent.set(path, [value, ...(sent.get(path) ?? []).filter((one) => !same(one, value))].slice(0, MOST_SENT))
    // Not awaited: where the browser stores nothing, saving must not wait for it.
    if (fields.size > 0) void keepNow()
    try {
      const reply = await around.save(draft, fields, leaving)
      if (!reply.ok) return await refused(reply, leaving, again)
      tries = 0
      const settled = acknowledged(fields, reply)
      await keepNow()
      if (settled || !$draft.get() || sendable(reply.draft).size === 0) return
      if (again) return await save(leaving, false)
      soon(RETRY_MS[0])
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error
      const offline = error.code === 'offline' || error.code === 'timeout'
      $saving.setKey('state', offline ? 'offline' : 'server')
      soon(error.retryAfter ? error.retryAfter * 1000 : RETRY_MS[Math.min(tries++, RETRY_MS.length - 1)])
    }
  }

  /** Takes over the answer to a save. False if the server kept other values for some of the fields. */
  function acknowledged(fields: ReadonlyMap<string, Json>, reply: SaveReply<D> & { ok: true }): boolean {
    const now = typedOf(fields.keys())
    const held = rules.of(reply.draft.answers)
    const { kept = [] } = reply
    for (const [path, value] of fields) {
      if (kept.includes(path)) continue
      sent.delete(path)
      chosen.delete(path)
      if (same(now.get(path), value)) bases.delete(path)
      else bases.set(path, held.get(path) ?? null)
    }
    adopt(reply.draft)
    const unfinished = [...typedOf(bases.keys())].some(([path, value]) => !rules.fits(path, value))
    $saving.set({ state: unfinished ? 'unfinished' : 'saved', at: around.now(), message: '' })
    return kept.length === 0
  }

  async function refused(reply: { code: string; message: string }, leaving: boolean, again: boolean): Promise<void> {
    const { code, message } = reply
    if (code === 'conflict' && again && (await reload())) return await save(leaving, false)
    if (around.closed.codes.includes(code)) {
      bases.clear()
      $conflicts.set([])
      await keepNow()
      $saving.setKey('state', 'idle')
      await around.closed.act(code)
      return
    }
    // Others save continuously, or the call limit is reached.
    const busy = code === 'conflict' || code === 'too_many'
    // A session code: the requester is already opening the login page, and what was typed is on this device.
    const away = /^\d+$/.test(code)
    $saving.set({ ...$saving.get(), state: away ? 'away' : busy ? 'server' : 'refused', message })
    if (busy) soon(RETRY_MS[0])
  }

  /** Reloads the draft. False when it could not be loaded. */
  async function reload(): Promise<boolean> {
    const id = $draft.get()?.id
    const draft = id === undefined ? undefined : await around.load(id)
    if (draft) adopt(draft, true)
    return draft !== undefined
  }

  return {
    $draft,
    $answers,
    $conflicts,
    $saving,
    adopt: (draft: D): void => adopt(draft),
    open,
    change,
    settle,
    soon,
    keepNow,
    flush,
    reload,
    unsaved: (): boolean => bases.size > 0,
  }
}
