/**
 * Who buys, who is insured, from when to when: one page on the desktop, on phones a short page for each part. Personal
 * fields open with the separate consent (decision 0081): before it nothing of them is typed, stored on the device or
 * sent.
 */
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { lazyPart, optionalPart } from '../../../../../../app/load/lazy.tsx'
import { useTabState } from '../../../../../../app/storage/use-tab-state.ts'
import { $session } from '../../../../../../app/session/session.ts'
import { toast } from '../../../../../../app/parts/toast-store.ts'
import { Actions, StepHead } from '../../../../../../app/parts/wizard-parts.tsx'
import { useLang, useT } from '../../../../../../app/words/words.tsx'
import { dayOf } from '../../../../../../lib/days/dates.ts'
import type { FieldErrors } from '../../../../../../lib/errors.ts'
import { Button } from '../../../../../../ui/Button.tsx'
import { ErrorSummary } from '../../../../../../ui/ErrorSummary.tsx'
import { CheckedForm } from '../../../../../../ui/CheckedForm.tsx'
import { TextLink } from '../../../../../../ui/TextLink.tsx'
import { useNow } from '../../../../../../ui/use-now.ts'
import type { Trip } from '../../../../contract.ts'
import type { PeopleDraft } from '../../../../rules/check-person-fields.ts'
import { BarPrice } from '../../order-summary.tsx'
import { $conflicts, $answers, $wizard, change, flush, proceed, reload, show } from '../../wizard-store.ts'
import { errorsTitle } from '../../step-errors.tsx'
import { unsavedWords } from '../../saving/unsaved-words.ts'
import type { StepProps } from '../../props.ts'
import { errorFigures } from '../error-figures.ts'
import { checkPage, printingErrors, together } from './people-errors.ts'
import { memberName } from '../../../../rules/family-words.ts'
import {
  beforeConsent,
  errorsIn,
  isMemberPart,
  isPeoplePart,
  partOf,
  partsOf,
  type MemberPart,
  type PeoplePart,
} from './people-parts.ts'
import { Dates, PERSONS, type SectionProps } from './people-sections.tsx'
import { SensitiveConsent } from '../sensitive-consent.tsx'
import { PrefillNotice } from './prefill-marks.tsx'
import { errorWords, personOf } from './people-words.ts'

/** Loaded only for orders with a family: most insure one person. */
const Member = lazyPart<SectionProps & { member: MemberPart }>(() => import('./family-member.tsx'))
const AddFamily = optionalPart<SectionProps>(() => import('./add-family.tsx'))

