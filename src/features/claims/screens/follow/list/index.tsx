/** `/claim/query/list`: saved, under way (what needs the person first), closed. */
import { request } from '../../../../../app/client.ts'
import { byDevice } from '../../../../../app/lazy.tsx'
import { NotLoaded } from '../../../../../app/trouble.tsx'
import { useT } from '../../../../../app/words.tsx'
import { Skeleton } from '../../../../../ui/Skeleton.tsx'
import { groupOf, listClaims, type ClaimGroup, type ClaimRow } from '../../../rows.ts'
import { useFresh } from '../fresh.ts'
import { Stale } from '../with-claim.tsx'
import { NoClaims, StartLink, type RowsProps } from './parts.tsx'

export const Rows = byDevice<RowsProps>({ web: () => import('./web.tsx'), mobile: () => import('./mobile.tsx') })

/** The caller's claims, looked at again while the page is open: a list costs the server little. */
export const useClaims = () =>
  useFresh<ClaimRow[]>({
    key: 'claims',
    load: async () => {
      const reply = await request(listClaims, {})
      return reply.ok ? reply.data.claims : undefined
    },
    changed: () => Promise.resolve(true),
  })

const GROUPS: readonly ClaimGroup[] = ['draft', 'open', 'closed']

/** What needs the person stands first, by when it is due; the rest keeps the server's order. */
export const byNeed = (claims: readonly ClaimRow[]): ClaimRow[] =>
  [...claims].sort((a, b) => Number(b.needs > 0) - Number(a.needs > 0) || (a.needs > 0 ? (a.needsBy ?? '').localeCompare(b.needsBy ?? '') : 0))

export default function ClaimList() {
  const t = useT()
  const [fresh, { again }] = useClaims()
  return (
    <>
      <div className="mb-7 flex flex-wrap items-baseline justify-between gap-x-6 mobile:mb-3">
        <h1 className="type-h1 mobile:sr-only">{t('follow:list.title')}</h1>
        {fresh.state === 'ready' && fresh.data.length > 0 && <StartLink />}
      </div>
      {fresh.state === 'loading' && <Skeleton label={t('follow:list.loading')} rows={3} />}
      {fresh.state === 'failed' && <NotLoaded again={again} />}
      {fresh.state === 'ready' && fresh.stale && <Stale at={fresh.at} />}
      {fresh.state === 'ready' && (fresh.data.length === 0 ? <NoClaims /> : <Groups claims={fresh.data} />)}
    </>
  )
}

function Groups({ claims }: { claims: readonly ClaimRow[] }) {
  const t = useT()
  return (
    <div className="grid gap-12 mobile:gap-10">
      {GROUPS.map((group) => {
        const own = byNeed(claims.filter((claim) => groupOf(claim) === group))
        if (own.length === 0) return null
        return (
          <section key={group}>
            <h2 className="mb-2.5 flex items-baseline gap-2.5 type-h3">{t(`follow:group.${group}`)}<small className="num text-small font-normal text-ink-3">{own.length}</small></h2>
            <Rows claims={own} label={t(`follow:group.${group}`)} />
          </section>
        )
      })}
    </div>
  )
}
