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
import { joined, localPath } from '../../../../lib/locale.ts'
import { Skeleton } from '../../../../ui/Skeleton.tsx'
import { SummaryList } from '../../../../ui/SummaryList.tsx'
import { extensionOffer, type BlockedReason } from '../../extension-calls.ts'
import { ExtensionForm } from './extension-form.tsx'
import { Pending } from './unpaid-extension.tsx'
import type { ExtensionPage, BlockedExtension } from './props.ts'
import { SITE_CONTACTS } from '../../../../lib/site-contacts.ts'
import { Button } from '../../../../ui/Button.tsx'
import { TextLink } from '../../../../ui/TextLink.tsx'

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
                {page.insurerName}
                <span className="block">{page.notice}</span>
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

/** Reasons for which the buyer should buy a new policy; with the others an operator can help, or one has to wait. */
const BUY_ANEW: readonly BlockedReason[] = ['cancelled', 'ended', 'not_sold', 'no_next_term', 'longest', 'age']
const CALL: readonly BlockedReason[] = ['consent', 'death']

/** Why a policy cannot be extended now, and what to do instead. */
function Blocked({ page, blocked: { reason, from } }: { page: ExtensionPage; blocked: BlockedExtension }) {
  const t = useT()
  const lang = useLang()
  const { phone } = SITE_CONTACTS
  const { next } = page
  const values = {
    ends: formatDay(page.ends, lang),
    last: page.ends,
    from: from ? formatDay(from, lang) : '',
    insured: page.insured,
    number: next?.number,
    starts: next && formatDay(next.starts, lang),
    until: next && formatDay(next.ends, lang),
  }
  return (
    <section className="grid max-w-prose justify-items-start gap-5">
      <h1 className="type-h1">{t(`extension:blocked.${reason}.title`, values)}</h1>
      <p className="type-lead measure">{t(`extension:blocked.${reason}.text`, values)}</p>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        {BUY_ANEW.includes(reason) && (
          <Button look="primary" href={localPath(lang, '/plan/list')}>
            {t('extension:plans')}
          </Button>
        )}
        {CALL.includes(reason) && (
          <Button look="primary" href={`tel:${phone.replaceAll(' ', '')}`}>
            {t('extension:call', { phone })}
          </Button>
        )}
        {next && (
          <Button look="primary" href={localPath(lang, `/insurance-policy/details?id=${next.id}`)}>
            {t('extension:toNext', { number: next.number })}
          </Button>
        )}
        {reason === 'correcting' && (
          <Button look="primary" href={localPath(lang, `/personal/modify?policy=${page.id}`)}>
            {t('extension:toChanges')}
          </Button>
        )}
        <TextLink href={localPath(lang, `/insurance-policy/details?id=${page.id}`)}>{t('extension:back')}</TextLink>
      </div>
    </section>
  )
}
