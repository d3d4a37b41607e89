/**
 * Sending a claim, from the press of the button to the case number (design §6.4). The press is stored on this device
 * until the server has replied, so that a lost connection or a closed tab causes neither a second sending nor a
 * forgotten one. The answers that were visible when the button was pressed are sent: if they have changed since, the
 * person is asked to press again. If only the reply was lost, the server is asked whether the claim arrived before it
 * is sent again. Independent of the browser; the browser's part is in `submission-in-browser.ts`.
 */
import { map } from 'nanostores'
import { RequestFailed, type Reply } from '../../../../../app/requests/api.ts'
import type { getClaim, submitClaim } from '../../../contract.ts'

/**
 * `waiting`: not sent, no connection · `checking`: sent, the reply is missing · `uploads`, `undecided`, `changed`,
 * `refused`, `expired`: not sent, and the person has to do something first.
 */
export type SendState =
  | 'idle'
  | 'sending'
  | 'waiting'
  | 'checking'
  | 'uploads'
  | 'undecided'
  | 'changed'
  | 'refused'
  | 'expired'

/** The press of the button, as stored on this device. */
export interface Pressed {
  claim: string
  /** The answers that the person saw, as one text. */
  answers: string
  at: number
  /** A request was sent, and no reply came. */
  unanswered: boolean
}

/** What must be on the server before the claim can be sent. */
export type Prepared = 'ready' | 'offline' | 'undecided' | { uploads: number }

export interface SubmissionEnvironment {
  prepare: (claim: string) => Promise<Prepared>
  /** The present answers as one text; and the version of them that the server has. */
  answers: () => string
  version: () => number
  submit: (claim: string, version: number) => Promise<Reply<typeof submitClaim>>
  look: (claim: string) => Promise<Reply<typeof getClaim>>
  online: () => boolean
  keep: (pressed: Pressed) => Promise<void>
  forget: (claim: string) => Promise<void>
  later: (ms: number, run: () => void) => () => void
  now: () => number
  sent: (claim: string) => Promise<void>
  /** The server refused: loads what it has now. */
  refresh: () => Promise<unknown>
}

const RETRY_MS = [3000, 6000, 12_000, 30_000] as const
/** An older press is not carried out without asking again. */
export const PRESS_LASTS_MS = 24 * 3_600_000

/** Codes of an ended session: the requester opens the login page, and the press waits. */
const signedOut = (code: string): boolean => /^\d+$/.test(code)

export function createSubmission(around: SubmissionEnvironment) {
  const $sending = map<{ claim: string; state: SendState; message: string; uploads: number }>({
    claim: '',
    state: 'idle',
    message: '',
    uploads: 0,
  })
  let pressed: Pressed | undefined
  let running: Promise<void> | undefined
  let cancelRetry: (() => void) | undefined
  let tries = 0

  const say = (state: SendState, more: { message?: string; uploads?: number } = {}): void =>
    $sending.set({
      claim: pressed?.claim ?? $sending.get().claim,
      state,
      message: more.message ?? '',
      uploads: more.uploads ?? 0,
    })

  /** The button was pressed. Pressing again while it waits tries at once. */
  async function press(claim: string): Promise<void> {
    const again = pressed?.claim === claim ? pressed : undefined
    pressed = { claim, answers: around.answers(), at: around.now(), unanswered: again?.unanswered ?? false }
    tries = 0
    say('sending')
    await around.keep(pressed)
    await run()
  }

  /**
   * Continues a press that is stored on this device, when the claim is opened again. True when there is one to carry
   * out.
   */
  function resume(kept: Pressed): boolean {
    if (around.now() - kept.at > PRESS_LASTS_MS) {
      $sending.setKey('claim', kept.claim)
      stop('expired')
      return false
    }
    pressed = kept
    tries = 0
    say(kept.unanswered ? 'checking' : 'waiting')
    void run()
    return true
  }

  /** The connection may be back: tries again. */
  function wake(): void {
    if (pressed && !running) void run()
  }

  /** The person cancels, or has changed something. Does nothing where the claim may have been sent already. */
  function cancel(why: SendState = 'idle'): void {
    if (pressed && !pressed.unanswered && !running) stop(why)
  }

  function run(): Promise<void> {
    cancelRetry?.()
    running ??= attempt().finally(() => {
      running = undefined
    })
    return running
  }

  async function attempt(): Promise<void> {
    const now = pressed
    if (!now) return
    try {
      if (now.unanswered && (await arrived(now))) return
      if (!around.online()) return wait()
      const ready = await around.prepare(now.claim)
      if (ready === 'offline') return wait()
      if (ready === 'undecided') return stop('undecided')
      if (typeof ready === 'object') return stop('uploads', ready)
      if (around.answers() !== now.answers) return stop('changed')
      say('sending')
      await remember(now, true)
      await answered(now, await around.submit(now.claim, around.version()))
    } catch (error) {
      wait(error instanceof RequestFailed ? error.retryAfter : undefined)
      if (!(error instanceof RequestFailed)) throw error
    }
  }

  /** Asks whether a claim whose reply was lost has reached the server. If so, the sending is finished. */
  async function arrived(now: Pressed): Promise<boolean> {
    say('checking')
    const reply = await around.look(now.claim)
    if (reply.ok) {
      await done(now)
      return true
    }
    if (signedOut(reply.code)) return true
    await remember(now, false)
    return false
  }

  async function answered(now: Pressed, reply: Reply<typeof submitClaim>): Promise<void> {
    if (reply.ok) return done(now)
    await remember(now, false)
    if (signedOut(reply.code)) return say('waiting')
    await around.refresh()
    stop(reply.code === 'conflict' ? 'changed' : 'refused', { message: reply.message })
  }

  async function done({ claim }: Pressed): Promise<void> {
    pressed = undefined
    await around.forget(claim)
    await around.sent(claim)
  }

  async function remember(now: Pressed, unanswered: boolean): Promise<void> {
    now.unanswered = unanswered
    await around.keep(now)
  }

  /** Tries again automatically: after a while, or when the connection is back. */
  function wait(seconds?: number): void {
    say(pressed?.unanswered ? 'checking' : 'waiting')
    const ms = seconds ? seconds * 1000 : (RETRY_MS[Math.min(tries++, RETRY_MS.length - 1)] ?? 3000)
    // With a working connection, a lost reply is asked for at once.
    cancelRetry = around.later(pressed?.unanswered && tries === 1 && around.online() ? 0 : ms, wake)
  }

  function stop(state: SendState, more: { message?: string; uploads?: number } = {}): void {
    cancelRetry?.()
    const claim = pressed?.claim ?? $sending.get().claim
    say(state, more)
    pressed = undefined
    if (claim) void around.forget(claim)
  }

  return { $sending, press, resume, wake, cancel, pressed: (): Pressed | undefined => pressed }
}
