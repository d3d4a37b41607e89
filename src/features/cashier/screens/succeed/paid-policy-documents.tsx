import { useEffect, useState, type ReactNode } from 'react'
import { blob, request } from '../../../../app/requests/browser-requester.ts'
import { useDownload } from '../../../../app/requests/download.ts'
import { useLang, useT } from '../../../../app/words/words.tsx'
import { Button } from '../../../../ui/Button.tsx'
import { SummaryList } from '../../../../ui/SummaryList.tsx'
import {
  DOCUMENT_KINDS,
  getPolicy,
  policyDocumentFile,
  type DocumentKind,
  type PolicyView,
} from '../../../policies/contract.ts'
import type { SucceedProps } from './props.ts'

/** The policy's number and documents, as soon as it is issued. A payer who is not the buyer sees none of them. */
export function Documents({ data: { order } }: SucceedProps) {
  const policies = usePolicies(order.own && order.status === 'issued' ? (order.application ?? undefined) : undefined)
  const waiting = order.status === 'paid' || order.status === 'issuing' || (order.status === 'issued' && !policies)
  if (!order.own || !order.application) return null
  // A purchase for one person has no parts.
  const people = Math.max(1, order.parts.length)
  if (!policies)
    return waiting
      ? Array.from({ length: people }, (_, i) => (
          <WaitingDocuments key={i} named={people > 1} waiver={order.waiverLetter === true} />
        ))
      : null
  return policies.map((policy) => <PolicyDocuments key={policy.id} policy={policy} named={policies.length > 1} />)
}

/** The card comes first: the page asks to save it now. */
const SHOWN: readonly DocumentKind[] = ['card', ...DOCUMENT_KINDS.filter((kind) => kind !== 'card')]

/**
 * What the first version of a policy has (the waiver letter only with some plans): the list is as long before it is
 * there.
 */
const AT_ISSUE = SHOWN.filter((kind) => kind !== 'endorsement')

function WaitingDocuments({ named, waiver }: { named: boolean; waiver: boolean }) {
  const t = useT()
  return (
    <section className="grid gap-4">
      {named && <span className="skeleton h-8 w-40" />}
      <SummaryList
        rows={[
          { term: t('cashier:documents.number'), value: <span role="status">{t('cashier:documents.waiting')}</span> },
        ]}
      />
      <h2 className="type-h3" data-no-print>
        {t('cashier:documents.title')}
      </h2>
      <ul className="rows" data-no-print>
        {AT_ISSUE.filter((kind) => waiver || kind !== 'waiver_letter').map((kind) => (
          <DocumentRow key={kind} kind={kind}>
            <span className="skeleton h-10 w-24" />
          </DocumentRow>
        ))}
      </ul>
    </section>
  )
}

function DocumentRow({ kind, children }: { kind: DocumentKind; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-3">
      <span className="font-semibold">{useT()(`cashier:documents.kind.${kind}`)}</span>
      <span className="flex flex-wrap gap-2">{children}</span>
    </li>
  )
}

/** `named`: each of several policies says whom it insures. */
function PolicyDocuments({ policy, named }: { policy: PolicyView; named: boolean }) {
  const t = useT()
  const Title = named ? 'h3' : 'h2'
  const number = <strong className="num nobr font-semibold">{policy.number}</strong>
  return (
    <section className="grid gap-4">
      {named && <h2 className="type-h2">{policy.insured.name}</h2>}
      <SummaryList rows={[{ term: t('cashier:documents.number'), value: number }]} />
      <Title className="type-h3" data-no-print>
        {t('cashier:documents.title')}
      </Title>
      <ul className="rows" data-no-print>
        {SHOWN.map((kind) => (
          <Row key={kind} policy={policy} kind={kind} />
        ))}
      </ul>
    </section>
  )
}

type Held = PolicyView['documents'][number]

/** One document, in each language in which it was issued; the page's own first. */
function Row({ policy, kind }: { policy: PolicyView; kind: DocumentKind }) {
  const t = useT()
  const lang = useLang()
  const held = policy.documents
    .filter((it) => it.kind === kind)
    .sort((a, b) => Number(b.lang === lang) - Number(a.lang === lang))
  if (held.length === 0) return null
  const name = t(`cashier:documents.kind.${kind}`)
  return (
    <DocumentRow kind={kind}>
      {held.map((it) => (
        <Save key={it.lang} policy={policy} document={it} name={name} />
      ))}
    </DocumentRow>
  )
}

function Save({
  policy,
  document: { kind, lang: language, size, file },
  name,
}: {
  policy: PolicyView
  document: Held
  name: string
}) {
  const t = useT()
  const { busy, save } = useDownload(() => blob(policyDocumentFile, { id: policy.id, kind, language }), file)
  const words = { name, size: t('cashier:documents.size', { kb: Math.ceil(size / 1024) }) }
  return (
    <Button size="sm" icon="download" onClick={() => void save()} working={busy && t('cashier:documents.saving')}>
      {t(`cashier:documents.lang.${language}`)}
      <span className="sr-only">{t('cashier:documents.what', words)}</span>
    </Button>
  )
}

/** The policies of an order, loaded together once they exist. */
function usePolicies(order: string | undefined): PolicyView[] | undefined {
  const [policies, setPolicies] = useState<PolicyView[]>()
  const lang = useLang()
  useEffect(() => {
    if (order === undefined) return undefined
    let live = true
    let timer: ReturnType<typeof setTimeout> | undefined
    const load = async (): Promise<void> => {
      const found = await loadPolicies(order).catch(() => undefined)
      if (!live) return
      if (found) setPolicies(found)
      else timer = setTimeout(() => void load(), 3000)
    }
    void load()
    return () => {
      live = false
      clearTimeout(timer)
    }
  }, [order, lang])
  return policies
}

async function loadPolicies(order: string): Promise<PolicyView[] | undefined> {
  const first = await request(getPolicy, { order })
  if (!first.ok) return undefined
  const others = await Promise.all(first.data.together.map(({ id }) => request(getPolicy, { id })))
  const found = others.flatMap((reply) => (reply.ok ? [reply.data] : []))
  return found.length === others.length ? [first.data, ...found] : undefined
}
