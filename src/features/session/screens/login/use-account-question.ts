/** The question that follows a right code when the contact was added to an account (decision 0108). */
import { useState } from 'react'
import { z } from 'zod/mini'
import { callFailureWords } from '../../../../app/requests/call-failure-words.ts'
import { request } from '../../../../app/requests/browser-requester.ts'
import type { Translate } from '../../../../app/words/translate.ts'
import { clearTabState, useTabState } from '../../../../app/storage/use-tab-state.ts'
import { now } from '../../../../lib/days/clock.ts'
import type { Day } from '../../../../lib/days/dates.ts'
import type { Output, Refused } from '../../../../lib/contract.ts'
import { LIMITS } from '../../../../lib/limits-and-periods.ts'
import { acceptAccount, accountQuestionSchema, rejectAccount, type login } from '../../contract.ts'

const KEPT = 'login-question'
const OPEN_MS = LIMITS.confirmMinutes * 60_000
const keptSchema = z.nullable(z.extend(accountQuestionSchema, { askedAt: z.number() }))
type Question = z.output<typeof accountQuestionSchema>

interface Outcomes {
  onAccepted: (reply: Output<typeof login>) => void
  /** The question is over: the form is back, with or without something to say. */
  onOver: (words: string) => void
}

export type AccountQuestionState = ReturnType<typeof useAccountQuestion>

export function useAccountQuestion(t: Translate, pageDay: Day, { onAccepted, onOver }: Outcomes) {
  // A reload keeps the question. The server refuses it after this time.
  const [asked, setAsked] = useTabState<z.output<typeof keptSchema>>(KEPT, null, (raw) => {
    const kept = keptSchema.parse(raw)
    return kept && kept.askedAt > now() - OPEN_MS ? kept : null
  })
  const [rejected, setRejected] = useState('')
  const [answering, setAnswering] = useState<'yes' | 'no'>()
  const [notice, setNotice] = useState('')

  async function accept({ question }: Question) {
    const reply = await request(acceptAccount, { question, pageDay })
    if (!reply.ok) return reply
    // The page shows the question until the browser leaves it.
    clearTabState(KEPT)
    onAccepted(reply.data)
    return undefined
  }

  async function reject({ question, contact }: Question) {
    const reply = await request(rejectAccount, { question })
    if (!reply.ok) return reply
    setRejected(contact)
    setAsked(null)
    onOver('')
    return undefined
  }

  async function send(given: 'yes' | 'no'): Promise<void> {
    if (!asked || answering) return
    setNotice('')
    setAnswering(given)
    try {
      const refusal = await (given === 'yes' ? accept : reject)(asked)
      if (!refusal) return
      if (refusal.code !== 'question_over') return setNotice(refusal.message)
      setAsked(null)
      onOver(refusal.message)
    } catch (error) {
      setNotice(callFailureWords(t, error))
    } finally {
      setAnswering(undefined)
    }
  }

  return {
    asked,
    rejected,
    answering,
    notice,
    choose: (given: 'yes' | 'no') => void send(given),
    /** Back to the form without an answer: the question is over by itself. */
    leave: () => setAsked(null),
    ask: (extra: Refused) => {
      setRejected('')
      setAsked({ ...accountQuestionSchema.parse(extra), askedAt: now() })
    },
  }
}
