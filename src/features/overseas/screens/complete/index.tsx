/**
 * `/other/overseas/complete`: what happens next with an application that was sent, and when; on this device or for the
 * login that sent it.
 */
import { pageSearch } from '../../../../app/address/page-address.ts'
import { useState } from 'react'
import { request } from '../../../../app/requests/browser-requester.ts'
import { dataOf } from '../../../../app/requests/read-reply.ts'
import { Island, type IslandProps } from '../../../../app/load/island.tsx'
import { LoadFailed } from '../../../../app/load/load-failed.tsx'
import { useLoad } from '../../../../app/requests/use-load.ts'
import { useLang, useT } from '../../../../app/words/words.tsx'
import { localPath } from '../../../../lib/locale.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Empty } from '../../../../ui/Empty.tsx'
import { Skeleton } from '../../../../ui/Skeleton.tsx'
import { listApplications, type OverseasApplication } from '../../contract.ts'
import { ApplicationStanding } from './application-status.tsx'
import { formatInstant } from '../../../../lib/days/dates.ts'
import { TextLink } from '../../../../ui/TextLink.tsx'

export default function CompletePage(props: IslandProps) {
  return (
    <Island {...props}>
      <Complete />
    </Island>
  )
}

function Complete() {
  const t = useT()
  const lang = useLang()
  const [id] = useState(() => new URLSearchParams(pageSearch()).get('id'))
  const [loaded, again] = useLoad(lang, async () => {
    const reply = await request(listApplications, {})
    return dataOf(reply).applications
  })
  if (loaded.state === 'loading') return <Skeleton label={t('referral:loading')} rows={5} />
  if (loaded.state === 'failed') return <LoadFailed error={loaded.error} again={again} level={1} />
  return <Loaded id={id} first={loaded.data} />
}

function Loaded({ id, first }: { id: string | null; first: readonly OverseasApplication[] }) {
  const t = useT()
  const lang = useLang()
  const [applications, setApplications] = useState(first)
  /** Scrolls to the top, where the new state is shown: the pressed button is at the bottom. */
  const replace = (next: readonly OverseasApplication[]): void => {
    setApplications(next)
    scrollTo({ top: 0 })
  }
  const shown = id === null ? applications[0] : applications.find((it) => it.id === id)
  const others = applications.filter((it) => it !== shown)
  const list = <Button href={localPath(lang, '/overseas')}>{t('referral:none.go')}</Button>
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-10">
      {shown ? (
        <ApplicationStanding application={shown} replace={replace} />
      ) : (
        <Empty
          level={1}
          kind={id === null ? 'empty' : 'notFound'}
          title={t(id === null ? 'referral:none.title' : 'referral:unknown.title')}
          action={list}
        >
          {t(id === null ? 'referral:none.text' : 'referral:unknown.text')}
        </Empty>
      )}
      {others.length > 0 && <OtherApplications applications={others} />}
    </div>
  )
}

/** The other applications of this device or login. */
function OtherApplications({ applications }: { applications: readonly OverseasApplication[] }) {
  const t = useT()
  const lang = useLang()
  return (
    <section className="grid gap-2" data-no-print>
      <h2 className="type-h3">{t('referral:others')}</h2>
      <ul className="ruled">
        {applications.map(({ id, title, status, submittedAt }) => (
          <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-3">
            <span className="min-w-0">
              <TextLink href={`${localPath(lang, '/other/overseas/complete')}?id=${id}`}>{title}</TextLink>{' '}
              <span className="num nobr text-small text-ink-2">{id}</span>
            </span>
            <span className="text-small text-ink-2">
              {t(`referral:status.${status}`)}
              <span className="num ms-3">{t('app:zoned', { time: formatInstant(submittedAt, lang) })}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
