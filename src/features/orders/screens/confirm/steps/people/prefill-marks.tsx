/** Marks the data that a partner filled in while it is unchanged; the buyer confirms it before sending (decision 0074). */
import { useStore } from '@nanostores/react'
import { joinedNames } from '../../../../../../lib/locale.ts'
import { useLang, useT } from '../../../../../../app/words/words.tsx'
import { Checkbox } from '../../../../../../ui/Choice.tsx'
import { Notice } from '../../../../../../ui/Notice.tsx'
import type { OrderView } from '../../../../contract.ts'
import { prefilledFields } from '../../../../rules/partner-prefill.ts'
import { $answers, $wizard } from '../../wizard-store.ts'

type Said = Pick<OrderView, 'prefill' | 'answers'>

/** Paths of answers that still have the partner's value; empty for an application without a partner. */
export const standingFields = ({ prefill, answers }: Said): string[] =>
  prefill ? prefilledFields(prefill, answers) : []

/** The mark of a field by its path (`insured.idName`, `trip.start`), as `Field` takes it. */
export function useMark(): (path: string) => { mark?: string } {
  const t = useT()
  const { order } = useStore($wizard)
  const answers = useStore($answers) ?? order?.answers
  const name = order?.prefill?.name
  if (!order || !answers || name === undefined) return () => ({})
  const standing = new Set(standingFields({ prefill: order.prefill, answers }))
  return (path) =>
    standing.has(path) || standing.has(`people.${path}`) ? { mark: t('confirm:prefill.mark', { name }) } : {}
}

/** At the top of the people page: says which partner filled in the marked fields. */
export function PrefillNotice({ prefill, answers }: Said) {
  const t = useT()
  if (!prefill || standingFields({ prefill, answers }).length === 0) return null
  return (
    <Notice kind="info" title={t('confirm:prefill.title', { name: prefill.name })}>
      {t('confirm:prefill.text')}
    </Notice>
  )
}

interface ConfirmProps extends Said {
  checked: boolean
  onChange: (yes: boolean) => void
  error: string | undefined
}

/** On the check page: lists the partner's answers, with a checkbox by which the buyer confirms them. */
export function ConfirmPrefill({ prefill, answers, checked, onChange, error }: ConfirmProps) {
  const t = useT()
  const lang = useLang()
  const fields = standingFields({ prefill, answers })
  if (!prefill || fields.length === 0) return null
  const names = [...new Set(fields)].map((path) => t(labelOf(path)))
  return (
    <section className="grid gap-4">
      <div className="grid gap-1 border-b border-ink pb-3">
        <h2 className="type-h2">{t('confirm:prefill.heading', { name: prefill.name })}</h2>
        <p className="text-ink-2">{t('confirm:prefill.check')}</p>
      </div>
      <p>{joinedNames(lang, names)}</p>
      <Checkbox id="check.prefilled" checked={checked} onChange={onChange} error={error}>
        {t('confirm:prefill.confirm', { name: prefill.name })}
      </Checkbox>
    </section>
  )
}

function labelOf(path: string): string {
  if (path === 'trip.plan') return 'confirm:check.plan'
  if (path === 'people.relationship') return 'confirm:people.relationship'
  const [group, ...rest] = path.split('.')
  return group === 'trip' ? `confirm:trip.${rest.join()}` : `confirm:person.${rest.at(-1) ?? ''}`
}
