/**
 * How a draft is saved (design §6.2). Holds the draft as the server has it, the answers as typed, and the unsaved keys.
 * Only changed keys are sent, a second after typing stops, one call at a time. A key that another device changed in the
 * meantime is kept separately with both values until the person has chosen. Independent of the browser:
 * `wizard-store.ts` passes in what it needs.
 */
import { atom, map } from 'nanostores'
import { RequestFailed, type Reply } from '../../../../../app/requests/api.ts'
import type { Json } from '../../../../../lib/text/canonical-json.ts'
import type { Input } from '../../../../../lib/contract.ts'
import type { AnswerKey, AnswerPatch, ClaimAnswers } from '../../../rules/claim-fields.ts'
import type { saveClaim, DraftView } from '../../../contract.ts'
import type { ClaimStep } from '../../../list-contract.ts'
import { fits, keysOf, patchToSave, same } from './answer-keys.ts'
import { conflictsMet, shownAgain, type Conflict } from './draft-conflicts.ts'
import type { Typed } from './unsent-answers.ts'

/**
 * `offline`: no connection · `server`: no usable reply · `refused`: the server cannot take a value · `away`: the
 * session has ended.
 */
export type SaveState = 'idle' | 'saving' | 'saved' | 'offline' | 'server' | 'refused' | 'away'

export interface SavingEnvironment {
  save: (input: Input<typeof saveClaim>) => Promise<Reply<typeof saveClaim>>
  keep: (claim: string, typed: readonly Typed[]) => Promise<void>
  later: (ms: number, run: () => void) => () => void
  now: () => number
  /** The draft was sent or deleted elsewhere. */
  gone: (why: 'already_sent' | 'not_found') => void
}

export const AUTOSAVE_MS = 1000
const KEEP_MS = 200
const RETRY_MS = [3000, 6000, 12_000, 30_000] as const

