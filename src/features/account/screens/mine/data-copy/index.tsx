/**
 * A copy of everything we store about the person: its contents, the request, its making, and the download with a code
 * of its own (decision 0063).
 */
import { useEffect, useEffectEvent, useState } from 'react'
import { callFailureWords, waitWords } from '../../../../../app/requests/call-failure-words.ts'
import { request } from '../../../../../app/requests/browser-requester.ts'
import { dataOf } from '../../../../../app/requests/read-reply.ts'
import { markPlace } from '../../../../../app/address/section-in-address.ts'
import { LoadFailed } from '../../../../../app/load/load-failed.tsx'
import { useLinkedHeading } from '../../../../../app/address/use-linked-heading.ts'
import { useLoad } from '../../../../../app/requests/use-load.ts'
import { Gap, useT } from '../../../../../app/words/words.tsx'
import { LIMITS } from '../../../../../lib/limits-and-periods.ts'
import { Accordion } from '../../../../../ui/Accordion.tsx'
import { FailedNotice } from '../../../../../ui/Notice.tsx'
import { Skeleton } from '../../../../../ui/Skeleton.tsx'
import { dataExports, requestExport, type DataExports } from '../../../contract.ts'
import { CopyState } from './copy-state.tsx'

/** Polling interval while a copy is being made, ms. */
const LOOK_AGAIN = 3_000
const WHAT = ['told', 'policies', 'files', 'record'] as const

const load = async (): Promise<DataExports> => {
  const reply = await request(dataExports, {})
  return dataOf(reply)
}

export default function DataCopy() {
  const t = useT()
  const [loaded, again] = useLoad('data-copy', load)
  // Messages link to this heading.
  const heading = useLinkedHeading('copy', loaded.state === 'ready')
  return (
    <section id="copy">
      <h2 className="type-h3" ref={heading} tabIndex={-1}>
        {t('datacopy:title')}
      </h2>
      <div className="mt-3 ruled measure">
        <Accordion title={t('datacopy:inside')}>
          <p className="mb-2">{t('datacopy:text')}</p>
          <ul className="grid gap-1 ps-5 list-disc marker:text-primary">
            {WHAT.map((it) => (
              <li key={it}>{t(`datacopy:what.${it}`)}</li>
            ))}
          </ul>
          <p className="mt-3 text-small">
            {t('datacopy:leftOut')}
            <Gap />
            {t('datacopy:most', { count: LIMITS.exportsDay })}
          </p>
        </Accordion>
      </div>
      <div className="mt-5 grid grid-cols-1 gap-4">
        {loaded.state === 'loading' && <Skeleton label={t('datacopy:loading')} rows={2} />}
        {loaded.state === 'failed' && <LoadFailed error={loaded.error} again={again} level={3} />}
        {loaded.state === 'ready' && <Copies loaded={loaded.data} />}
      </div>
    </section>
  )
}

function Copies({ loaded }: { loaded: DataExports }) {
  const t = useT()
  const [copies, setCopies] = useState(loaded)
  const [asking, setAsking] = useState(false)
  const [problem, setProblem] = useState('')
  /** Loads the present state; without a reply the last one stays. */
  async function look(): Promise<DataExports | undefined> {
    const next = await load().catch(() => undefined)
    if (next) setCopies(next)
    return next
  }
  useFollow(copies, look)

  async function ask(): Promise<void> {
    if (asking) return
    markPlace('copy')
    setAsking(true)
    setProblem('')
    try {
      const reply = await request(requestExport, {})
      if (reply.ok) setCopies(reply.data)
      // Another device requested it first: that copy is this person's, too.
      else if (reply.code === 'under_way') await look()
      else
        setProblem(
          reply.code === 'too_many'
            ? t('datacopy:tooMany', { count: LIMITS.exportsDay, time: waitWords(t, reply.extra.retryAfter ?? 60) })
            : reply.message,
        )
    } catch (error) {
      setProblem(callFailureWords(t, error))
    }
    setAsking(false)
  }

  return (
    <>
      <FailedNotice>{problem}</FailedNotice>
      <CopyState
        copies={copies}
        ask={ask}
        asking={asking}
        look={look}
        onGone={() => setProblem(t('datacopy:download.over'))}
      />
    </>
  )
}

/**
 * Polls while a copy is being made, and when somebody returns to a page that shows one: another device may have
 * requested another.
 */
function useFollow({ latest }: DataExports, look: () => Promise<unknown>): void {
  const state = latest?.status
  const present = useEffectEvent(look)
  useEffect(() => {
    if (state === undefined) return undefined
    const seen = (): void => {
      if (document.visibilityState === 'visible') void present()
    }
    const timer = state === 'requested' ? setInterval(seen, LOOK_AGAIN) : undefined
    document.addEventListener('visibilitychange', seen)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', seen)
    }
  }, [state])
}
