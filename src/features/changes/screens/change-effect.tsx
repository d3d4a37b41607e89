/**
 * Effects of the change, shown before it is sent: the difference in premium term by term, or that an operator must
 * decide.
 */
import { useLang, useT } from '../../../app/words/words.tsx'
import { formatDay } from '../../../lib/days/dates.ts'
import { formatCurrency, formatMoney } from '../../../lib/money/money.ts'
import { LIMITS } from '../../../lib/limits-and-periods.ts'
import { SITE } from '../../../lib/site.ts'
import { Button } from '../../../ui/Button.tsx'
import { MoneyTable } from '../../../ui/MoneyTable.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import type { IdType } from '../../../lib/people/id-types.ts'
import type { ChangeEffect, ChangedThing } from '../contract.ts'
import type { EffectState } from './use-change-effect.ts'

/** Only a resident's number contains a date of birth and a gender, which change with it. */
const consequenceOf = (what: ChangedThing, idType: IdType): string =>
  what === 'id_number' && idType !== 'resident_id' ? 'other_number' : what

export function EffectOfChange({
  what,
  idType,
  effect,
  again,
}: {
  what: ChangedThing
  /** Of the person whose number it is. */
  idType: IdType
  effect: EffectState
  again: () => void
}) {
  const t = useT()
  return (
    <div className="grid gap-4" role="status">
      {effect.state === 'working' && <Skeleton label={t('changes:effect.working')} rows={2} />}
      {effect.state === 'failed' && (
        <Notice kind="warn">
          <p>{t('changes:effect.failed')}</p>
          <p className="mt-2">
            <Button size="sm" onClick={again}>
              {t('changes:effect.again')}
            </Button>
          </p>
        </Notice>
      )}
      {effect.state === 'none' && (
        <Notice icon="info">{t(`changes:consequence.${consequenceOf(what, idType)}`)}</Notice>
      )}
      {effect.state === 'known' && <Known view={effect.view} />}
    </div>
  )
}

function Known({ view }: { view: ChangeEffect }) {
  const t = useT()
  const lang = useLang()
  const { effect, difference, age } = view
  const values = {
    ...age,
    phone: SITE[lang].phone,
    days: LIMITS.changePayDays,
    amount: difference ? formatMoney({ ...difference, amount: Math.abs(difference.amount) }, lang) : '',
  }
  const title = effect === 'none' ? undefined : t(`changes:effect.${effect}.title`, values)
  return (
    <>
      {(effect === 'pay' || effect === 'return') && <Lines view={view} />}
      <Notice kind={effect === 'none' ? 'plain' : effect === 'return' ? 'ok' : 'warn'} title={title}>
        {t(`changes:effect.${effect}.text`, values)}
      </Notice>
    </>
  )
}

/** For each term, what should have been paid minus what was paid; the other way round for a refund. */
function Lines({ view: { effect, difference, lines } }: { view: ChangeEffect }) {
  const t = useT()
  const lang = useLang()
  if (!difference) return null
  const due = effect === 'pay'
  const many = lines.length > 1
  return (
    <MoneyTable
      label={t('changes:effect.table')}
      head={[
        t('changes:effect.table'),
        t('changes:effect.amount', { currency: formatCurrency(difference.currency, lang) }),
      ]}
      rows={[
        ...lines.flatMap(({ from, to, ageBefore, ageAfter, before, after }) => {
          const period = many
            ? t('changes:effect.period', { from: formatDay(from, lang), to: formatDay(to, lang) })
            : undefined
          const right = {
            id: `right ${from}`,
            name: t('changes:effect.right', { age: ageAfter }),
            reason: period,
            sums: [formatMoney({ ...after, amount: due ? after.amount : -after.amount }, lang, { style: 'ledger' })],
          }
          const paid = {
            id: `paid ${from}`,
            name: t('changes:effect.paid', { age: ageBefore }),
            reason: period,
            sums: [formatMoney({ ...before, amount: due ? -before.amount : before.amount }, lang, { style: 'ledger' })],
          }
          return due ? [right, paid] : [paid, right]
        }),
        {
          id: 'total',
          name: t(due ? 'changes:effect.due' : 'changes:effect.back'),
          sums: [formatMoney({ ...difference, amount: Math.abs(difference.amount) }, lang, { style: 'ledger' })],
          kind: 'total' as const,
        },
      ]}
    />
  )
}
