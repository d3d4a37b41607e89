import { useControl } from './Field.tsx'
import { Icon } from './Icon.tsx'

export interface StepperProps {
  value: number
  onChange: (value: number) => void
  min: number
  max: number
  /** Labels of the two buttons for screen readers ("One year less"). */
  less: string
  more: string
}

/** − 21 + : the number can be typed, too. */
export function Stepper({ value, onChange, min, max, less, more }: StepperProps) {
  const aria = useControl()
  const set = (next: number): void => onChange(Math.min(max, Math.max(min, next)))
  const button = 'grid h-full w-11 place-items-center text-teal cursor-pointer aria-disabled:text-ink-3'
  return (
    <div className="input w-fit gap-0 p-0">
      <button className={button} type="button" aria-label={less} aria-disabled={value <= min || undefined} onClick={() => set(value - 1)}>
        <Icon name="minus" />
      </button>
      <input
        {...aria}
        className="num w-12 text-center font-semibold"
        inputMode="numeric"
        value={value}
        role="spinbutton"
        aria-valuenow={value}
        aria-valuemin={min}
        aria-valuemax={max}
        onChange={(event) => {
          const digits = event.currentTarget.value.replace(/\D/g, '')
          if (digits) onChange(Math.min(max, Number(digits)))
        }}
        onBlur={() => set(value)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowUp') set(value + 1)
          else if (event.key === 'ArrowDown') set(value - 1)
        }}
      />
      <button className={button} type="button" aria-label={more} aria-disabled={value >= max || undefined} onClick={() => set(value + 1)}>
        <Icon name="plus" />
      </button>
    </div>
  )
}
