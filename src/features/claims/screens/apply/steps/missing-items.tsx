/** What a claim needs before it can be sent: each thing with its name, the rule it must meet, and a link to it. */
import { useEffect, useRef } from 'react'
import { useT } from '../../../../../app/words/words.tsx'
import { TextLink } from '../../../../../ui/TextLink.tsx'
import { answerKey, type ClaimAnswers } from '../../../rules/claim-fields.ts'
import type { DraftView } from '../../../contract.ts'
import type { ClaimErrors } from '../../../rules/draft/claim-errors.ts'
import { CLAIM_STEPS, type ClaimStep } from '../../../list-contract.ts'
import { BANK_FIELD_IDS } from '../../../../../lib/money/bank-fields-by-country.ts'
import { bankFieldKey } from '../../../../../lib/money/bank-field-words.ts'
import { documentKey, stepKey } from '../../../rules/word-keys.ts'
import { useFieldErrorWords } from '../field-error-words.ts'
import { focusField } from '../../../../../app/parts/restore-focus.ts'
import { show } from '../store/wizard-store.ts'

/** Opens the field itself; continuing from there returns here. */
function goTo(step: ClaimStep, field: string): void {
  show(step, { fromCheck: true })
  focusField(field)
}

interface Props {
  missing: ClaimErrors
  draft: DraftView
  answers: ClaimAnswers
  attempt: number
}

export function MissingItems({ missing, draft, answers, attempt }: Props) {
  const t = useT()
  const wordsOf = useFieldErrorWords(draft.policy, answers)
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    if (attempt > 0) box.current?.focus()
  }, [attempt])
  const steps = CLAIM_STEPS.filter((step) => missing[step])
  const count = steps.reduce((sum, step) => sum + Object.keys(missing[step] ?? {}).length, 0)
  return (
    <section className={attempt > 0 ? 'error-summary' : 'panel p-5'} ref={box} tabIndex={-1} aria-labelledby="missing">
      <h2 className="text-title font-semibold" id="missing">
        {t('claimform:check.open', { count })}
      </h2>
      <div className="mt-3 grid gap-5">
        {steps.map((step) => (
          <div key={step} className="grid gap-1">
            <div className="flex items-baseline justify-between gap-4">
              <h3 className="font-semibold">{t(stepKey(step))}</h3>
              <TextLink onClick={() => goTo(step, Object.keys(missing[step] ?? {})[0] ?? '')}>
                {t('claimform:check.goTo')}
                <span className="sr-only"> {t(stepKey(step))}</span>
              </TextLink>
            </div>
            <ul className="grid gap-2">
              {Object.entries(missing[step] ?? {}).map(([key, code]) => (
                <li key={key} className="grid">
                  <span>
                    {step === 'documents' ? (
                      <Document kind={key} code={code} draft={draft} go={() => goTo(step, `upload-${key}`)} />
                    ) : (
                      <>
                        <TextLink look="inline" onClick={() => goTo(step, key)}>
                          <Name step={step} field={key} answers={answers} />
                        </TextLink>{' '}
                        <span className="text-ink-2">{wordsOf(code)}</span>
                      </>
                    )}
                  </span>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  )
}

/** A document with the rule it must meet. */
function Document({ kind, code, draft, go }: { kind: string; code: string; draft: DraftView; go: () => void }) {
  const t = useT()
  const item = draft.checklist.find((one) => one.kind === kind)
  if (!item) return null
  return (
    <>
      <TextLink look="inline" onClick={go}>
        {t(documentKey(item.kind))}
      </TextLink>{' '}
      <span className="text-ink-2">
        {code === 'payee_id_required' && <span className="block">{t(`errors:field.${code}`)}</span>}
        {t(documentKey(item.kind, 'rule'))}
        {item.least > 1 && ` ${t('claimform:documents.least', { count: item.least })}`}
      </span>
    </>
  )
}

/** The field's label in its own form. */
function Name({ step, field: key, answers }: { step: ClaimStep; field: string; answers: ClaimAnswers }): string {
  const t = useT()
  const [head = '', id = ''] = key.split('.')
  const known = answerKey.safeParse(head).data
  if (known === 'visits' && id)
    return t('claimform:visits.visit', { number: answers.visits.findIndex((visit) => visit.id === id) + 1 })
  const bank = head === 'bankFields' ? BANK_FIELD_IDS.find((one) => one === id) : undefined
  if (bank) return t(bankFieldKey(bank))
  return known ? t(`claimform:field.${known}`) : t(stepKey(step))
}
