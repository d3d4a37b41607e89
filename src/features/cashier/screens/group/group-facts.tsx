/** Facts of a group payment: the cover, how the amount adds up, and who is not on the list. */
import { useLang, useT } from '../../../../app/words/words.tsx'
import { joined } from '../../../../lib/locale.ts'
import { formatMoney } from '../../../../lib/money/money.ts'
import { SITE } from '../../../../lib/site.ts'
import { DayRange } from '../../../../ui/DayRange.tsx'
import { MoneyTable } from '../../../../ui/MoneyTable.tsx'
import { SummaryList } from '../../../../ui/SummaryList.tsx'
import type { GroupPaymentView } from '../../../collection/contract.ts'

interface Props {
  view: GroupPaymentView
}

export function GroupFacts({ view: { number, school, plan, tier, insurer, start, end, students } }: Props) {
  const t = useT()
  const lang = useLang()
  const rows = [
    { term: t('grouppay:facts.number'), value: <span className="num">{number}</span> },
    { term: t('grouppay:facts.school'), value: school },
    { term: t('grouppay:facts.plan'), value: joined(lang, plan, tier) },
    { term: t('grouppay:facts.insurer'), value: insurer },
    {
      term: t('grouppay:facts.days'),
      value: <DayRange start={start} end={end} lang={lang} />,
    },
    { term: t('grouppay:facts.students'), value: <span className="num">{students}</span> },
    { term: t('grouppay:facts.payee'), value: SITE[lang].operator },
  ]
  return <SummaryList title={t('grouppay:facts.title')} rows={rows} />
}

/** One line for all students with the same price; the lines add up to the amount. */
export function GroupParts({ view: { parts, amount } }: Props) {
  const t = useT()
  const lang = useLang()
  const rows = parts.map(({ ages, students, premium, amount: part }, i) => ({
    id: String(i),
    name: ages ? t('grouppay:parts.ages', ages) : t('grouppay:parts.all'),
    reason: (
      <span className="num">{t('grouppay:parts.times', { count: students, premium: formatMoney(premium, lang) })}</span>
    ),
    sums: [formatMoney(part, lang)],
  }))
  return (
    <section className="grid gap-3">
      <h2 className="type-h3">{t('grouppay:parts.title')}</h2>
      <MoneyTable
        label={t('grouppay:parts.title')}
        head={[t('grouppay:list.name'), t('grouppay:list.amount')]}
        rows={[
          ...rows,
          { id: 'total', kind: 'total' as const, name: t('grouppay:parts.total'), sums: [formatMoney(amount, lang)] },
        ]}
      />
    </section>
  )
}

const OUTSIDE = ['invited', 'begun', 'sent', 'insured', 'notInsured'] as const

export function GroupOutside({ view: { outside } }: Props) {
  const t = useT()
  const shown = OUTSIDE.filter((id) => outside[id] > 0)
  return (
    <section className="grid gap-3">
      <h2 className="type-h3">{t('grouppay:outside.title')}</h2>
      {shown.length === 0 ? (
        <p className="text-ink-2 measure">{t('grouppay:outside.none')}</p>
      ) : (
        <>
          <p className="text-ink-2 measure">{t('grouppay:outside.text')}</p>
          <SummaryList
            rows={shown.map((id) => ({
              id,
              term: t(`grouppay:outside.${id}`),
              value: <span className="num">{outside[id]}</span>,
            }))}
          />
          {outside.notInsured > 0 && <p className="text-small text-ink-2 measure">{t('grouppay:outside.privacy')}</p>}
        </>
      )}
    </section>
  )
}