export function createDraftSaving(around: SavingEnvironment) {
  const $draft = atom<DraftView | null>(null)
  const $answers = atom<ClaimAnswers | null>(null)
  const $conflicts = atom<readonly Conflict[]>([])
  const $saving = map<{ state: SaveState; at: number | null; message: string }>({
    state: 'idle',
    at: null,
    message: '',
  })
  /** Keys with unsaved typing, and the draft's version when typing began. */
  const unsaved = new Map<AnswerKey, number>()
  /** Keys for which the person has chosen their own value. */
  const wanted = new Set<AnswerKey>()
  let step: ClaimStep | undefined
  let stepSaved: ClaimStep | undefined
  let cancelSave: (() => void) | undefined
  let cancelKeep: (() => void) | undefined
  let running: Promise<void> | undefined
  let tries = 0

  /** Takes over the server's draft; what was typed since or conflicts with it stays as typed. */
  function adopt(draft: DraftView): void {
    const now = $draft.get()
    if (now?.id === draft.id && now.version > draft.version) return
    const kept = now?.id === draft.id ? $answers.get() : null
    const mine: AnswerKey[] = [...unsaved.keys(), ...$conflicts.get().map(({ key }) => key)]
    $draft.set(draft)
    $conflicts.set($conflicts.get().map((one) => shownAgain(one, draft)))
    $answers.set({ ...draft.answers, ...(kept ? Object.fromEntries(mine.map((key) => [key, kept[key]])) : {}) })
  }

  /** Opens another draft and discards everything of the previous one. */
  function open(draft: DraftView, stored: readonly Typed[] = []): void {
    unsaved.clear()
    wanted.clear()
    $conflicts.set([])
    cancelSave?.()
    tries = 0
    step = stepSaved = draft.step
    $draft.set(null)
    adopt(draft)
    $saving.set({ state: 'saved', at: draft.savedAt, message: '' })
    const fresh = stored.filter(({ key, value }) => !same(draft.answers[key], value))
    for (const { key, base } of fresh) unsaved.set(key, Math.min(base, draft.version))
    $answers.set({ ...draft.answers, ...Object.fromEntries(fresh.map(({ key, value }) => [key, value])) })
    if (fresh.length > 0) {
      keepSoon()
      soon(0)
    }
  }

  function change(part: AnswerPatch): void {
    const draft = $draft.get()
    const answers = $answers.get()
    if (!draft || !answers) return
    $answers.set({ ...answers, ...part })
    for (const key of keysOf(part)) if (!unsaved.has(key) && !inConflict(key)) unsaved.set(key, draft.version)
    keepSoon()
    soon(AUTOSAVE_MS)
  }

  /** Stores the furthest step, so that another device can continue there. */
  function reached(now: ClaimStep): void {
    step = now
    if (step !== stepSaved) soon(AUTOSAVE_MS)
  }

  /** The person has chosen between the two values of a key. */
  function settle(key: AnswerKey, take: 'mine' | 'theirs'): void {
    const conflict = $conflicts.get().find((one) => one.key === key)
    const draft = $draft.get()
    const answers = $answers.get()
    if (!conflict || !draft || !answers) return
    $conflicts.set($conflicts.get().filter((one) => one !== conflict))
    if (take === 'theirs') $answers.set({ ...answers, [key]: draft.answers[key] })
    else {
      // Based on the version that was shown, so that later changes by the other device are not overwritten unseen.
      unsaved.set(key, conflict.seen)
      wanted.add(key)
    }
    keepSoon()
    soon(0)
  }

  const inConflict = (key: AnswerKey): boolean => $conflicts.get().some((one) => one.key === key)

  function typed(): Typed[] {
    const answers = $answers.get()
    if (!answers) return []
    const standing = $conflicts.get().map(({ key, base }): [AnswerKey, number] => [key, base])
    return [...unsaved, ...standing].map(([key, base]) => ({ key, value: answers[key], base }))
  }

  function keepSoon(): void {
    // Not postponed by the next key press: continuous typing must not lose more than this.
    cancelKeep ??= around.later(KEEP_MS, () => void keepNow())
  }

  /** Stores the unsaved keys on this device now, because the page may be about to close. */
  async function keepNow(): Promise<void> {
    cancelKeep?.()
    cancelKeep = undefined
    const draft = $draft.get()
    if (draft) await around.keep(draft.id, typed())
  }

  function soon(ms: number): void {
    cancelSave?.()
    cancelSave = around.later(ms, () => void flush())
  }

  /** Saves the unsaved keys and waits. True when the server has everything that is not in conflict. */
  async function flush(): Promise<boolean> {
    cancelSave?.()
    // oxlint-disable-next-line no-unmodified-loop-condition -- the save that runs empties it when it ends
    while (running) await running
    if (unsaved.size === 0 && step === stepSaved) return true
    running = save().finally(() => {
      running = undefined
    })
    await running
    return unsaved.size === 0
  }

  async function save(): Promise<void> {
    const draft = $draft.get()
    const answers = $answers.get()
    if (!draft || !answers) return
    const { keys, base, patch } = patchToSave(unsaved, answers, draft.version)
    if (keys.length === 0 && step === stepSaved) return $saving.setKey('state', 'refused')
    const to = step
    if ($saving.get().state !== 'offline') $saving.setKey('state', 'saving')
    try {
      const reply = await around.save({ id: draft.id, base, patch, ...(to ? { step: to } : {}) })
      if (!reply.ok) return refused(reply.code, reply.message)
      tries = 0
      stepSaved = to
      acknowledged(keys, patch, base, reply.data)
      await keepNow()
      if ([...unsaved].some(([key, of]) => of < reply.data.draft.version && fits(key, $answers.get()?.[key])))
        await save()
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error
      $saving.set({
        ...$saving.get(),
        state: error.code === 'offline' || error.code === 'timeout' ? 'offline' : 'server',
      })
      soon(
        error.retryAfter ? error.retryAfter * 1000 : (RETRY_MS[Math.min(tries++, RETRY_MS.length - 1)] ?? AUTOSAVE_MS),
      )
    }
  }

  function acknowledged(
    keys: readonly AnswerKey[],
    sent: AnswerPatch,
    base: number,
    { draft, conflicts }: { draft: DraftView; conflicts: readonly { key: string; theirs: Json; at: number }[] },
  ): void {
    const now = $answers.get()
    const met = conflictsMet(conflicts, { base, seen: draft.version, wanted })
    for (const key of keys) {
      wanted.delete(key)
      if (met.some((one) => one.key === key) || same(now?.[key], sent[key])) unsaved.delete(key)
      else unsaved.set(key, draft.version)
    }
    $conflicts.set([...$conflicts.get().filter(({ key }) => !met.some((one) => one.key === key)), ...met])
    adopt(draft)
    const odd = [...unsaved.keys()].some((key) => !fits(key, $answers.get()?.[key]))
    $saving.set({ state: odd ? 'refused' : 'saved', at: around.now(), message: '' })
  }

  function refused(code: string, message: string): void {
    if (code === 'already_sent' || code === 'not_found') return around.gone(code)
    // A session code: the requester is already opening the login page, and what was typed is on this device.
    if (/^\d+$/.test(code)) return $saving.setKey('state', 'away')
    $saving.set({ ...$saving.get(), state: code === 'too_many' || code === 'conflict' ? 'server' : 'refused', message })
    if (code === 'too_many' || code === 'conflict') soon(RETRY_MS[0])
  }

  return {
    $draft,
    $answers,
    $conflicts,
    $saving,
    adopt,
    open,
    change,
    reached,
    settle,
    flush,
    keepNow,
    unsaved: (): boolean => unsaved.size > 0,
  }
}
