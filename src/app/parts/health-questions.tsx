/** Health questions: read as one list, answered once where nothing applies, and one by one where something does. */
import { useEffect, useRef, type ReactNode } from 'react'
import { RadioGroup } from '../../ui/Choice.tsx'
import { FieldGroup } from '../../ui/Field.tsx'
import { useT } from '../words/words.tsx'

/** How a list of health questions was answered: no to all at once, one by one, or not yet. */
export type HowAnswered = 'none' | 'some' | ''

/** `singly`: its questions are being answered one by one. A single question is its own list. */
export function howAnswered(
  questions: readonly { readonly id: string }[],
  answers: Readonly<Record<string, 'yes' | 'no'>>,
  singly: boolean,
): HowAnswered {
  const said = questions.map(({ id }) => answers[id])
  if (singly || questions.length === 1 || said.includes('yes')) return 'some'
  if (said.every((answer) => answer === 'no')) return 'none'
  return said.includes('no') ? 'some' : ''
}

interface Props<Q extends { id: string; text: string }> {
  questions: readonly Q[]
  given: HowAnswered
  answers: Readonly<Record<string, 'yes' | 'no'>>
  /** The field of the answer to the whole list, and the words of its choices. */
  whole: string
  words: { none?: string | undefined; some?: string | undefined }
  answer: (question: string, answer: 'yes' | 'no') => void
  answerAll: (how: 'none' | 'some') => void
  errorOf: (field: string) => string | undefined
  /** What is asked below a question. */
  renderDetails?: (question: Q) => ReactNode
}

export function QuestionList<Q extends { id: string; text: string }>(props: Props<Q>) {
  const { questions, given, answers, whole, words, answer, answerAll, errorOf, renderDetails } = props
  const t = useT()
  const list = useRef<HTMLOListElement>(null)
  const before = useRef(given)
  useEffect(() => {
    // The questions are above: whoever answers them one by one begins with the first.
    if (before.current !== given && given === 'some') list.current?.querySelector('input')?.focus()
    before.current = given
  }, [given])
  return (
    <>
      <ol className={`grid border-t ${renderDetails ? 'border-ink' : 'border-line'}`} ref={list}>
        {questions.map((question, i) => {
          const { id, text } = question
          if (given !== 'some')
            return (
              <li key={id} className="border-b border-line py-3 font-medium">
                {i + 1}. {text}
              </li>
            )
          return (
            <li key={id} className={`border-b border-line ${renderDetails ? 'grid gap-4 py-6' : 'py-5'}`}>
              <FieldGroup id={`answers.${id}`} label={`${i + 1}. ${text}`} error={errorOf(`answers.${id}`)}>
                <RadioGroup
                  inline
                  name={id}
                  value={answers[id] ?? ''}
                  onChange={(said) => answer(id, said)}
                  options={(['yes', 'no'] as const).map((value) => ({ value, label: t(`app:health.${value}`) }))}
                />
              </FieldGroup>
              {renderDetails?.(question)}
            </li>
          )
        })}
      </ol>
      {questions.length > 1 && (
        <FieldGroup id={`answers.${whole}`} label={t('app:health.whole')} error={errorOf(`answers.${whole}`)}>
          <RadioGroup
            name={whole}
            value={given}
            onChange={answerAll}
            options={(['none', 'some'] as const).map((value) => ({ value, label: words[value] }))}
          />
        </FieldGroup>
      )}
    </>
  )
}
