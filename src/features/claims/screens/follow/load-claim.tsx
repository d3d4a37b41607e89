/** One claim on a page: loads it, keeps it up to date, announces changes, and renders each state. */
import { pageSearch } from '../../../../app/address/page-address.ts'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { request } from '../../../../app/requests/browser-requester.ts'
import { dataOf } from '../../../../app/requests/read-reply.ts'
import { optionalPart } from '../../../../app/load/lazy.tsx'
import { unsentCounts } from '../../../../app/photos/unsent-files.ts'
import { LoadFailed } from '../../../../app/load/load-failed.tsx'
import { NotFound } from '../../../../app/load/not-found.tsx'
import { useLang, useT } from '../../../../app/words/words.tsx'
import { formatInstant } from '../../../../lib/days/dates.ts'
import { localPath } from '../../../../lib/locale.ts'
import { Empty } from '../../../../ui/Empty.tsx'
import { Notice } from '../../../../ui/Notice.tsx'
import { Skeleton } from '../../../../ui/Skeleton.tsx'
import { TextLink } from '../../../../ui/TextLink.tsx'
import { draftPath } from '../../rules/claim-paths.ts'
import { getClaim, watchClaim, type ClaimView } from '../../contract.ts'
import { changedByOthers, hasNews, isOlder } from './claim-selectors.ts'
import { usePolling } from './use-polling.ts'

const ClaimPhotosWaiting = optionalPart(() => import('./claim-photos-waiting.tsx'))

export interface ClaimProps {
  claim: ClaimView
  /** Replaces the claim that is shown with an action's reply. */
  put: (claim: ClaimView) => void
}

type Held = ClaimView | 'missing' | 'draft'

const claimIdOf = (search: string): string => new URLSearchParams(search).get('id') ?? ''

/** `ownPhotos`: the page itself shows the photos that wait on this device. */
export function LoadClaim({
  children,
  ownPhotos = false,
}: {
  children: (props: ClaimProps) => ReactNode
  ownPhotos?: boolean
}) {
  const t = useT()
  const [id] = useState(() => claimIdOf(pageSearch()))
  const kept = useKeptPhotos(id)
  const [fresh, { again, put }] = usePolling<Held>({
    key: id,
    load: () => load(id),
    changed: async (held) => {
      if (typeof held === 'string') return false
      const reply = await request(watchClaim, { id })
      if (!reply.ok) return reply.code === 'not_found'
      return hasNews(held, reply.data)
    },
    older: isOlder,
  })
  if (fresh.state === 'loading') return <Skeleton label={t('claimprogress:loading')} rows={5} />
  if (fresh.state === 'failed') return <LoadFailed error={fresh.error} again={again} level={1} />
  if (fresh.data === 'missing') return <Missing />
  if (fresh.data === 'draft') return <Draft id={id} />
  return (
    <>
      {fresh.stale && <Stale at={fresh.at} />}
      <Told claim={fresh.data} />
      {kept && !ownPhotos && <ClaimPhotosWaiting claim={fresh.data} />}
      {children({ claim: fresh.data, put })}
    </>
  )
}

/** Whether photos of this claim are on this device; checked without loading the upload code. */
function useKeptPhotos(id: string): boolean {
  const [kept, set] = useState(false)
  useEffect(() => void unsentCounts().then((counts) => set(counts.has(id))), [id])
  return kept
}

async function load(id: string): Promise<Held> {
  if (!id) return 'missing'
  const reply = await request(getClaim, { id })
  if (reply.ok) return reply.data
  if (reply.code === 'not_sent') return 'draft'
  return reply.code === 'not_found' || reply.code === 'invalid' ? 'missing' : dataOf(reply)
}

/** Offline: the last state stays visible, with its time. */
export function Stale({ at }: { at: number }) {
  const t = useT()
  const lang = useLang()
  return (
    <div className="mb-6">
      <Notice kind="warn" icon="wifi-off" live="status" title={t('claimprogress:stale.title')}>
        {t('claimprogress:stale.text', { at: formatInstant(at, lang) })}
      </Notice>
    </div>
  )
}

/** Announces once what others have changed, without moving the focus or the page. */
function Told({ claim }: { claim: ClaimView }) {
  const t = useT()
  const [told, tell] = useState('')
  const before = useRef(claim)
  useEffect(() => {
    if (changedByOthers(before.current, claim)) {
      tell(
        before.current.status === claim.status
          ? t('claimprogress:told.changed')
          : t('claimprogress:told.status', { status: t(`claims:status.${claim.status}`) }),
      )
    }
    before.current = claim
  }, [claim, t])
  return (
    <p className="sr-only" role="status">
      {told}
    </p>
  )
}

function Missing() {
  const t = useT()
  return (
    <NotFound title={t('claimprogress:missing.title')} path="/claim/query/list" go={t('claimprogress:missing.action')}>
      {t('claimprogress:missing.text')}
    </NotFound>
  )
}

function Draft({ id }: { id: string }) {
  const t = useT()
  const lang = useLang()
  return (
    <Empty
      level={1}
      title={t('claimprogress:draft.title')}
      action={
        <TextLink look="go" href={localPath(lang, draftPath(id))}>
          {t('claimprogress:draft.action')}
        </TextLink>
      }
    >
      {t('claimprogress:draft.text')}
    </Empty>
  )
}
