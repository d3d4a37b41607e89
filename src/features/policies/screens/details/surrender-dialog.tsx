/** What is refunded, line by line, and the confirmation: nothing is cancelled before the red button. */
import { ChosenFilesField } from '../../../../app/photos/chosen-files-field.tsx'
import { Gap, useLang, useT } from '../../../../app/words/words.tsx'
import { formatDay } from '../../../../lib/days/dates.ts'
import { LIMITS } from '../../../../lib/limits-and-periods.ts'
import { formatCurrency, formatMoney } from '../../../../lib/money/money.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Checkbox } from '../../../../ui/Choice.tsx'
import { Dialog } from '../../../../ui/Dialog.tsx'
import { MoneyTable } from '../../../../ui/MoneyTable.tsx'
import { Notice } from '../../../../ui/Notice.tsx'
import { Skeleton } from '../../../../ui/Skeleton.tsx'
import type { SurrenderQuote } from '../../surrender-calls.ts'
import { useSurrender, type SurrenderState } from './use-surrender.ts'

interface Props {
  id: string
  close: () => void
  /** Reads the policy again, because its state has changed. */
  done: () => void
}

export default function SurrenderDialog({ id, close, done }: Props) {
  const t = useT()
  const state = useSurrender(id, () => {
    close()
    done()
  })
  const { loaded, again, quote, busy } = state
  return (
    <Dialog
      open
      onClose={busy ? () => undefined : close}
      title={t('policies:surrender.ask')}
      actions={
        <>
          <Button onClick={close}>{t('policies:surrender.no')}</Button>
          {quote && (
            <Button look="bad" working={busy && t('policies:surrender.working')} onClick={() => void state.confirm()}>
              {t('policies:surrender.yes')}
            </Button>
          )}
        </>
      }
    >
      {loaded.state === 'loading' && <Skeleton label={t('policies:surrender.loading')} rows={3} />}
      {loaded.state === 'failed' && (
        <Notice kind="bad" live="alert">
          {t('policies:surrender.failed')}
          <Gap />
          <Button size="sm" onClick={again}>
            {t('policies:surrender.open')}
          </Button>
        </Notice>
      )}
      {loaded.state === 'ready' && 'refused' in loaded.data && (
        <Notice kind="warn" live="status">
          {loaded.data.refused}
        </Notice>
      )}
      {quote && (
        <div className="grid gap-3">
          {quote.visaRefused && <VisaRefused state={state} />}
          <Sums quote={quote} sums={state.withLetter ?? quote} />
          <Consequences quote={quote} sums={state.withLetter ?? quote} />
        </div>
      )}
    </Dialog>
  )
}

/**
 * After the start of cover the whole premium is refunded if the visa was refused: a checkbox states it, a letter proves
 * it.
 */
function VisaRefused({ state: { visaRefused, setVisaRefused, letter, fileError, busy } }: { state: SurrenderState }) {
  const t = useT()
  return (
    <div className="grid gap-4">
      <Checkbox id="visa-refused" checked={visaRefused} onChange={setVisaRefused}>
        {t('policies:surrender.visa.refused')}
      </Checkbox>
      {visaRefused && (
        <ChosenFilesField
          id="letter"
          label={t('policies:surrender.visa.letter')}
          chosen={letter}
          sending={busy}
          error={fileError}
          hint={t('policies:surrender.visa.hint', { photos: LIMITS.maxPhotos, mebibytes: LIMITS.maxFileMebibytes })}
          words={{
            take: t('policies:surrender.visa.take'),
            choose: t('policies:surrender.visa.choose'),
            preparing: t('policies:surrender.visa.preparing'),
            ready: (size) => t('policies:surrender.visa.ready', { size }),
            remove: (name) => t('policies:surrender.visa.remove', { name }),
          }}
        />
      )}
    </div>
  )
}

interface SumsProps {
  quote: SurrenderQuote
  sums: Pick<SurrenderQuote, 'lines' | 'amount'>
}

function Sums({ quote, sums: { lines, amount } }: SumsProps) {
  const t = useT()
  const lang = useLang()
  const values = { percent: 100 - LIMITS.netPremiumPercent, used: quote.daysInForce, days: quote.daysOfTerm }
  return (
    <MoneyTable
      label={t('policies:surrender.table')}
      head={[
        t('policies:surrender.step'),
        t('policies:surrender.amount', { currency: formatCurrency(amount.currency, lang) }),
      ]}
      rows={lines.map((line) => ({
        id: line.id,
        name: t(`policies:surrender.line.${line.id}`, values),
        sums: [formatMoney(line.amount, lang, { style: 'ledger' })],
        kind:
          line.id === 'total'
            ? ('total' as const)
            : line.amount.amount < 0
              ? ('deduction' as const)
              : ('line' as const),
      }))}
    />
  )
}

function Consequences({ quote: { claims, lastDay, school }, sums: { amount } }: SumsProps) {
  const t = useT()
  const lang = useLang()
  return (
    <>
      {claims !== 'none' && <Notice>{t(`policies:surrender.claims.${claims}`)}</Notice>}
      <p>
        {lastDay === null
          ? amount.amount > 0 && t('policies:surrender.early')
          : t('policies:surrender.last', { day: formatDay(lastDay, lang) })}
      </p>
      {amount.amount > 0 && (
        <p>{t('policies:surrender.review', { days: LIMITS.refundReviewDays, money: LIMITS.refundDays })}</p>
      )}
      {amount.amount > 0 && school !== null && <p>{t('policies:surrender.toSchool', { school })}</p>}
      {amount.amount > 0 && <p>{t('policies:surrender.checks')}</p>}
      <p>{t('policies:surrender.docs')}</p>
      <p>{t('policies:surrender.gap')}</p>
    </>
  )
}
