/** `/personal/mine`: the person's data, their sessions, and how they get messages. One column on both devices. */
import { request } from '../../../../app/requests/browser-requester.ts'
import { dataOf } from '../../../../app/requests/read-reply.ts'
import { Island, type IslandProps } from '../../../../app/load/island.tsx'
import { lazyPart } from '../../../../app/load/lazy.tsx'
import { LoadFailed } from '../../../../app/load/load-failed.tsx'
import { PersonalFrame, useSignOut } from '../../../../app/session/personal-frame.tsx'
import { useLoad } from '../../../../app/requests/use-load.ts'
import { useT } from '../../../../app/words/words.tsx'
import { Button } from '../../../../ui/Button.tsx'
import { Skeleton } from '../../../../ui/Skeleton.tsx'
import { myInformation } from '../../contract.ts'
import { Devices } from './signed-in-devices.tsx'
import { Facts } from './personal-facts.tsx'
import { Notices } from './message-preferences-form.tsx'

const Closing = lazyPart(() => import('./closing/index.tsx'))
const Consents = lazyPart(() => import('./consents.tsx'))
const DataCopy = lazyPart(() => import('./data-copy/index.tsx'))

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
  const [loaded, again] = useLoad('mine', async () => {
    const reply = await request(myInformation, {})
    return dataOf(reply)
  })
  return (
    <div className="grid max-w-2xl gap-12">
      <h1 className="type-h1 mobile:sr-only">{t('account:mine.title')}</h1>
      {loaded.state === 'loading' && <Skeleton label={t('account:mine.loading')} rows={10} />}
      {loaded.state === 'failed' && <LoadFailed error={loaded.error} again={again} />}
      {loaded.state === 'ready' && (
        <>
          <Facts mine={loaded.data} />
          <Devices devices={loaded.data.devices} endsAt={loaded.data.endsAt} />
          <Notices mine={loaded.data} />
          <Consents />
          <DataCopy />
        </>
      )}
      <Leave />
      {loaded.state === 'ready' && <Closing />}
    </div>
  )
}

function Leave() {
  const t = useT()
  const { leaving, leave } = useSignOut()
  return (
    <section>
      <p className="mb-4 text-ink-2">{t('account:mine.leave.text')}</p>
      <Button icon="log-out" working={leaving && t('account:mine.leave.working')} onClick={leave}>
        {t('account:mine.leave.go')}
      </Button>
    </section>
  )
}
