import { useEffect, useState } from 'react'
import { RequestFailed } from '../../../../app/api.ts'
import { blob, request } from '../../../../app/client.ts'
import { failedWords } from '../../../../app/failed.ts'
import { toast } from '../../../../app/toast.ts'
import { useLang, useT } from '../../../../app/words.tsx'
import { HTML_LANG } from '../../../../lib/locale.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Skeleton } from '../../../../ui/Skeleton.tsx'
import { SummaryList } from '../../../../ui/SummaryList.tsx'
import { getPolicy, policyDocumentFile, type PolicyView } from '../../../policies/contract.ts'
import type { SucceedState } from './index.tsx'
import { download } from './download.ts'

/** The policy's number and documents, as soon as it is issued. A payer who is not the buyer sees none of it. */
export function Documents({ data: { order } }: SucceedState) {
  const t = useT()
  const policy = usePolicy(order.own && order.status === 'issued' ? order.id : undefined)
  const waiting = order.status === 'paid' || order.status === 'issuing' || (order.status === 'issued' && !policy)
  if (!order.own || order.kind === 'education') return null
  if (!policy) return waiting ? <Skeleton label={t('cashier:documents.waiting')} rows={2} /> : null
  return (
    <section className="grid gap-4">
      <SummaryList rows={[{ term: t('cashier:documents.number'), value: <strong className="num nobr font-semibold">{policy.number}</strong> }]} />
      <h2 className="type-h3">{t('cashier:documents.title')}</h2>
      <ul className="rows">
        {policy.documents.map((it) => <Row key={`${it.kind}.${it.lang}`} policy={policy} document={it} />)}
      </ul>
    </section>
  )
}

function Row({ policy, document: { kind, lang: language, size } }: { policy: PolicyView; document: PolicyView['documents'][number] }) {
  const t = useT()
  const [busy, setBusy] = useState(false)
  const name = t(`cashier:documents.kind.${kind}`)
  async function save(): Promise<void> {
    setBusy(true)
    try {
      const reply = await blob(policyDocumentFile, { id: policy.id, kind, lang: language })
      if (reply.ok) download(`${policy.number}-${kind}-${language}.pdf`, reply.data instanceof Blob ? reply.data : new Blob([]), 'application/pdf')
      else toast(reply.message, 'bad')
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error
      toast(failedWords(t, error), 'bad')
    }
    setBusy(false)
  }
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-3">
      <span>
        <span className="font-semibold">{name}</span>
        <span className="block text-small text-ink-2">
          <span lang={HTML_LANG[language]}>{t(`cashier:documents.lang.${language}`)}</span>, PDF, <span className="num">{t('cashier:documents.size', { kb: Math.max(1, Math.round(size / 1024)) })}</span>
        </span>
      </span>
      <Button size="sm" icon="download" onClick={() => void save()} working={busy && t('cashier:documents.saving')}>{t('cashier:documents.save')}</Button>
    </li>
  )
}

/** The policy of an order, fetched when there is one. */
function usePolicy(order: string | undefined): PolicyView | undefined {
  const [policy, setPolicy] = useState<PolicyView>()
  const lang = useLang()
  useEffect(() => {
    if (order === undefined) return
    let live = true
    let timer: ReturnType<typeof setTimeout> | undefined
    const load = async (): Promise<void> => {
      const reply = await request(getPolicy, { order }).catch(() => undefined)
      if (!live) return
      if (reply?.ok) setPolicy(reply.data)
      else timer = setTimeout(() => void load(), 3000)
    }
    void load()
    return () => {
      live = false
      clearTimeout(timer)
    }
  }, [order, lang])
  return policy
}
