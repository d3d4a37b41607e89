/** The family insured with the student: dates of birth of spouse and children, which the price depends on. */
import { LocalizedDateInput } from '../../../app/parts/localized-date-input.tsx'
import { useT } from '../../../app/words/words.tsx'
import type { Day } from '../../../lib/days/dates.ts'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import { TextLink } from '../../../ui/TextLink.tsx'
import { PLAN_LIMITS } from '../../../lib/plan-limits.ts'
import type { Relative } from '../rules/plan-search.ts'

interface FamilyBirthsProps {
  family: readonly Relative[]
  change: (family: readonly Relative[]) => void
  today: Day
  leave?: (index: number) => void
  errorOf?: (index: number) => string | undefined
}

export default function FamilyBirths({ family, change, today, leave, errorOf }: FamilyBirthsProps) {
  const t = useT()
  const children = family.filter(({ who }) => who === 'child')
  const set = (index: number, birth: Day): void =>
    change(family.map((one, i) => (i === index ? { ...one, birth } : one)))
  const add = (who: Relative['who']): void => {
    const one = { who, birth: '' }
    change(who === 'spouse' ? [one, ...family] : [...family, one])
    requestAnimationFrame(() => document.getElementById(`family.${who === 'spouse' ? 0 : family.length}`)?.focus())
  }
  const nameOf = ({ who }: Relative, index: number): string =>
    who === 'spouse'
      ? t('plans:family.spouse')
      : children.length > 1
        ? t('plans:family.childOf', { number: family.slice(0, index + 1).filter((one) => one.who === 'child').length })
        : t('plans:family.child')
  return (
    <div className="grid gap-4" role="group" aria-label={t('plans:family.label')}>
      {family.map((one, i) => (
        // Rows of one kind differ only in their position.
        <div key={`${one.who} ${i}`} className="flex flex-wrap items-end gap-x-4 gap-y-1">
          <Field
            id={`family.${i}`}
            label={t('plans:family.birth', { who: nameOf(one, i) })}
            error={errorOf?.(i)}
            className="min-w-0 flex-1"
          >
            <LocalizedDateInput
              value={one.birth}
              onChange={(birth) => set(i, birth)}
              onBlur={() => leave?.(i)}
              max={today}
            />
          </Field>
          <TextLink onClick={() => change(family.filter((_, at) => at !== i))}>
            {t('plans:family.remove')}
            <span className="sr-only"> {nameOf(one, i)}</span>
          </TextLink>
        </div>
      ))}
      <p className="flex flex-wrap gap-3">
        {!family.some(({ who }) => who === 'spouse') && (
          <Button size="sm" icon="plus" onClick={() => add('spouse')}>
            {t('plans:family.addSpouse')}
          </Button>
        )}
        {children.length < PLAN_LIMITS.childrenInOrder && (
          <Button size="sm" icon="plus" onClick={() => add('child')}>
            {t('plans:family.addChild')}
          </Button>
        )}
      </p>
    </div>
  )
}
