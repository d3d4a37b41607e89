/**
 * Health questions, a list for each person: no preselected answer, an explanation for every yes, and a button that
 * confirms them all.
 */
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { request } from '../../../../../app/requests/browser-requester.ts'
import type { FieldErrors } from '../../../../../lib/errors.ts'
import { callFailureWords } from '../../../../../app/requests/call-failure-words.ts'
import { useLoad } from '../../../../../app/requests/use-load.ts'
import { howAnswered, QuestionList, type HowAnswered } from '../../../../../app/parts/health-questions.tsx'
import { toast } from '../../../../../app/parts/toast-store.ts'
import { Actions, StepForm, StepHead, TextWaiting, useAttempt } from '../../../../../app/parts/wizard-parts.tsx'
import { useLang, useT } from '../../../../../app/words/words.tsx'
import { Button } from '../../../../../ui/Button.tsx'
import { Field } from '../../../../../ui/Field.tsx'
import { Notice } from '../../../../../ui/Notice.tsx'
import { TextArea } from '../../../../../ui/TextInput.tsx'
import { TextLink } from '../../../../../ui/TextLink.tsx'
import { useNow } from '../../../../../ui/use-now.ts'
import { readPage, type HealthAnswers, type OrderView, type PageText } from '../../../contract.ts'
import { insuredDraft, nameInWords } from '../../../rules/check-person-fields.ts'
import { askedOf, questionOf } from '../../../rules/plan-facts.ts'
import { healthErrors } from '../../../steps.ts'
import { StepErrors, StepTrouble } from '../step-errors.tsx'
import { $answers, act, change, proceed, show } from '../wizard-store.ts'
import { unsavedWords } from '../saving/unsaved-words.ts'
import { memberInFull } from './people/family-names.ts'
import { partsOf } from './people/people-parts.ts'
import { TextSections } from '../purchase-text-sections.tsx'
import type { StepProps } from '../props.ts'
import { healthTextKey, loadOrderText } from '../load-order-text.ts'

