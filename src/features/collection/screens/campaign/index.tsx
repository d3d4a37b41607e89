import { fromAddress, pageSearch } from '../../../../app/address/page-address.ts'
import { loadFailureWords } from '../../../../app/requests/call-failure-words.ts'
import { useEffect, useState } from 'react'
import { Island, type IslandProps } from '../../../../app/load/island.tsx'
import { request } from '../../../../app/requests/browser-requester.ts'
import { dataOf } from '../../../../app/requests/read-reply.ts'
import { useLoad } from '../../../../app/requests/use-load.ts'
import { useLang, useT } from '../../../../app/words/words.tsx'
import { dayOf, formatDay, type Day } from '../../../../lib/days/dates.ts'
import { joined, localPath, splitPath } from '../../../../lib/locale.ts'
import { partOf } from '../../../../lib/text/path-pattern.ts'
import { SITE } from '../../../../lib/site.ts'
import type { RoutePath } from '../../../../routes.ts'
import { Button } from '../../../../ui/Button.tsx'
import { DayRange } from '../../../../ui/DayRange.tsx'
import { Notice } from '../../../../ui/Notice.tsx'
import { Skeleton } from '../../../../ui/Skeleton.tsx'
import { SummaryList } from '../../../../ui/SummaryList.tsx'
import { TextLink } from '../../../../ui/TextLink.tsx'
import { openCampaign, type CampaignView } from '../../contract.ts'
import { BeginApplication } from './begin-application.tsx'
import { OwnApplications } from './own-applications.tsx'

/**
 * `/h5/collection/{id}`: a school's campaign. A student sees its facts, begins her application, and finds its state
 * again.
 */
export default function CampaignPage(props: IslandProps) {
  return (
    <Island {...props}>
      <Campaign />
    </Island>
  )
}

function Campaign() {
  const t = useT()
  const lang = useLang()
  const [address] = useState(() =>
    fromAddress(
      ({ pathname }) =>
        partOf('/h5/collection/[id]/[product_name]?' satisfies RoutePath, splitPath(pathname).path, 'id'),
      '',
    ),
  )
  const [invite] = useState(() => new URLSearchParams(pageSearch()).get('invite') ?? undefined)
  const [visit, setVisit] = useState(0)
  // On return from the application the browser may restore the page from its cache.
  useEffect(() => {
    const onShow = (event: PageTransitionEvent): void => {
      if (event.persisted) setVisit((n) => n + 1)
    }
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [])
  const [loaded, again] = useLoad(`${address}:${lang}:${visit}`, async () => {
    const reply = await request(openCampaign, { campaign: address, invite })
    return !reply.ok && (reply.code === 'not_found' || reply.code === 'invalid') ? ('wrong' as const) : dataOf(reply)
  })
  if (loaded.state === 'loading') return <Skeleton label={t('collection:loading')} />
  if (loaded.state === 'failed') {
    return (
      <section className="grid max-w-xl justify-items-start gap-4" role="alert">
        <h1 className="type-h1">{t('collection:failed.title')}</h1>
        <p className="type-lead">{loadFailureWords(t, loaded.error) ?? t('collection:failed.text')}</p>
        <Button look="primary" onClick={again}>
          {t('ui:tryAgain')}
        </Button>
      </section>
    )
  }
  return loaded.data === 'wrong' ? (
    <Wrong />
  ) : (
    <Shown key={visit} campaign={loaded.data} address={address} invite={invite} />
  )
}

function Wrong() {
  const t = useT()
  const { phone } = SITE[useLang()]
  return (
    <section className="grid max-w-xl justify-items-start gap-4" role="alert">
      <h1 className="type-h1">{t('collection:wrong.title')}</h1>
      <p className="type-lead">{t('collection:wrong.text')}</p>
      <TextLink href={`tel:${phone.replaceAll(' ', '')}`} icon="phone">
        {t('collection:call', { phone })}
      </TextLink>
    </section>
  )
}

function Shown({ campaign, address, invite }: { campaign: CampaignView; address: string; invite: string | undefined }) {
  const t = useT()
  const lang = useLang()
  const { name, standing, mine, payer } = campaign
  return (
    <div className="grid max-w-3xl gap-10">
      <header className="grid gap-3">
        <h1 className="type-h1">{t('collection:title', { name })}</h1>
        <p className="type-lead measure">{t(`collection:lead.${payer}`)}</p>
      </header>
      {mine.length > 0 && <OwnApplications campaign={campaign} />}
      {standing !== 'open' && (
        <Notice kind="warn" title={t(`collection:standing.${standing}.title`)}>
          {t(`collection:standing.${standing}.text`, {
            at: campaign.opensAt,
            day: formatDay(lastDay(campaign.closesAt), lang),
          })}
        </Notice>
      )}
      <Facts campaign={campaign} />
      {standing === 'open' && <BeginApplication campaign={campaign} address={address} invite={invite} />}
    </div>
  )
}

/** The campaign closes at the instant after the end of its last day. */
const lastDay = (closesAt: number): Day => dayOf(closesAt - 1)

function Facts({
  campaign: { plan, planId, tier, insurer, start, end, destination, payer, closesAt },
}: {
  campaign: CampaignView
}) {
  const t = useT()
  const lang = useLang()
  const chosen = t('collection:facts.choose')
  const rows = [
    { term: t('collection:facts.plan'), value: joined(lang, plan, tier) },
    { term: t('collection:facts.insurer'), value: insurer },
    { term: t('collection:facts.destination'), value: destination || chosen },
    {
      term: t('collection:facts.days'),
      value: start ? <DayRange start={start} end={end} lang={lang} /> : chosen,
    },
    { term: t('collection:facts.payer'), value: t(`collection:facts.pays.${payer}`) },
    { term: t('collection:facts.closes'), value: t('collection:facts.closesValue', { day: lastDay(closesAt) }) },
  ]
  return (
    <div className="grid gap-4">
      <SummaryList title={t('collection:facts.title')} rows={rows} />
      <p>
        <TextLink look="go" href={localPath(lang, `/plan/details/${planId}`)}>
          {t('collection:facts.see')}
        </TextLink>
      </p>
    </div>
  )
}
