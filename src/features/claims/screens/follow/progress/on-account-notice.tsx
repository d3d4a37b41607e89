/** Money on account (terms 8.4): by when it is paid if the amount is not settled, and what was paid. */
import { useLang, useT } from '../../../../../app/words/words.tsx'
import { dayOf, formatNear } from '../../../../../lib/days/dates.ts'
import { sentences } from '../../../../../lib/locale.ts'
import { formatMoney } from '../../../../../lib/money/money.ts'
import { SITE } from '../../../../../lib/site.ts'
import type { ClaimView } from '../../../contract.ts'
import { useNow } from '../../../../../ui/use-now.ts'

/** An ordinary claim is decided in days, so the sixty days need not be mentioned. */
const isLong = ({ clock }: ClaimView): boolean => clock !== null && (clock.complex || clock.state === 'late')

export function OnAccount({ claim }: { claim: ClaimView }) {
  const t = useT()
  const lang = useLang()
  const text = useSentence(claim)
  if (text === undefined) return null
  const { note, paid } = claim.onAccount
  return (
    <section>
      <h2 className="mb-2 type-h2 web:type-h3">{t('claimprogress:onAccount.title')}</h2>
      <p className="measure text-ink-2">{text}</p>
      {paid && note && <p className="measure mt-2 text-ink-2">{note[lang]}</p>}
    </section>
  )
}

function useSentence(claim: ClaimView): string | undefined {
  const t = useT()
  const lang = useLang()
  const today = dayOf(useNow())
  const {
    policy: { insurerName: insurer },
    onAccount: { clock, paid },
    payments,
  } = claim
  if (paid) {
    const rows = payments.filter((it) => it.onAccount && it.status !== 'failed')
    const last = rows.every(({ status }) => status === 'paid') ? Math.max(...rows.map((it) => it.settledAt ?? 0)) : null
    const sum = formatMoney(paid, lang)
    const words =
      last === null
        ? t('claimprogress:onAccount.paying', { insurer, sum })
        : t('claimprogress:onAccount.paid', { insurer, sum, day: formatNear(dayOf(last), lang, today) })
    return claim.decisions.length > 0 ? words : sentences(lang, words, t('claimprogress:onAccount.off'))
  }
  if (!clock || !isLong(claim)) return undefined
  if (clock.state === 'late')
    return t('claimprogress:onAccount.late', {
      insurer,
      due: clock.dueOn,
      phone: SITE[lang].phone,
    })
  if (clock.state === 'stopped')
    return t('claimprogress:onAccount.stopped', { insurer, count: Math.max(1, clock.of - clock.day) })
  return t('claimprogress:onAccount.due', { insurer, due: clock.dueOn })
}
