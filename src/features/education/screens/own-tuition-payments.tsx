/** The caller's tuition payments in the list of orders; nothing where there are none. */
import { request } from '../../../app/requests/browser-requester.ts'
import { dataOf } from '../../../app/requests/read-reply.ts'
import { useLoad } from '../../../app/requests/use-load.ts'
import { useLang, useT } from '../../../app/words/words.tsx'
import { localPath } from '../../../lib/locale.ts'
import { formatMoney } from '../../../lib/money/money.ts'
import { Badge, type BadgeProps } from '../../../ui/Badge.tsx'
import { listTuition, tuitionPath, type TuitionOrder, type TuitionStatus } from '../contract.ts'
import { shownStatus } from './tuition-progress.tsx'

const BADGE: Record<TuitionStatus, Omit<BadgeProps, 'children'>> = {
  awaiting_payment: { kind: 'warn', icon: 'clock' },
  paid: { kind: 'info', icon: 'clock' },
  sent: { kind: 'info', icon: 'clock' },
  confirmed: { kind: 'ok', icon: 'check' },
  returning: { kind: 'warn', icon: 'clock' },
  returned: { kind: 'plain', icon: 'minus' },
  cancelled: { kind: 'plain', icon: 'minus' },
  expired: { kind: 'plain', icon: 'minus' },
}

export default function OwnTuition() {
  const t = useT()
  const lang = useLang()
  const [loaded] = useLoad(`tuition ${lang}`, async () => {
    const reply = await request(listTuition, {})
    return dataOf(reply)
  })
  if (loaded.state !== 'ready' || loaded.data.orders.length === 0) return null
  return (
    <section className="mt-12 grid gap-2">
      <h2 className="type-h2">{t('tuition:list.title')}</h2>
      <ul className="ruled">
        {loaded.data.orders.map((order) => (
          <Row key={order.id} order={order} now={loaded.data.now} />
        ))}
      </ul>
    </section>
  )
}

function Row({ order, now }: { order: TuitionOrder; now: number }) {
  const t = useT()
  const lang = useLang()
  const {
    id,
    school,
    student,
    quote: { fee, amount },
  } = order
  const status = shownStatus(order, now)
  return (
    <li className="grid gap-1 py-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1">
        <p className="font-semibold">
          <a className="link" href={localPath(lang, tuitionPath(id))}>
            {school.name}
          </a>
        </p>
        <p className="num">{formatMoney(amount, lang)}</p>
      </div>
      <p className="text-small text-ink-2">
        {student} · <span className="num">{formatMoney(fee, lang)}</span>
      </p>
      <p className="num text-small text-ink-3">{id}</p>
      <p className="mt-1">
        <Badge {...BADGE[status]}>{t(`tuition:status.${status}`)}</Badge>
      </p>
    </li>
  )
}