export default function PeopleStep({ order, plan, fromCheck }: StepProps) {
  const t = useT()
  const lang = useLang()
  const answers = useStore($answers) ?? order.answers
  const today = dayOf(useNow())
  const [busy, setBusy] = useState(false)
  const { errors: local, consequences, family } = checkPage(answers, plan, today)
  const unprintable = printingErrors(order, answers)
  const { people, trip } = answers
  const consented = order.sensitiveConsent === 'given'
  const found = together(local, unprintable, people)
  const errors = consented ? found : beforeConsent(found, partsOf(people))
  const { parts, shown, part, next, before } = usePart(people, errors, consented)
  const [attempts, tryOn, forget] = useAttempts(order.id)
  const tried = (one: PeoplePart) => attempts[one]
  const attempt = Math.max(0, ...shown.map((one) => attempts[one] ?? 0))
  // Errors are shown only after the first try to continue, except those that nobody can see for themselves while
  // typing.
  const pointed: FieldErrors = {
    ...(consented ? unprintable : {}),
    ...errorsIn(errors, parts.filter(tried), parts),
  }
  const words = (key: string, code: string): string =>
    errorWords(
      t,
      people,
      key,
      code,
      t(`errors:field.${code}`, {
        characters: order.unprintable[`people.${key}`] ?? '',
        ...errorFigures(plan, trip, lang),
      }),
    )
  const whose = (key: string) => (part ? undefined : personOf(t, people, key))
  const errorOf = (key: string) => (pointed[key] ? words(key, pointed[key]) : undefined)
  const setTrip = (value: Trip): void => change('trip', value)
  const setPeople = (some: Partial<PeopleDraft>): void => change('people', { ...people, ...some })
  const section: SectionProps = {
    order,
    plan,
    trip,
    people,
    consequences,
    setTrip,
    setPeople,
    errorOf,
    today,
    alone: part !== undefined,
  }
  const listed = errorsIn(errors, shown.filter(tried), parts)
  const rows = Object.entries(listed).map(([id, code]) => ({ id, message: words(id, code), of: whose(id) }))

  async function finish(): Promise<void> {
    tryOn(shown)
    if (Object.keys(errorsIn(errors, shown, parts)).length > 0) return
    const [left] = Object.keys(errors)
    // A person who came to change one thing returns directly, unless the change opened another field.
    if (next && !fromCheck) return show('people', { part: next })
    if (left !== undefined) {
      const where = partOf(left, parts)
      tryOn([where])
      return show('people', { part: where, fromCheck })
    }
    setBusy(true)
    const saved = await flushAndCompare()
    setBusy(false)
    const now = $wizard.get().order
    if (!saved || !now) return toast(unsavedWords(t), 'bad')
    // Sent or given up elsewhere: that is shown instead.
    if (now.status !== 'created') return
    if (now.open === 'people') {
      // Errors that the server found are shown at their fields.
      if (Object.keys(printingErrors(now, now.answers)).length === 0) toast(t('confirm:trouble.people'), 'bad')
      return
    }
    proceed(now, 'people', fromCheck)
  }

  return (
    <CheckedForm className="grid gap-12" onSend={() => void finish()}>
      <StepHead
        key={part}
        title={
          part && isMemberPart(part)
            ? memberName(t, people, part)
            : t(part ? titleOf(part, people) : 'confirm:people.title')
        }
        lead={part === 'dates' ? undefined : t('confirm:people.lead')}
      />
      {rows.length > 0 && (
        <ErrorSummary key={part} title={errorsTitle(t, Object.values(listed))} errors={rows} attempt={attempt} />
      )}
      <PrefillNotice prefill={order.prefill} answers={answers} />
      {shown.includes('dates') && <Dates {...section} />}
      {shown.includes('buyer') && <SensitiveConsent order={order} error={errorOf('sensitive')} onGiven={forget} />}
      {consented &&
        shown.map((one) => {
          if (one === 'dates') return null
          if (isMemberPart(one)) {
            const { consequences: own = consequences } = family.find(({ key }) => key === one) ?? {}
            return <Member key={one} {...section} member={one} consequences={own} />
          }
          const Section = PERSONS[one]
          return <Section key={one} {...section} />
        })}
      {consented &&
        people.relationship === 'self' &&
        part !== 'dates' &&
        (people.family.length > 0 || order.familyClosed === null) && <AddFamily {...section} />}
      <Actions
        main={
          <Button look="accent" type="submit" working={busy && t('confirm:saving')}>
            {t('confirm:continue')}
          </Button>
        }
        hint={part && order.premium && <BarPrice premium={order.premium} />}
        side={
          <TextLink onClick={() => (before ? show('people', { part: before, fromCheck }) : show('not-covered'))}>
            {t('confirm:back')}
          </TextLink>
        }
      />
    </CheckedForm>
  )
}

/**
 * Saves. Where there was nothing to save, another tab or device may have replaced what is shown here: then the person
 * is asked first.
 */
async function flushAndCompare(): Promise<boolean> {
  const before = $wizard.get().order
  if (!(await flush())) return false
  // Without a connection the next step compares.
  if ($wizard.get().order === before) await reload().catch(() => false)
  return $conflicts.get().length === 0
}

/** The heading of a part's page on phones. */
const titleOf = (part: Exclude<PeoplePart, MemberPart>, { relationship }: PeopleDraft): string =>
  part === 'dates'
    ? 'confirm:people.dates'
    : part === 'insured'
      ? 'confirm:people.insured'
      : relationship === 'self'
        ? 'confirm:check.both'
        : 'confirm:people.policyholder'

/**
 * Which parts are shown: all on the desktop, one on phones. Without a named part a phone begins with the first
 * incomplete one.
 */
function usePart(people: PeopleDraft, errors: FieldErrors, consented: boolean) {
  const parts = partsOf(people)
  const { part: named } = useStore($wizard)
  const [first] = useState(() => parts.find((one) => Object.keys(errorsIn(errors, [one], parts)).length > 0) ?? 'dates')
  if ($session.get().device === 'web')
    return { parts, shown: parts, part: undefined, next: undefined, before: undefined }
  const wanted = isPeoplePart(named) ? named : first
  const part = parts.includes(wanted) && (consented || wanted === 'dates') ? wanted : 'buyer'
  const at = parts.indexOf(part)
  return { parts, shown: [part], part, next: parts[at + 1], before: parts[at - 1] }
}

type Attempts = Partial<Record<PeoplePart, number>>

/**
 * How often the person tried to continue from each part. Kept over a reload and a change of language; newly opened
 * fields start at zero.
 */
function useAttempts(order: string): [Attempts, (parts: readonly PeoplePart[]) => void, () => void] {
  const [attempts, set] = useTabState<Attempts>(`attempt:${order}:people`, {}, readAttempts)
  return [
    attempts,
    (parts) =>
      set((known) => ({ ...known, ...Object.fromEntries(parts.map((part) => [part, (known[part] ?? 0) + 1])) })),
    () => set({}),
  ]
}

const readAttempts = (raw: unknown): Attempts =>
  Object.fromEntries(
    Object.entries(typeof raw === 'object' && raw !== null ? raw : {}).filter(
      ([part, count]) => isPeoplePart(part) && typeof count === 'number',
    ),
  )
