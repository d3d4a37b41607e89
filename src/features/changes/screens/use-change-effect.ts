/** The change's effect on the premium: requested when the value may affect it, and typing has paused. */
import { useEffect, useState } from 'react'
import { request } from '../../../app/requests/browser-requester.ts'
import { isDay } from '../../../lib/days/dates.ts'
import type { IdType } from '../../../lib/people/id-number.ts'
import { previewChange, type ChangeEffect } from '../contract.ts'
import type { ChangeDraft } from './change-draft.ts'

/** Digits of an ID card number, which contains a date of birth. */
const CARD_DIGITS = 18
const PAUSE_MS = 400

export type EffectState =
  | { state: 'none' }
  | { state: 'working' }
  | { state: 'failed' }
  | { state: 'known'; view: ChangeEffect }

/** The premium depends on the date of birth, typed or contained in an ID card number. */
const hangsOn = ({ item, side, value }: ChangeDraft, idType: IdType | undefined): boolean =>
  (item === 'birth_date' && isDay(value)) ||
  (item === 'id_number' && side !== 'passport' && idType === 'resident_id' && value.trim().length === CARD_DIGITS)

/** `again` requests it once more, because the premium had changed when the request was sent. */
export function useChangeEffect(
  draft: ChangeDraft,
  idType: IdType | undefined,
): { effect: EffectState; again: () => void } {
  const { policy, who, item, side, value } = draft
  const [{ of, effect }, set] = useState<{ of: string; effect: EffectState }>({ of: '', effect: { state: 'none' } })
  const [round, setRound] = useState(0)
  const asked = item !== '' && hangsOn(draft, idType) ? [round, policy, who, item, side, value].join(' ') : ''
  if (of !== asked) set({ of: asked, effect: { state: asked === '' ? 'none' : 'working' } })
  useEffect(() => {
    if (asked === '' || item === '') return undefined
    let gone = false
    const show = (answer: EffectState): void => {
      if (!gone) set({ of: asked, effect: answer })
    }
    const timer = setTimeout(() => {
      // An invalid value is reported at its field once it is sent.
      request(previewChange, { policy, who, item, side: side || 'id', value }).then(
        (reply) => show(reply.ok ? { state: 'known', view: reply.data } : { state: 'none' }),
        () => show({ state: 'failed' }),
      )
    }, PAUSE_MS)
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [asked, policy, who, item, side, value])
  return { effect, again: () => setRound((n) => n + 1) }
}
