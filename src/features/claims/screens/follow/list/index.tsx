/** `/claim/query/list`: drafts, open claims (those that need the person first), closed ones; see `groupsByNeed`. */
import { useRef, useState } from 'react'
import { request } from '../../../../../app/requests/browser-requester.ts'
import { dataOf } from '../../../../../app/requests/read-reply.ts'
import { callFailureWords, loadFailureWords } from '../../../../../app/requests/call-failure-words.ts'
import { byDevice } from '../../../../../app/load/lazy.tsx'
import { toast } from '../../../../../app/parts/toast-store.ts'
import { LoadFailed } from '../../../../../app/load/load-failed.tsx'
import { useT } from '../../../../../app/words/words.tsx'
import type { Output } from '../../../../../lib/contract.ts'
import { Button } from '../../../../../ui/Button.tsx'
import { Skeleton } from '../../../../../ui/Skeleton.tsx'
import { groupsByNeed, listClaims } from '../../../list-contract.ts'
import { usePolling } from '../use-polling.ts'
import { Stale } from '../load-claim.tsx'
import { NoClaims, StartLink, type RowsProps } from './claim-list-parts.tsx'

export const Rows = byDevice<RowsProps>({ web: () => import('./web.tsx'), mobile: () => import('./mobile.tsx') })

export type Listed = Output<typeof listClaims>

/** Pages of the list up to `pages`, as one; a claim that moved up in the meantime is listed once. */
async function load(pages: number): Promise<Listed> {
  let all = dataOf(await request(listClaims, {}))
  for (let page = 1; page < pages && all.more; page++) {
    const { claims: known } = all
    const last = known.at(-1)
    const next = dataOf(await request(listClaims, last ? { before: { at: last.updatedAt, id: last.id } } : {}))
    all = { ...next, claims: [...known, ...next.claims.filter(({ id }) => !known.some((it) => it.id === id))] }
  }
  return all
}

/** The caller's claims, checked again while the page is open: a list costs the server little. */
export function useClaims() {
  const t = useT()
  const pages = useRef(1)
  const [adding, setAdding] = useState(false)
  const [fresh, { again, put }] = usePolling<Listed>({
    key: 'claims',
    load: () => load(pages.current),
    changed: () => Promise.resolve(true),
  })
  async function more(): Promise<void> {
    setAdding(true)
    try {
      const data = await load(pages.current + 1)
      pages.current += 1
      put(data)
    } catch (error) {
      toast(loadFailureWords(t, error) ?? callFailureWords(t, error), 'bad')
    }
    setAdding(false)
  }
  return { fresh, again, more, adding }
}

/** Renders nothing once all are loaded. */
export function More({ of, more, adding }: { of: Listed; more: () => Promise<void>; adding: boolean }) {
  const t = useT()
  return of.more ? (
    <div className="mt-6">
      <Button working={adding && t('claimprogress:list.loading')} onClick={() => void more()}>
        {t('claimprogress:list.more')}
      </Button>
    </div>
  ) : null
}

export default function ClaimList() {
  const t = useT()
  const { fresh, again, more, adding } = useClaims()
  return (
    <>
      <div className="mb-7 flex flex-wrap items-baseline justify-between gap-x-6 mobile:mb-3">
        <h1 className="type-h1 mobile:sr-only">{t('claimprogress:list.title')}</h1>
        {fresh.state === 'ready' && fresh.data.claims.length > 0 && <StartLink />}
      </div>
      {fresh.state === 'loading' && <Skeleton label={t('claimprogress:list.loading')} rows={3} />}
      {fresh.state === 'failed' && <LoadFailed error={fresh.error} again={again} />}
      {fresh.state === 'ready' && fresh.stale && <Stale at={fresh.at} />}
      {fresh.state === 'ready' && (fresh.data.claims.length === 0 ? <NoClaims /> : <Groups of={fresh.data} />)}
      {fresh.state === 'ready' && <More of={fresh.data} more={more} adding={adding} />}
    </>
  )
}

function Groups({ of: { claims, counts } }: { of: Listed }) {
  const t = useT()
  return (
    <div className="grid gap-12 mobile:gap-10">
      {groupsByNeed(claims).map(({ group, claims: own }) => (
        <section key={group}>
          <h2 className="mb-2.5 flex items-baseline gap-2.5 type-h3">
            {t(`claimprogress:group.${group}`)}
            <small className="num text-small font-normal text-ink-3">{counts[group]}</small>
          </h2>
          <Rows claims={own} label={t(`claimprogress:group.${group}`)} />
        </section>
      ))}
    </div>
  )
}
