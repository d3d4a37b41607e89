/** The students of a list, a page at a time: only the data that its payer needs to check it. */
import { useRef } from 'react'
import { useLang, useT } from '../../../../app/words/words.tsx'
import { formatMoney } from '../../../../lib/money/money.ts'
import { Badge, type BadgeKind } from '../../../../ui/Badge.tsx'
import type { IconName } from '../../../../ui/icons.ts'
import { Pagination } from '../../../../ui/Pagination.tsx'
import type { ListedStudentState, ListedStudentView } from '../../../collection/contract.ts'
import { GroupFailed } from './group-failed.tsx'
import type { GroupState } from './use-group.ts'

const STATE_BADGE: Record<ListedStudentState, { kind: BadgeKind; icon: IconName }> = {
  to_pay: { kind: 'plain', icon: 'circle-dashed' },
  left: { kind: 'plain', icon: 'undo-2' },
  issuing: { kind: 'info', icon: 'clock' },
  insured: { kind: 'ok', icon: 'check' },
  returning: { kind: 'warn', icon: 'clock' },
  returned: { kind: 'warn', icon: 'undo-2' },
  cancelled: { kind: 'plain', icon: 'undo-2' },
}

export function GroupList({ view, failed, again, turn, turning }: GroupState) {
  const t = useT()
  const heading = useRef<HTMLHeadingElement>(null)
  if (!view) return null
  const { page, pages, students } = view.list
  return (
    <section className="grid gap-3">
      <h2 className="type-h3" ref={heading} tabIndex={-1}>
        {t('grouppay:list.title')}
      </h2>
      <p className="text-small text-ink-2 measure">{t('grouppay:list.privacy')}</p>
      <ul className="border-t border-ink" aria-busy={turning || undefined}>
        {students.map((student) => (
          <Student key={student.application} student={student} fields={view.fields} />
        ))}
      </ul>
      {failed && <GroupFailed again={again} />}
      <p className="sr-only" role="status">
        {turning ? t('grouppay:list.loading') : ''}
      </p>
      <Pagination
        page={page}
        pages={pages}
        onChange={(to) => {
          turn(to)
          heading.current?.focus()
        }}
        words={{
          label: t('grouppay:list.pages'),
          previous: t('grouppay:list.previous'),
          next: t('grouppay:list.next'),
          page: (n) => t('grouppay:list.page', { page: n }),
        }}
      />
    </section>
  )
}

function Student({
  student: { application, name, details, amount, state },
  fields,
}: {
  student: ListedStudentView
  fields: readonly string[]
}) {
  const t = useT()
  const lang = useLang()
  const told = details.flatMap((detail, i) => (detail === '' ? [] : [`${fields[i] ?? ''} ${detail}`]))
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 gap-y-1 border-b border-line py-3">
      <span className="min-w-0 wrap-anywhere">
        {name}
        {/* Not after a dot: that of a masked name may stand before it (静·•••). */}
        {told.length > 0 && <span className="text-small block text-ink-2">{told.join(' · ')}</span>}
      </span>
      <span className={`num text-end ${state === 'left' ? 'text-ink-3 line-through' : ''}`}>
        {formatMoney(amount, lang)}
      </span>
      <span className="num text-small text-ink-3">
        <span className="sr-only">{t('grouppay:list.application')} </span>
        {application}
      </span>
      <span className="text-end">
        <Badge {...STATE_BADGE[state]}>{t(`grouppay:state.${state}`)}</Badge>
      </span>
    </li>
  )
}
