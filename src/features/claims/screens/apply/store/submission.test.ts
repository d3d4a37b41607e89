import { describe, expect, test } from 'vitest'
import { RequestFailed } from '../../../../../app/requests/api.ts'
import type { ClaimView } from '../../../contract.ts'
import { createSubmission, PRESS_LASTS_MS, type Prepared, type Pressed } from './submission.ts'

const CLAIM = 'claim-00000001'

/** A server that makes one case of a claim, and a device whose requests can be made to fail. */
function world() {
  const state = {
    online: true,
    prepared: 'ready' as Prepared,
    answers: 'as pressed',
    refuse: '' as '' | 'conflict' | 'incomplete' | '5001',
    /** How the next requests fail: lost on the way to the server, or on the way back. */
    lose: [] as ('there' | 'back')[],
    /** What else fails while it is prepared. */
    breaks: undefined as Error | undefined,
  }
  let timers: { at: number; run: () => void }[] = []
  let now = 1000
  let kept: Pressed | undefined
  const shown: string[] = []
  const cases: string[] = []
  const befalls = (act: () => void): void => {
    const lost = state.online ? state.lose.shift() : 'there'
    if (lost !== 'there') act()
    if (lost) throw new RequestFailed('offline')
  }
  const refused = (code: string) => ({
    ok: false as const,
    code: code as '5001',
    message: 'said',
    fields: {},
    extra: {},
  })
  const device = () =>
    createSubmission({
      prepare: () => (state.breaks ? Promise.reject(state.breaks) : Promise.resolve(state.prepared)),
      answers: () => state.answers,
      version: () => 7,
      submit: async () => {
        befalls(() => {
          if (!state.refuse && cases.length === 0) cases.push('YF-C-1')
        })
        return state.refuse ? refused(state.refuse) : { ok: true, data: { caseNumber: cases[0] ?? '', submittedAt: 1 } }
      },
      look: async () => {
        befalls(() => undefined)
        return cases[0] ? { ok: true, data: { caseNumber: cases[0] } as ClaimView } : refused('not_sent')
      },
      online: () => state.online,
      keep: (pressed) => Promise.resolve(void (kept = { ...pressed })),
      forget: () => Promise.resolve(void (kept = undefined)),
      later: (ms, run) => {
        const timer = { at: now + ms, run }
        timers.push(timer)
        return () => {
          timers = timers.filter((one) => one !== timer)
        }
      },
      now: () => now,
      sent: () => Promise.resolve(void shown.push(cases[0] ?? 'nothing')),
      refresh: () => Promise.resolve(),
    })
  const settle = async (): Promise<void> => {
    for (let i = 0; i < 40; i++) await Promise.resolve()
  }
  const pass = async (ms: number): Promise<void> => {
    now += ms
    const due = timers.filter(({ at }) => at <= now)
    timers = timers.filter(({ at }) => at > now)
    for (const { run } of due) run()
    await settle()
  }
  return { state, device, pass, settle, shown, cases, kept: () => kept, timers: () => timers.length }
}

