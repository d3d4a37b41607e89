import { Progress } from './step-progress.tsx'
import type { ArrangementProps } from './props.ts'
import { useStore } from '@nanostores/react'
import { useLang, useT } from '../../../../app/words/words.tsx'
import { lastWholeDay } from '../../../../lib/days/dates.ts'
import { joined } from '../../../../lib/locale.ts'
import { formatMoney } from '../../../../lib/money/money.ts'
import { Icon } from '../../../../ui/Icon.tsx'
import { SumLine } from '../../../../ui/SumLine.tsx'
import { uploadedOf } from '../../rules/draft/required-documents.ts'
import type { DraftView } from '../../contract.ts'
import { typeKey } from '../../rules/word-keys.ts'
import { dayWords, totals } from './answer-words.ts'
import { $answers } from './store/wizard-store.ts'

/** Desktop: steps at the top, the answers so far stay visible beside the step. */
export default function Web({ page, draft, children }: ArrangementProps) {
  return (
    <div className="grid gap-10">
      <Progress />
      {draft && page !== 'policy' ? (
        <div className="grid items-start gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_22rem]">
          <div className="grid gap-10">{children}</div>
          <div className="lg:sticky lg:top-6">
            <Summary draft={draft} />
          </div>
        </div>
      ) : (
        <div className="grid max-w-3xl gap-10">{children}</div>
      )}
    </div>
  )
}

/** A summary of the claim so far, visible beside every step on the desktop. */
function Summary({ draft }: { draft: DraftView }) {
  const t = useT()
  const lang = useLang()
  const answers = useStore($answers) ?? draft.answers
  const required = draft.checklist.filter((item) => item.required)
  const there = required.filter(({ kind, least }) => uploadedOf(kind, draft.documents) >= least).length
  const sums = totals(answers.visits)
  return (
    <aside className="panel" aria-label={t('claimform:summary.label')}>
      <div className="panel-part">
        <h2 className="type-h3">{joined(lang, draft.policy.planName, draft.policy.tierName)}</h2>
        <p className="text-small text-ink-2">{draft.policy.insurerName}</p>
      </div>
      <dl className="panel-part grid gap-2">
        <SumLine term={t('claimform:summary.insured')} value={draft.policy.insured} />
        <SumLine term={t('claimform:summary.policy')} value={<span className="nobr">{draft.policy.number}</span>} />
        <SumLine
          term={t('claimform:summary.day')}
          value={dayWords(answers.incidentDay, lang) || t('claimform:summary.open')}
        />
        {answers.type && <SumLine term={t('claimform:summary.type')} value={t(typeKey(answers.type))} />}
        <SumLine
          term={t('claimform:summary.signature')}
          value={t(draft.signature?.stands ? 'claimform:summary.signed' : 'claimform:summary.open')}
        />
        <SumLine
          term={t('claimform:summary.documents')}
          value={t('claimform:summary.documentsOf', { there, all: required.length })}
        />
      </dl>
      {sums.length > 0 && (
        <div className="panel-part flex items-baseline justify-between gap-4">
          <span className="shrink-0 font-semibold">{t('claimform:summary.claimed')}</span>
          <span className="grid justify-items-end">
            {sums.map((sum) => (
              <span key={sum.currency} className="type-sum num">
                {formatMoney(sum, lang)}
              </span>
            ))}
          </span>
        </div>
      )}
      <ul className="panel-part text-small grid gap-3 text-ink-2">
        <li className="flex gap-2.5">
          <Icon name="clock" size={16} className="mt-0.5 shrink-0 text-teal" />
          <span>{t('claimform:summary.lapses', { day: lastWholeDay(draft.lapsesAt) })}</span>
        </li>
        <li className="flex gap-2.5">
          <Icon name="smartphone" size={16} className="mt-0.5 shrink-0 text-teal" />
          <span>{t('claimform:summary.anywhere')}</span>
        </li>
      </ul>
    </aside>
  )
}