export default function HealthStep({ order, fromCheck }: StepProps) {
  const [text, again] = useLoad(`${order.id}:health:${healthTextKey(order)}`, () => loadOrderText(order.id, 'health'))
  if (text.state === 'loading') return <TextWaiting />
  if (text.state === 'failed') return <StepTrouble error={text.error} again={again} />
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
  const lang = useLang()
  const answers = useStore($answers) ?? order.answers
  const openedAt = useNow(null)
  const [attempt, tryOn] = useAttempt(order.id, 'health')
  const [busy, setBusy] = useState(false)
  const { health } = answers
  const accepted = order.review?.status === 'passed'
  const errors = healthErrors({ answers, questions: order.questions })
  const groups = groupsOf(text.questions)
  const [singly, setSingly] = useState<readonly (string | null)[]>([])
  const given = givenTo(groups, health, singly)
  const shown = attempt > 0 ? errorsShown(errors, groups, given) : {}
  const nameOf = (key: string | null): string =>
    key === null ? nameInWords(insuredDraft(answers.people), lang) : memberInFull(t, answers.people, key, lang)
  const errorOf = (field: string) => {
    const id = field.slice(field.indexOf('.') + 1)
    const { key } = askedOf(id)
    const at = groups.find((group) => group.key === key)?.questions.findIndex((question) => question.id === id) ?? -1
    const error = shown[field] && t(`errors:field.${shown[field]}`)
    const words = error && at >= 0 ? t('confirm:health.errorAt', { number: at + 1, error }) : error
    return words && groups.length > 1 ? t('confirm:errorOf', { of: nameOf(key), error: words }) : words
  }
  const set = (part: Partial<HealthAnswers>): void => change('health', { ...health, ...part })

  async function confirm(): Promise<void> {
    tryOn()
    if (Object.keys(errors).length > 0) return
    setBusy(true)
    try {
      const reply = await act((now) =>
        request(readPage, { id: now.id, version: now.version, page: 'health', sha256: text.sha256, openedAt }),
      )
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
      {order.personReplaced && <Notice kind="info">{t('confirm:health.replaced')}</Notice>}
      {accepted && <Notice kind="info">{t(`confirm:health.${order.needsReview ? 'changed' : 'accepted'}`)}</Notice>}
      <StepErrors errors={shown} errorOf={errorOf} attempt={attempt} />
      <TextSections sections={text.sections.slice(0, 1)} />
      {text.help && <p className="measure text-ink-2">{text.help}</p>}
      {groups.map(({ key, questions }) => (
        <section key={key} className="grid gap-4">
          {groups.length > 1 && <h2 className="type-h2">{nameOf(key)}</h2>}
          <QuestionsOfPerson
            group={{ key, questions }}
            given={given.get(key) ?? ''}
            text={text}
            health={health}
            set={set}
            answer={(how) => setSingly(how === 'some' ? [...singly, key] : singly.filter((it) => it !== key))}
            errorOf={errorOf}
          />
        </section>
      ))}
      {!accepted && Object.values(health.answers).includes('yes') && (
        <Notice kind="info">{t('confirm:health.review')}</Notice>
      )}
      <TextSections sections={text.sections.slice(1)} />
      <Actions
        main={
          <Button look="accent" type="submit" working={busy && t('confirm:saving')}>
            {text.button ?? t('confirm:continue')}
          </Button>
        }
        side={
          <TextLink onClick={() => show('people', { part: partsOf(answers.people).at(-1) ?? null })}>
            {t('confirm:back')}
          </TextLink>
        }
      />
    </StepForm>
  )
}

interface PersonProps {
  group: Group
  given: HowAnswered
  text: PageText
  health: HealthAnswers
  set: (part: Partial<HealthAnswers>) => void
  answer: (how: 'none' | 'some') => void
  errorOf: (field: string) => string | undefined
}

function QuestionsOfPerson({ group, given, text, health, set, answer, errorOf }: PersonProps) {
  const t = useT()
  const { questions } = group
  const { answers, details } = health

  function answerAll(how: 'none' | 'some'): void {
    const others = Object.entries(answers).filter(([id]) => !questions.some((question) => question.id === id))
    // One by one, each answer is given anew: none of them is preselected by the other choice.
    const own = how === 'none' ? questions.map(({ id }) => [id, 'no'] as const) : []
    answer(how)
    set({ answers: Object.fromEntries([...others, ...own]) })
  }

  return (
    <QuestionList
      questions={questions}
      given={given}
      answers={answers}
      whole={wholeOf(group)}
      words={text}
      answer={(id, said) => set({ answers: { ...answers, [id]: said } })}
      answerAll={answerAll}
      errorOf={errorOf}
      renderDetails={({ id, detail }) =>
        answers[id] === 'yes' && (
          <Field id={`details.${id}`} label={t('confirm:health.detail')} hint={detail} error={errorOf(`details.${id}`)}>
            <TextArea
              rows={4}
              maxLength={2000}
              value={details[id] ?? ''}
              onChange={(said) => set({ details: { ...details, [id]: said } })}
            />
          </Field>
        )
      }
    />
  )
}

interface Group {
  /** Key of the family member; `null` for the student. */
  key: string | null
  questions: PageText['questions']
}

/** Person by person, as they are asked. */
function groupsOf(questions: PageText['questions']): Group[] {
  const keys = [...new Set(questions.map(({ id }) => askedOf(id).key))]
  return keys.map((key) => ({ key, questions: questions.filter(({ id }) => askedOf(id).key === key) }))
}

/** The field of the answer to a whole list. */
const wholeOf = ({ key }: Pick<Group, 'key'>): string => (key === null ? 'all' : questionOf(key, 'all'))

/** `singly`: the persons whose questions are being answered one by one. */
const givenTo = (groups: readonly Group[], { answers }: HealthAnswers, singly: readonly (string | null)[]) =>
  new Map(groups.map(({ key, questions }) => [key, howAnswered(questions, answers, singly.includes(key))]))

/** A list that nothing was said of yet has one error, at the choice below it. */
const errorsShown = (
  errors: FieldErrors,
  groups: readonly Group[],
  given: ReadonlyMap<string | null, HowAnswered>,
): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).map(([field, code]) => {
      const { key } = askedOf(field.slice(field.indexOf('.') + 1))
      const group = groups.find((it) => it.key === key)
      return group && given.get(key) === '' ? [`answers.${wholeOf(group)}`, 'select_required'] : [field, code]
    }),
  )
