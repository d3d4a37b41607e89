import { createContext, use, type ReactNode } from 'react'
import { Icon } from './Icon.tsx'

/** Ids and states that a control takes from its field. */
export interface ControlAria {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

const FieldContext = createContext<ControlAria | undefined>(undefined)

/** Reads the ids and states of the surrounding field. A control outside a field must have its own id and name. */
export function useControl(): ControlAria | undefined {
  return use(FieldContext)
}

export interface FieldProps {
  /** Id of the control; the error summary links to it. */
  id: string
  label: ReactNode
  hint?: ReactNode
  /** The error and what to do about it. Shown above the control, because a phone's keyboard hides what is below. */
  error?: string | undefined
  /** Where the value comes from, in a few words beside the label. */
  mark?: ReactNode
  children: ReactNode
  className?: string
}

const describedBy = (id: string, hint: ReactNode, error: string | undefined): string | undefined =>
  [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ') || undefined

/** One control with its label. */
export function Field({ id, label, hint, error, mark, children, className = '' }: FieldProps) {
  const aria: ControlAria = {
    id,
    'aria-describedby': describedBy(id, hint, error),
    'aria-invalid': error ? true : undefined,
  }
  return (
    <div className={`field ${className}`.trim()}>
      <label className="field-label" htmlFor={id}>
        {label}
        {mark && <FieldMark>{mark}</FieldMark>}
      </label>
      <HintAndError id={id} hint={hint} error={error} />
      <FieldContext value={aria}>{children}</FieldContext>
    </div>
  )
}

/** Several controls under one question: radios, checkboxes, parts of a date. */
export function FieldGroup({ id, label, hint, error, mark, children, className = '' }: FieldProps) {
  const aria: ControlAria = {
    id,
    'aria-describedby': describedBy(id, hint, error),
    'aria-invalid': error ? true : undefined,
  }
  return (
    <fieldset className={`field ${className}`.trim()} aria-describedby={aria['aria-describedby']}>
      <legend className="field-label float-left">
        {label}
        {mark && <FieldMark>{mark}</FieldMark>}
      </legend>
      <HintAndError id={id} hint={hint} error={error} />
      <FieldContext value={aria}>{children}</FieldContext>
    </fieldset>
  )
}

function FieldMark({ children }: { children: ReactNode }) {
  return (
    <span className="ms-2 inline-block rounded-sm bg-teal-tint px-2 text-small font-normal text-teal">{children}</span>
  )
}

function HintAndError({ id, hint, error }: Pick<FieldProps, 'id' | 'hint' | 'error'>) {
  return (
    <>
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="field-error" id={`${id}-error`}>
          <Icon name="circle-alert" size={16} />
          {error}
        </p>
      )}
    </>
  )
}
