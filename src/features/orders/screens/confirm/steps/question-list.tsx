/**
 * The health questions of one person: read as one list, answered once where nothing applies, and one by one where
 * something does.
 */
import { useEffect, useRef } from 'react'
import type { HowAnswered } from '../../../../../app/parts/how-answered.ts'
import { useT } from '../../../../../app/words/words.tsx'
import { RadioGroup } from '../../../../../ui/Choice.tsx'
import { Field, FieldGroup } from '../../../../../ui/Field.tsx'
import { TextArea } from '../../../../../ui/TextInput.tsx'
import type { HealthAnswers, PageText } from '../../../contract.ts'
import { askedOf, questionOf } from '../../../rules/plan-facts.ts'

export interface Group {
  /** Key of the family member; `null` for the student. */
  key: string | null
  questions: PageText['questions']
}

/** Person by person, as they are asked. */
export function groupsOf(questions: PageText['questions']): Group[] {
  const keys = [...new Set(questions.map(({ id }) => askedOf(id).key))]
  return keys.map((key) => ({ key, questions: questions.filter(({ id }) => askedOf(id).key === key) }))
}

/** The field of the answer to a whole list. */
export const wholeOf = ({ key }: Pick<Group, 'key'>): string => (key === null ? 'all' : questionOf(key, 'all'))

interface Props {
  group: Group
  given: HowAnswered
  text: Pick<PageText, 'none' | 'some'>
  health: HealthAnswers
  set: (part: Partial<HealthAnswers>) => void
  answer: (how: 'none' | 'some') => void
  errorOf: (field: string) => string | undefined
}

export function QuestionList({ group, given, text, health, set, answer, errorOf }: Props) {
  const t = useT()
  const { questions } = group
  const whole = wholeOf(group)
  const list = useRef<HTMLOListElement>(null)
  const before = useRef(given)
  useEffect(() => {
    // The questions are above: whoever answers them one by one begins with the first.
    if (before.current !== given && given === 'some') list.current?.querySelector('input')?.focus()
    before.current = given
  }, [given])

  function choose(how: 'none' | 'some'): void {
    const others = Object.fromEntries(
      Object.entries(health.answers).filter(([id]) => !questions.some((question) => question.id === id)),
    )
    // One by one, each answer is given anew: none of them is preselected by the other choice.
    const own = how === 'none' ? Object.fromEntries(questions.map(({ id }) => [id, 'no' as const])) : {}
    answer(how)
    set({ answers: { ...others, ...own } })
  }

  return (
    <>
      <ol className="grid border-t border-ink" ref={list}>
        {questions.map((question, i) =>
          given === 'some' ? (
            <Question key={question.id} number={i + 1} {...{ question, health, set, errorOf }} />
          ) : (
            <li key={question.id} className="border-b border-line py-3 font-medium">
              {i + 1}. {question.text}
            </li>
          ),
        )}
      </ol>
      {questions.length > 1 && (
        <FieldGroup id={`answers.${whole}`} label={t('confirm:health.whole')} error={errorOf(`answers.${whole}`)}>
          <RadioGroup
            name={whole}
            value={given}
            onChange={choose}
            options={(['none', 'some'] as const).map((value) => ({ value, label: text[value] }))}
          />
        </FieldGroup>
      )}
    </>
  )
}

interface QuestionProps extends Pick<Props, 'health' | 'set' | 'errorOf'> {
  question: PageText['questions'][number]
  /** The question's number for this person. */
  number: number
}

function Question({ question: { id, text, detail }, number, health, set, errorOf }: QuestionProps) {
  const t = useT()
  return (
    <li className="grid gap-4 border-b border-line py-6">
      <FieldGroup id={`answers.${id}`} label={`${number}. ${text}`} error={errorOf(`answers.${id}`)}>
        <RadioGroup
          inline
          name={id}
          value={health.answers[id] ?? ''}
          onChange={(answer) => set({ answers: { ...health.answers, [id]: answer } })}
          options={(['yes', 'no'] as const).map((value) => ({ value, label: t(`confirm:${value}`) }))}
        />
      </FieldGroup>
      {health.answers[id] === 'yes' && (
        <Field id={`details.${id}`} label={t('confirm:health.detail')} hint={detail} error={errorOf(`details.${id}`)}>
          <TextArea
            rows={4}
            maxLength={2000}
            value={health.details[id] ?? ''}
            onChange={(said) => set({ details: { ...health.details, [id]: said } })}
          />
        </Field>
      )}
    </li>
  )
}
