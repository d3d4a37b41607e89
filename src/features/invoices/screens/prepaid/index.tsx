import { fromAddress } from '../../../../app/address/page-address.ts'
import { useEffect, useState } from 'react'
import { Island, type IslandProps } from '../../../../app/load/island.tsx'
import { request } from '../../../../app/requests/browser-requester.ts'
import { dataOf } from '../../../../app/requests/read-reply.ts'
import { LoadFailed } from '../../../../app/load/load-failed.tsx'
import { useLoad } from '../../../../app/requests/use-load.ts'
import { useLang, useT } from '../../../../app/words/words.tsx'
import { SITE } from '../../../../lib/site.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Skeleton } from '../../../../ui/Skeleton.tsx'
import { TextLink } from '../../../../ui/TextLink.tsx'
import { readPrepaid, type PrepaidView } from '../../contract.ts'
import { prepaidKeyOf, truePrepaidPath } from '../../rules/prepaid-status.ts'
import { isWaiting, POLL_MS } from '../invoice-state.tsx'
import { PrepaidInvoice } from './prepaid-invoice-page.tsx'

/**
 * `/prepaid/{status}/{key}`: a payer requests the invoice of money that was paid in advance, and follows it. The server
 * determines its state.
 */
export default function PrepaidPage(props: IslandProps) {
  return (
    <Island {...props}>
      <Prepaid />
    </Island>
  )
}

type Refused = { refused: 'wrong' } | { refused: 'too_many'; message: string }

function Prepaid() {
  const t = useT()
  const lang = useLang()
  const [key] = useState(() => fromAddress(({ pathname }) => prepaidKeyOf(pathname), ''))
  const [newer, setNewer] = useState<PrepaidView>()
  const [loaded, again] = useLoad<PrepaidView | Refused>(`prepaid ${key}`, async () => {
    if (key === '') return { refused: 'wrong' }
    const reply = await request(readPrepaid, { key })
    if (reply.ok) return reply.data
    if (reply.code === 'not_found' || reply.code === 'invalid') return { refused: 'wrong' }
    return reply.code === 'too_many' ? { refused: 'too_many', message: reply.message } : dataOf(reply)
  })
  const first = loaded.state === 'ready' && !('refused' in loaded.data) ? loaded.data : undefined
  const view = newer ?? first
  const waiting = view !== undefined && isWaiting(view.invoice)
  useEffect(() => {
    if (!waiting) return undefined
    const timer = setInterval(() => {
      // Without a reply the last data stays; the next poll may succeed.
      request(readPrepaid, { key }).then(
        (reply) => reply.ok && setNewer(reply.data),
        () => undefined,
      )
    }, POLL_MS)
    return () => clearInterval(timer)
  }, [waiting, key])
  const state = view?.invoice.state
  useEffect(() => {
    const path = state && truePrepaidPath(location.pathname, { lang, state })
    if (path) history.replaceState(history.state, '', path + location.search + location.hash)
  }, [state, lang])
  if (view)
    return (
      <PrepaidInvoice
        view={view}
        prepaidKey={key}
        changed={setNewer}
        stale={() => {
          setNewer(undefined)
          again()
        }}
      />
    )
  if (loaded.state === 'loading') return <Skeleton label={t('prepaid:loading')} rows={6} />
  if (loaded.state === 'failed') return <LoadFailed error={loaded.error} again={again} level={1} />
  if ('refused' in loaded.data && loaded.data.refused === 'too_many')
    return <Stopped title={t('prepaid:tooMany.title')} text={loaded.data.message} again={again} />
  return <Stopped title={t('prepaid:wrong.title')} text={t('prepaid:wrong.text')} />
}

function Stopped({ title, text, again }: { title: string; text: string; again?: () => void }) {
  const t = useT()
  const { phone } = SITE[useLang()]
  return (
    <section className="grid max-w-xl justify-items-start gap-4" role="alert">
      <h1 className="type-h1">{title}</h1>
      <p className="type-lead">{text}</p>
      {again && (
        <Button look="primary" onClick={again}>
          {t('ui:tryAgain')}
        </Button>
      )}
      <TextLink href={`tel:${phone.replaceAll(' ', '')}`} icon="phone">
        {t('prepaid:call', { phone })}
      </TextLink>
    </section>
  )
}
