/**
 * `/personal/credential`: verify your identity, and see the policies that others bought for you. One arrangement: a
 * short column on both devices.
 */
import { useEffect, useRef, useCallback, useState } from 'react'
import { request } from '../../../app/requests/browser-requester.ts'
import { dataOf } from '../../../app/requests/read-reply.ts'
import { Island, type IslandProps } from '../../../app/load/island.tsx'
import { lazyPart } from '../../../app/load/lazy.tsx'
import { LoadFailed } from '../../../app/load/load-failed.tsx'
import { PersonalFrame, useUser } from '../../../app/session/personal-frame.tsx'
import { useT } from '../../../app/words/words.tsx'
import type { Day } from '../../../lib/days/dates.ts'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { listRegistrations, type Overview } from '../contract.ts'
import { RegistrationRecord, Standing } from './registration-status.tsx'
import { now } from '../../../lib/days/clock.ts'

/** Loaded once it is known that there is something to fill in. */
const RegistrationForm = lazyPart(() => import('./registration-form.tsx'))

export default function CredentialPage({ pageDay, ...island }: IslandProps & { pageDay: Day }) {
  return (
    <Island {...island}>
      <PersonalFrame path="/personal/credential">
        <Credential pageDay={pageDay} />
      </PersonalFrame>
    </Island>
  )
}

const load = async (): Promise<Overview> => {
  const reply = await request(listRegistrations, {})
  return dataOf(reply)
}

function Credential({ pageDay }: { pageDay: Day }) {
  const t = useT()
  const user = useUser()
  const { overview, failed, again, take } = useOverview()
  const heading = useRef<HTMLHeadingElement>(null)
  /** What was sent goes away with the field that had the focus. */
  function settle(next: Overview): void {
    take(next)
    heading.current?.focus()
  }
  const latest = overview?.registrations[0]
  const id = latest?.id
  const status = latest?.status
  useEffect(() => {
    // What was just sent, or decided, is shown at the top of the page.
    if (id) scrollTo({ top: 0 })
  }, [id, status])
  return (
    <div className="grid max-w-2xl grid-cols-1 gap-10">
      <header className="grid gap-2">
        <h1 className="type-h1 outline-none mobile:sr-only" ref={heading} tabIndex={-1}>
          {t('credentials:title')}
        </h1>
        <p className="type-lead measure text-ink-2">{t('credentials:lead')}</p>
      </header>
      {failed && <LoadFailed {...failed} again={again} />}
      {!overview && !failed && <Skeleton label={t('credentials:loading')} rows={5} />}
      {overview && (
        <>
          {latest && <Standing latest={latest} policies={overview.policies} onOpened={settle} reload={again} />}
          {latest?.status !== 'submitted' && user && (
            <RegistrationForm
              key={user.id}
              pageDay={pageDay}
              userId={user.id}
              verified={latest?.status === 'approved'}
              waitMs={overview.waitMs}
              onSent={settle}
            />
          )}
          {overview.registrations.length > 0 && <RegistrationRecord registrations={overview.registrations} />}
        </>
      )}
    </div>
  )
}

/** Short at first: a photo that cannot be opened is refused within seconds. Long afterwards: an operator decides. */
const SOON_MS = 3_000
const LATER_MS = 60_000
const SOON_FOR_MS = 60_000

interface OverviewState {
  overview: Overview | undefined
  /** Why the first load failed. */
  failed: { error: unknown } | undefined
  again: () => void
  /** Takes over a call's reply. */
  take: (overview: Overview) => void
}

/** The caller's registrations; polled while one waits, unless the page is hidden. */
function useOverview(): OverviewState {
  const [overview, take] = useState<Overview>()
  const [failed, setFailed] = useState<{ error: unknown }>()
  const [round, setRound] = useState(0)
  const [openedAt] = useState(now)
  const waits = overview?.registrations[0]?.status === 'submitted'
  const sentAt = waits ? overview.registrations[0]?.submittedAt : undefined

  useEffect(() => {
    let gone = false
    load()
      .then((found) => {
        if (gone) return
        take(found)
        setFailed(undefined)
      })
      .catch((error: unknown) => !gone && setFailed({ error }))
    return () => {
      gone = true
    }
  }, [round])

  useEffect(() => {
    if (!waits) return undefined
    const isSoon = now() - Math.max(openedAt, sentAt ?? 0) < SOON_FOR_MS
    const timer = setTimeout(() => setRound((n) => n + 1), isSoon && !document.hidden ? SOON_MS : LATER_MS)
    return () => clearTimeout(timer)
  }, [waits, sentAt, overview, round, openedAt])

  const again = useCallback(() => {
    setFailed(undefined)
    setRound((n) => n + 1)
  }, [])
  return { overview, failed: overview === undefined ? failed : undefined, again, take }
}
