/** Health questions one by one: no default answer, a few words for every yes, and an act that confirms them all. */
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { request } from '../../../../../app/browser-requester.ts'
import { callFailureWords } from '../../../../../app/call-failure-words.ts'
import { useLoad } from '../../../../../app/use-load.ts'
import { toast } from '../../../../../app/toast-store.ts'
import { Actions, StepForm, StepHead, TextWaiting, useAttempt } from '../../../../../app/wizard-parts.tsx'
import { useT } from '../../../../../app/words.tsx'
import { Button } from '../../../../../ui/Button.tsx'
import { RadioGroup } from '../../../../../ui/Choice.tsx'
import { Field, FieldGroup } from '../../../../../ui/Field.tsx'
import { Notice } from '../../../../../ui/Notice.tsx'
import { TextArea } from '../../../../../ui/TextInput.tsx'
import { TextLink } from '../../../../../ui/TextLink.tsx'
import { readPage, type HealthAnswers, type OrderView, type PageText } from '../../../contract.ts'
import { healthErrors } from '../../../steps.ts'
import { StepErrors, StepTrouble } from '../step-errors.tsx'
import { $draft, act, change, proceed, show } from '../wizard-store.ts'
import { unsavedWords } from '../unsaved-words.ts'
import { partsOf } from './people-parts.ts'
import { TextSections } from '../text-sections.tsx'
import type { StepProps } from '../props.ts'
import { loadOrderText } from '../load-order-text.ts'

export default function HealthStep({ order, fromCheck }: StepProps) {
  const [text, again] = useLoad(`${order.id}:health:${order.questions.join()}`, () => loadOrderText(order.id, 'health'))
  if (text.state === 'loading') return <TextWaiting />
  if (text.state === 'failed') return <StepTrouble again={again} />
  return <Questions key={text.data.sha256} order={order} text={text.data} fromCheck={fromCheck} again={again} />
}

interface QuestionsProps {
  order: OrderView
  text: PageText
  fromCheck: boolean
  again: () => void
}

function Questions({ order, text, fromCheck, again }: QuestionsProps) {
  const t = useT()
  const answers = useStore($draft) ?? order.answers
  const [openedAt] = useState(() => Date.now())
  const [attempt, tryOn] = useAttempt(order.id, 'health')
  const [busy, setBusy] = useState(false)
  const { health } = answers
  const errors = healthErrors({ answers, questions: order.questions })
  const shown = attempt > 0 ? errors : {}
  const errorOf = (key: string) => {
    const at = order.questions.findIndex((id) => key.endsWith(`.${id}`)) + 1
    return shown[key] && t('confirm:health.errorAt', { number: at, error: t(`errors:field.${shown[key]}`) })
  }
  const set = (part: Partial<HealthAnswers>): void => change('health', { ...health, ...part })

  async function confirm(): Promise<void> {
    tryOn()
    if (Object.keys(errors).length > 0) return
    setBusy(true)
    try {
      const reply = await act((now) => request(readPage, { id: now.id, version: now.version, page: 'health', sha256: text.sha256, openedAt }))
      if (reply?.ok) return proceed(reply.data, 'health', fromCheck)
      if (reply?.code === 'text_changed') again()
      else toast(reply?.message ?? unsavedWords(t), 'bad')
    } catch (error) {
      toast(callFailureWords(t, error), 'bad')
    } finally {
      setBusy(false)
    }
  }

  return (
    <StepForm
      onGo={() => {
        void confirm()
      }}
    >
      <StepHead title={text.title} lead={text.lead} />
      <StepErrors errors={shown} errorOf={errorOf} attempt={attempt} />
      <TextSections sections={text.sections.slice(0, 1)} />
      {text.help && <p className="measure text-ink-2">{text.help}</p>}
      <ol className="grid border-t border-ink">
        {text.questions.map((question, i) => (
          <li key={question.id} className="grid gap-4 border-b border-line py-6">
            <FieldGroup
              id={`answers.${question.id}`}
              label={`${i + 1}. ${question.text}`}
              error={errorOf(`answers.${question.id}`)}
            >
              <RadioGroup
                inline
                name={question.id}
                value={health.answers[question.id] ?? ''}
                onChange={(answer) => set({ answers: { ...health.answers, [question.id]: answer } })}
                options={(['yes', 'no'] as const).map((value) => ({ value, label: t(`confirm:${value}`) }))}
              />
            </FieldGroup>
            {health.answers[question.id] === 'yes' && (
              <Field id={`details.${question.id}`} label={t('confirm:health.detail')} hint={question.detail} error={errorOf(`details.${question.id}`)}>
                <TextArea
                  rows={4}
                  maxLength={2000}
                  value={health.details[question.id] ?? ''}
                  onChange={(detail) => set({ details: { ...health.details, [question.id]: detail } })}
                />
              </Field>
            )}
          </li>
        ))}
      </ol>
      {Object.values(health.answers).includes('yes') && <Notice kind="info">{t('confirm:health.review')}</Notice>}
      <TextSections sections={text.sections.slice(1)} />
      <Actions
        main={<Button look="accent" type="submit" working={busy && t('confirm:saving')}>{text.button ?? t('confirm:continue')}</Button>}
        side={<TextLink onClick={() => show('people', { part: partsOf(answers.people).at(-1) ?? null })}>{t('confirm:back')}</TextLink>}
      />
    </StepForm>
  )
}
