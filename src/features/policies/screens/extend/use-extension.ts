/** State and actions of the extension form. */
import { useEffect, useState } from 'react'
import { request } from '../../../../app/requests/browser-requester.ts'
import { callFailureWords } from '../../../../app/requests/call-failure-words.ts'
import { RequestFailed } from '../../../../app/requests/api.ts'
import { clearTabState, useTabState } from '../../../../app/storage/use-tab-state.ts'
import { useLang, useT } from '../../../../app/words/words.tsx'
import { formatDay, isDay } from '../../../../lib/days/dates.ts'
import type { Output } from '../../../../lib/contract.ts'
import { howAnswered, type HowAnswered } from '../../../../app/parts/health-questions.tsx'
import { extendPolicy, extensionQuote, type ExtensionOffer } from '../../extension-calls.ts'
import { payPage } from './extension-pay-path.ts'
import type { ExtensionPage } from './props.ts'

type Quote = Output<typeof extensionQuote>
type Answers = Record<string, 'yes' | 'no'>

const texts = (raw: unknown): string => (typeof raw === 'string' ? raw : '')
const readAnswers = (raw: unknown): Answers => {
  const entries = typeof raw === 'object' && raw !== null ? Object.entries(raw) : []
  return Object.fromEntries(entries.filter((it): it is [string, 'yes' | 'no'] => it[1] === 'yes' || it[1] === 'no'))
}

/** Asks for the price whenever a valid day is chosen; an answer for an earlier choice is dropped. */
function useQuote(id: string, ends: string, fits: boolean, round: number) {
  const t = useT()
  const asked = fits ? `${round} ${id} ${ends}` : ''
  const [answer, setAnswer] = useState<{ of: string; quote?: Quote; notice?: string }>({ of: asked })
  if (answer.of !== asked) setAnswer({ of: asked })
  useEffect(() => {
    if (asked === '') return undefined
    let gone = false
    request(extensionQuote, { id, ends }).then(
      (reply) => {
        if (!gone) setAnswer({ of: asked, ...(reply.ok ? { quote: reply.data } : { notice: reply.message }) })
      },
      (error: unknown) => {
        if (!gone && error instanceof RequestFailed) setAnswer({ of: asked, notice: callFailureWords(t, error) })
      },
    )
    return () => {
      gone = true
    }
  }, [asked, id, ends, t])
  return answer
}

const keysOf = (id: string) => ({
  ends: `extend:${id}:ends`,
  answers: `extend:${id}:answers`,
  singly: `extend:${id}:singly`,
  consent: `extend:${id}:consent`,
})

/** The answers to the list of questions, as they are kept in the tab. */
function useHealth(id: string, questions: ExtensionOffer['health']['questions']) {
  const keys = keysOf(id)
  const [answers, setAnswers] = useTabState<Answers>(keys.answers, {}, readAnswers)
  const [consented, setConsented] = useTabState(keys.consent, false, (raw) => raw === true)
  const [singly, setSingly] = useTabState(keys.singly, false, (raw) => raw === true)

  /** No to every question, or each of its own: then none of them is chosen yet. */
  function answerAll(how: HowAnswered): void {
    setSingly(how === 'some')
    setAnswers(how === 'none' ? Object.fromEntries(questions.map((it) => [it.id, 'no' as const])) : {})
  }

  return {
    answers,
    given: howAnswered(questions, answers, singly),
    stopped: questions.some((it) => answers[it.id] === 'yes'),
    answerAll,
    setAnswer: (question: string, answer: 'yes' | 'no') => setAnswers({ ...answers, [question]: answer }),
    consented,
    /** Withdrawing the consent clears the answers that it allowed. */
    consent: (yes: boolean): void => {
      setConsented(yes)
      if (!yes) answerAll('')
    },
  }
}

export function useExtension(page: ExtensionPage, offer: ExtensionOffer, again: () => void) {
  const t = useT()
  const lang = useLang()
  const keys = keysOf(page.id)
  const [ends, setEnds] = useTabState(keys.ends, '', texts)
  const [agreed, setAgreed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const [round, setRound] = useState(0)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState('')
  const fits = isDay(ends) && ends >= offer.shortest && ends <= offer.longest
  const { quote, notice = '' } = useQuote(page.id, ends, fits, round)
  const { questions, sha256 } = offer.health
  const health = useHealth(page.id, questions)
  const { answers, given, consented } = health

  const errors: { id: string; message: string }[] = [
    ...(fits
      ? []
      : [
          {
            id: 'ends',
            message: t('extension:error.ends', {
              shortest: formatDay(offer.shortest, lang),
              longest: formatDay(offer.longest, lang),
            }),
          },
        ]),
    ...(consented && given === '' ? [{ id: 'answers.all', message: t('errors:field.select_required') }] : []),
    ...(consented && given !== '' ? questions : []).flatMap(({ id }, i) =>
      answers[id] === undefined
        ? [{ id: `answers.${id}`, message: t('extension:error.question', { number: i + 1 }) }]
        : answers[id] === 'yes'
          ? [{ id: `answers.${id}`, message: t('extension:error.yes') }]
          : [],
    ),
    ...(consented ? [] : [{ id: 'sensitive', message: t('extension:error.consent') }]),
    ...(agreed ? [] : [{ id: 'agree', message: t('extension:error.agree') }]),
  ]

  async function go(): Promise<void> {
    setAttempt((n) => n + 1)
    setRefused('')
    if (errors.length > 0 || !quote || busy) return
    setBusy(true)
    try {
      const reply = await request(extendPolicy, {
        id: page.id,
        ends,
        premium: quote.premium.amount,
        sha256,
        clauses: page.nextClauseVersion,
        answers,
        sensitive: consented,
      })
      if (reply.ok) {
        for (const key of [keys.answers, keys.singly, keys.consent]) clearTabState(key)
        return location.assign(payPage(lang, reply.data.pay))
      }
      setRefused(reply.message)
      if (reply.code === 'changed') setRound((n) => n + 1)
      if (reply.code === 'text_changed') again()
    } catch (error) {
      setRefused(callFailureWords(t, error))
    }
    setBusy(false)
  }

  /** The questions count as not tried yet. */
  function consent(yes: boolean): void {
    setAttempt(0)
    health.consent(yes)
  }

  return {
    ends,
    setEnds,
    ...health,
    consent,
    agreed,
    setAgreed,
    fits,
    quote,
    notice: refused || notice,
    busy,
    go,
    attempt,
    errors: attempt > 0 ? errors : [],
  }
}
export type ExtensionState = ReturnType<typeof useExtension>
