/** `/insurance-policy/details?id=…` (or `?order=…`, from the pages after payment). */
import { pageSearch } from '../../../../app/address/page-address.ts'
import { request } from '../../../../app/requests/browser-requester.ts'
import { dataOf } from '../../../../app/requests/read-reply.ts'
import { Island, type IslandProps } from '../../../../app/load/island.tsx'
import { byDevice } from '../../../../app/load/lazy.tsx'
import { useLoad } from '../../../../app/requests/use-load.ts'
import { PersonalFrame } from '../../../../app/session/personal-frame.tsx'
import { LoadFailed } from '../../../../app/load/load-failed.tsx'
import { NotFound } from '../../../../app/load/not-found.tsx'
import { useT } from '../../../../app/words/words.tsx'
import { Skeleton } from '../../../../ui/Skeleton.tsx'
import { getPolicy, type PolicyView } from '../../contract.ts'
import type { DetailsProps } from './props.ts'

const Arrangement = byDevice<DetailsProps>({ web: () => import('./web.tsx'), mobile: () => import('./mobile.tsx') })

export default function PolicyDetailsPage(props: IslandProps) {
  return (
    <Island {...props}>
      <PersonalFrame path="/insurance-policy/details">
        <PolicyDetails />
      </PersonalFrame>
    </Island>
  )
}

function PolicyDetails() {
  const t = useT()
  const query = new URLSearchParams(pageSearch())
  const by = { id: query.get('id') ?? undefined, order: query.get('order') ?? undefined }
  const [loaded, again] = useLoad<PolicyView | 'missing'>(
    `${by.id} ${by.order}`,
    async () => {
      if (!by.id && !by.order) return 'missing'
      const reply = await request(getPolicy, by)
      return !reply.ok && /^(not_found|invalid)$/.test(reply.code) ? 'missing' : dataOf(reply)
    },
    { keep: true },
  )
  if (loaded.state === 'loading') return <Skeleton label={t('policies:loading')} rows={5} />
  if (loaded.state === 'failed') return <LoadFailed error={loaded.error} again={again} level={1} />
  return loaded.data === 'missing' ? <Missing /> : <Arrangement policy={loaded.data} again={again} />
}

function Missing() {
  const t = useT()
  return (
    <NotFound title={t('policies:missing.title')} path="/insurance-policy/list" go={t('policies:missing.action')}>
      {t('policies:missing.text')}
    </NotFound>
  )
}
