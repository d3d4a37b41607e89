/**
 * The form that asks what is wrong: built without React, which these pages do not load. Its parts look like those of
 * `ui/Field.tsx`.
 */
import type { Translate } from '../../../../app/words/translate.ts'
import { FEEDBACK_REASONS, type FeedbackReason } from '../../contract.ts'

export interface Form {
  element: HTMLElement
  /** Moves the focus to the first choice. */
  focus: () => void
}

interface Acts {
  send: (reason: FeedbackReason, text: string) => unknown
  cancel: () => void
}

type Attributes = Record<string, string>

function make<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  element.append(...children)
  return element
}

/** The same as `ui/Icon.tsx` draws. */
function icon(): SVGElement {
  const part = (name: string, attributes: Attributes): SVGElement => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', name)
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
    return element
  }
  const drawn = part('svg', { class: 'icon', width: '16', height: '16', 'aria-hidden': 'true' })
  drawn.append(part('use', { href: '/icons.svg#circle-alert' }))
  return drawn
}

/** Marks a control as wrong, or as correct if `words` are empty. */
function setError(control: HTMLElement, error: HTMLElement, words: string): void {
  error.replaceChildren(...(words === '' ? [] : [icon(), words]))
  error.hidden = words === ''
  if (words === '') control.removeAttribute('aria-invalid')
  else control.setAttribute('aria-invalid', 'true')
}

export function drawForm(t: Translate, limit: number, { send, cancel }: Acts): Form {
  const radios = FEEDBACK_REASONS.map((reason) =>
    make('input', { class: 'radio', type: 'radio', name: 'feedback-reason', value: reason }),
  )
  const first = radios[0]!
  const reasonError = make('p', { class: 'field-error', id: 'feedback-reason-error', hidden: '' })
  const reasons = make(
    'fieldset',
    { class: 'field', 'aria-describedby': 'feedback-reason-error' },
    make('legend', { class: 'field-label float-left' }, t('feedback:why')),
    reasonError,
    make(
      'div',
      {},
      ...radios.map((radio) =>
        make(
          'label',
          { class: 'flex min-h-11 cursor-pointer items-center gap-3' },
          radio,
          make('span', {}, t(`feedback:reason.${radio.value}`)),
        ),
      ),
    ),
  )
  const text = make('textarea', {
    class: 'input',
    id: 'feedback-words',
    rows: '3',
    maxlength: String(limit),
    'aria-describedby': 'feedback-words-hint feedback-words-error',
  })
  const textError = make('p', { class: 'field-error', id: 'feedback-words-error', hidden: '' })
  const own = make(
    'div',
    { class: 'field' },
    make('label', { class: 'field-label', for: 'feedback-words' }, t('feedback:words')),
    make('p', { class: 'field-hint', id: 'feedback-words-hint' }, t('feedback:hint', { limit })),
    textError,
    text,
  )
  const leave = make('button', { class: 'btn btn-line', type: 'button' }, t('feedback:cancel'))
  const element = make(
    'form',
    { class: 'mt-4 grid gap-5 measure', novalidate: '', 'aria-labelledby': 'feedback' },
    reasons,
    own,
    make(
      'div',
      { class: 'flex flex-wrap gap-3' },
      make('button', { class: 'btn btn-primary', type: 'submit' }, t('feedback:send')),
      leave,
    ),
  )
  leave.addEventListener('click', cancel)
  element.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.isComposing) cancel()
  })
  element.addEventListener('submit', (event) => {
    event.preventDefault()
    const chosen = FEEDBACK_REASONS.find((reason) => radios.some((radio) => radio.checked && radio.value === reason))
    const said = text.value.trim()
    setError(first, reasonError, chosen ? '' : t('feedback:reasonMissing'))
    setError(
      text,
      textError,
      chosen === 'other' && said === ''
        ? t('feedback:wordsMissing')
        : said.length > limit
          ? t('feedback:wordsLong', { limit })
          : '',
    )
    const wrong = [first, text].find((control) => control.hasAttribute('aria-invalid'))
    if (wrong) wrong.focus()
    else if (chosen) void send(chosen, said)
  })
  return { element, focus: () => (radios.find((radio) => radio.checked) ?? first).focus() }
}
