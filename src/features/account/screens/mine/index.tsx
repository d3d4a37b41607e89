/** `/personal/mine`: who you are here, and where you are signed in. One arrangement: it is one short column on either device. */
import { useState } from 'react'
import { request } from '../../../../app/client.ts'
import { callFailureWords } from '../../../../app/call-failure-words.ts'
import { Island, type IslandProps } from '../../../../app/island.tsx'
import { useLoad } from '../../../../app/use-load.ts'
import { exists } from '../../../../app/nav.ts'
import { PersonalFrame, useSignOut } from '../../../../app/personal-frame.tsx'
import { toast } from '../../../../app/toast-store.ts'
import { LoadFailed } from '../../../../app/load-failed.tsx'
import { useLang, useT } from '../../../../app/words.tsx'
import { formatInstant } from '../../../../lib/dates.ts'
import { LIMITS } from '../../../../lib/limits.ts'
import { localPath } from '../../../../lib/locale.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Skeleton } from '../../../../ui/Skeleton.tsx'
import { SummaryList } from '../../../../ui/SummaryList.tsx'
import { TextLink } from '../../../../ui/TextLink.tsx'
import { logoutOthers, me, type User } from '../../../session/contract.ts'

export default function MinePage(props: IslandProps) {
  return (
    <Island {...props}>
      <PersonalFrame path="/personal/mine">
        <Mine />
      </PersonalFrame>
    </Island>
  )
}

function Mine() {
  const t = useT()
  const [loaded, again] = useLoad('me', async () => {
    const reply = await request(me, {})
    return reply.ok ? reply.data : undefined
  })
  return (
    <div className="grid max-w-2xl gap-12">
      <h1 className="type-h1 mobile:sr-only">{t('account:mine.title')}</h1>
      {loaded.state === 'loading' && <Skeleton label={t('account:mine.loading')} rows={3} />}
      {loaded.state === 'failed' && <LoadFailed again={again} />}
      {loaded.state === 'ready' && (
        <>
          <Contacts user={loaded.data.user} />
          <Devices endsAt={loaded.data.endsAt} />
        </>
      )}
      <Leave />
    </div>
  )
}

function Contacts({ user }: { user: User }) {
  const t = useT()
  const lang = useLang()
  const given = (value: string | null) => value ?? <span className="font-normal text-ink-3">{t('account:mine.none')}</span>
  const named = user.name !== user.mobile && user.name !== user.email
  return (
    <section>
      <SummaryList
        rows={[
          { id: 'name', term: t('account:mine.name'), value: given(named ? user.name : null) },
          { id: 'mobile', term: t('account:mine.mobile'), value: given(user.mobile) },
          { id: 'email', term: t('account:mine.email'), value: given(user.email) },
        ]}
      />
      <p className="mt-3 text-small text-ink-2">{t('account:mine.how')}</p>
      {exists('/personal/modify') && <TextLink look="go" href={localPath(lang, '/personal/modify')}>{t('app:personal.modify')}</TextLink>}
    </section>
  )
}

function Devices({ endsAt }: { endsAt: number }) {
  const t = useT()
  const lang = useLang()
  const [busy, setBusy] = useState(false)
  async function out(): Promise<void> {
    setBusy(true)
    try {
      const reply = await request(logoutOthers, {})
      toast(reply.ok ? t('account:mine.devices.done') : reply.message, reply.ok ? 'plain' : 'bad')
    } catch (error) {
      toast(callFailureWords(t, error), 'bad')
    }
    setBusy(false)
  }
  return (
    <section>
      <h2 className="type-h3">{t('account:mine.devices.title')}</h2>
      <p className="mt-1 measure text-ink-2">{t('account:mine.devices.text', { minutes: LIMITS.sessionMinutes, hours: LIMITS.sessionHours })}</p>
      <p className="num mt-2 mb-4">{t('account:mine.devices.until', { until: formatInstant(endsAt, lang) })}</p>
      <Button icon="monitor" working={busy && t('account:mine.devices.working')} onClick={() => void out()}>{t('account:mine.devices.others')}</Button>
    </section>
  )
}

function Leave() {
  const t = useT()
  const { leaving, leave } = useSignOut()
  return (
    <section>
      <h2 className="type-h3">{t('account:mine.leave.title')}</h2>
      <p className="mt-1 mb-4 text-ink-2">{t('account:mine.leave.text')}</p>
      <Button icon="log-out" working={leaving && t('account:mine.leave.working')} onClick={leave}>{t('account:mine.leave.go')}</Button>
    </section>
  )
}