describe('sending', () => {
  test('pressed once and again: one case, shown once, nothing kept', async () => {
    const on = world()
    const it = on.device()
    await Promise.all([it.press(CLAIM), it.press(CLAIM)])
    expect([on.cases, on.shown, on.kept()]).toEqual([['YF-C-1'], ['YF-C-1'], undefined])
  })

  test('without a connection it waits, says that nothing was sent, and is sent when the line is back', async () => {
    const on = world()
    const it = on.device()
    on.state.online = false
    await it.press(CLAIM)
    expect(it.$sending.get()).toMatchObject({ claim: CLAIM, state: 'waiting' })
    expect([on.kept(), on.cases]).toMatchObject([{ claim: CLAIM, unanswered: false }, []])
    on.state.online = true
    it.wake()
    await on.settle()
    expect(on.shown).toEqual(['YF-C-1'])
  })

  test('the request is lost: it is looked for, is not there, and goes again by itself', async () => {
    const on = world()
    const it = on.device()
    on.state.lose = ['there']
    await it.press(CLAIM)
    expect(it.$sending.get().state).toBe('checking')
    await on.pass(0)
    expect([on.cases, on.shown]).toEqual([['YF-C-1'], ['YF-C-1']])
  })

  test('whatever fails, it does not stay at "Sending": it waits, and goes again by itself', async () => {
    const on = world()
    const it = on.device()
    on.state.breaks = new Error('storage')
    await expect(it.press(CLAIM)).rejects.toThrow('storage')
    expect([it.$sending.get().state, on.kept()]).toMatchObject(['waiting', { claim: CLAIM }])
    on.state.breaks = undefined
    await on.pass(30_000)
    expect([on.cases, on.shown]).toEqual([['YF-C-1'], ['YF-C-1']])
  })

  test('only the answer is lost: it is found, and its number shown', async () => {
    const on = world()
    const it = on.device()
    on.state.lose = ['back', 'there']
    await it.press(CLAIM)
    expect([it.$sending.get().state, on.cases, on.shown]).toEqual(['checking', ['YF-C-1'], []])
    await on.pass(0)
    expect(it.$sending.get().state).toBe('checking')
    await on.pass(30_000)
    expect(on.shown).toEqual(['YF-C-1'])
  })

  test.each(['waiting', 'checking'] as const)(
    'the tab is closed while it is %s: the next one goes on',
    async (state) => {
      const on = world()
      const first = on.device()
      if (state === 'waiting') on.state.online = false
      else on.state.lose = ['back']
      await first.press(CLAIM)
      expect(first.$sending.get().state).toBe(state)
      on.state.online = true
      const kept = on.kept()
      const next = on.device()
      expect(kept && next.resume(kept)).toBe(true)
      await on.settle()
      expect([on.cases, on.shown, on.kept()]).toEqual([['YF-C-1'], ['YF-C-1'], undefined])
    },
  )

  test('an old press is not carried out: it says so', async () => {
    const on = world()
    const it = on.device()
    expect(it.resume({ claim: CLAIM, answers: 'as pressed', at: 1000 - PRESS_LASTS_MS - 1, unanswered: false })).toBe(
      false,
    )
    await on.settle()
    expect([it.$sending.get(), on.cases]).toMatchObject([{ claim: CLAIM, state: 'expired' }, []])
  })

  test('what was changed since the press is not sent unseen', async () => {
    const on = world()
    const it = on.device()
    on.state.online = false
    await it.press(CLAIM)
    on.state.answers = 'as another device left them'
    on.state.online = true
    it.wake()
    await on.settle()
    expect([it.$sending.get().state, on.cases, on.kept(), on.timers()]).toEqual(['changed', [], undefined, 0])
  })

  test.each([
    [{ prepared: 'undecided' as const }, 'undecided'],
    [{ prepared: { uploads: 2 } }, 'uploads'],
    [{ refuse: 'conflict' as const }, 'changed'],
    [{ refuse: 'incomplete' as const }, 'refused'],
  ])('%o: it says %s, and does not try again by itself', async (over, state) => {
    const on = world()
    Object.assign(on.state, over)
    const it = on.device()
    await it.press(CLAIM)
    expect([it.$sending.get().state, on.kept(), on.timers()]).toEqual([state, undefined, 0])
  })

  test('a login that is over keeps the press for the one after it', async () => {
    const on = world()
    const it = on.device()
    on.state.refuse = '5001'
    await it.press(CLAIM)
    expect(on.kept()).toMatchObject({ claim: CLAIM, unanswered: false })
  })

  test('the person takes it back while it waits; not once it may have arrived', async () => {
    const on = world()
    const it = on.device()
    on.state.online = false
    await it.press(CLAIM)
    it.cancel()
    expect([it.$sending.get().state, on.kept()]).toEqual(['idle', undefined])
    on.state.online = true
    on.state.lose = ['back', 'there', 'there']
    await it.press(CLAIM)
    it.cancel()
    expect(it.$sending.get().state).toBe('checking')
  })
})
