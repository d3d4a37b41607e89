/**
 * Sending a claim in the browser: what has to go before it, where the press is kept, and when it is tried again
 * (submission.ts).
 */
import { z } from 'zod/mini'
import { request } from '../../../../../app/requests/browser-requester.ts'
import { deleteFromDevice, writeToDevice, readFromDevice } from '../../../../../app/storage/device-store.ts'
import { pending } from '../../../../../app/photos/upload-summary.ts'
import { uploads } from '../../../../../app/photos/uploads.ts'
import { canonicalJson } from '../../../../../lib/text/canonical-json.ts'
import { now } from '../../../../../lib/days/clock.ts'
import { getClaim, submitClaim } from '../../../contract.ts'
import { sendWhenChecked } from '../../send-when-checked.ts'
import { SENDING_STORE as STORE } from './stored-submissions.ts'
import { createSubmission, type Prepared } from './submission.ts'
import { $sign, followSigning, forgetSignature, openSigning, sendWaiting } from './signature-store.ts'
import { $answers, $conflicts, $draft, flush, keepNow, refresh, sent, show } from './wizard-store.ts'
import { typing } from './unsent-answers.ts'

const shape = z.object({ claim: z.string(), answers: z.string(), at: z.number(), unanswered: z.boolean() })

const answersNow = (): string => canonicalJson($answers.get() ?? null)

/** A file, a signature or an answer that this device has not sent yet would be lost to the claim. */
async function prepare(claim: string): Promise<Prepared> {
  try {
    await uploads.resume(claim)
  } catch {
    // This device's storage does not answer: photos may be in it, so it is asked again later.
    return 'offline'
  }
  const left = pending(uploads.items(claim).get())
  if (left > 0) return { uploads: left }
  await openSigning()
  await sendWaiting()
  if (!(await flush()) || $sign.get().state === 'offline') return 'offline'
  return $conflicts.get().length > 0 ? 'undecided' : 'ready'
}

const { $sending, press, resume, wake, cancel, pressed } = createSubmission({
  prepare,
  answers: answersNow,
  version: () => $draft.get()?.version ?? 0,
  submit: (id, version) => sendWhenChecked(() => request(submitClaim, { id, version })),
  look: (id) => request(getClaim, { id }),
  online: () => navigator.onLine,
  keep: async (one) => {
    // The last ticks first: a page that is closed at once would come back without them, and nothing would be sent.
    await keepNow()
    await writeToDevice(STORE, one.claim, one)
  },
  forget: (claim) => deleteFromDevice(STORE, claim).catch(() => undefined),
  later: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  now,
  sent: async (claim) => {
    await Promise.all([typing.forget(claim), forgetSignature(claim)])
    sent()
  },
  refresh: () => refresh({ always: true }),
})

/** A press that an earlier page of this device kept is carried out, in view of the person. */
export async function resumeSubmission(claim: string): Promise<void> {
  const held = shape.safeParse(await readFromDevice(STORE, claim).catch(() => undefined)).data
  if (!held || pressed()?.claim === claim || $draft.get()?.id !== claim) return
  show('check', { replace: true, still: true })
  resume(held)
}

/** Continues when the connection is back; stops when the person changes an answer while it waits. */
export function followSubmission(): () => void {
  const stopWatching = $answers.listen(() => {
    const one = pressed()
    if (one && one.claim === $draft.get()?.id && one.answers !== answersNow()) cancel('changed')
  })
  const stopSigning = followSigning()
  addEventListener('online', wake)
  return () => {
    stopWatching()
    stopSigning()
    removeEventListener('online', wake)
  }
}

export { $sending, press, cancel }
