/** `/insurance-policy/extend?id=…`: extending a policy, from the choice of the last day to the cashier. */
import { pageSearch } from '../../../../app/address/page-address.ts'
import { request } from '../../../../app/requests/browser-requester.ts'
import { dataOf } from '../../../../app/requests/read-reply.ts'
import { Island, type IslandProps } from '../../../../app/load/island.tsx'
import { useLoad } from '../../../../app/requests/use-load.ts'
import { PersonalFrame } from '../../../../app/session/personal-frame.tsx'
import { LoadFailed } from '../../../../app/load/load-failed.tsx'
import { NotFound } from '../../../../app/load/not-found.tsx'
import { useLang, useT } from '../../../../app/words/words.tsx'
import { formatDay } from '../../../../lib/days/dates.ts'
import { joined } from '../../../../lib/locale.ts'
import { Skeleton } from '../../../../ui/Skeleton.tsx'
import { SummaryList } from '../../../../ui/SummaryList.tsx'
import { extensionOffer } from '../../extension-calls.ts'
import { Blocked } from './cannot-extend.tsx'
import { ExtensionForm } from './extension-form.tsx'
import { Pending } from './unpaid-extension.tsx'
import type { ExtensionPage } from './props.ts'

export default function ExtendPage(props: IslandProps) {
  return (
    <Island {...props}>
      <PersonalFrame path="/insurance-policy/extend">
        <Extend />
      </PersonalFrame>
    </Island>
  )
}

function Extend() {
  const t = useT()
  const id = new URLSearchParams(pageSearch()).get('id') ?? ''
  const [loaded, again] = useLoad<ExtensionPage | 'missing'>(`extension ${id}`, async () => {
    if (!id) return 'missing'
    const reply = await request(extensionOffer, { id })
    return !reply.ok && /^(not_found|invalid)$/.test(reply.code) ? 'missing' : dataOf(reply)
  })
  if (loaded.state === 'loading') return <Skeleton label={t('extension:loading')} rows={5} />
  if (loaded.state === 'failed') return <LoadFailed error={loaded.error} again={again} level={1} />
  return loaded.data === 'missing' ? <Missing /> : <Loaded page={loaded.data} again={again} />
}

function Loaded({ page, again }: { page: ExtensionPage; again: () => void }) {
  const lang = useLang()
  const t = useT()
  if (page.pending) return <Pending page={page} pending={page.pending} again={again} />
  if (page.blocked) return <Blocked page={page} blocked={page.blocked} />
  if (!page.offer) return null
  return (
    <div className="grid gap-10">
      <header className="grid gap-3">
        <h1 className="type-h1">{t('extension:title')}</h1>
        <p className="type-lead measure">
          {t('extension:lead', { number: page.number, day: formatDay(page.offer.from, lang) })}
        </p>
      </header>
      <Facts page={page} />
      <ExtensionForm page={page} offer={page.offer} again={again} />
    </div>
  )
}

function Facts({ page }: { page: ExtensionPage }) {
  const t = useT()
  const lang = useLang()
  return (
    <SummaryList
      rows={[
        {
          id: 'policy',
          term: t('extension:facts.policy'),
          value: (
            <>
              {joined(lang, page.planName, page.tierName)}
              <span className="block text-small font-normal text-ink-2">
                {page.insurerName} {page.notice}
              </span>
            </>
          ),
        },
        { id: 'insured', term: t('extension:facts.insured'), value: page.insured },
        {
          id: 'now',
          term: t('extension:facts.now'),
          value: (
            <>
              {formatDay(page.ends, lang)}
              <span className="block text-small font-normal text-ink-2">{t('extension:zone')}</span>
            </>
          ),
        },
      ]}
    />
  )
}

function Missing() {
  const t = useT()
  return (
    <NotFound title={t('extension:missing.title')} path="/insurance-policy/list" go={t('extension:missing.action')}>
      {t('extension:missing.text')}
    </NotFound>
  )
}
