/** The day of illness or accident, and the policy that was in force on it; the others say why not, and what to do. */
import { useState } from 'react'
import { LocalizedDateInput } from '../../../../../../app/parts/localized-date-input.tsx'
import { request } from '../../../../../../app/requests/browser-requester.ts'
import { LoadFailed } from '../../../../../../app/load/load-failed.tsx'
import { callFailureWords } from '../../../../../../app/requests/call-failure-words.ts'
import { clearTabState, useTabState } from '../../../../../../app/storage/use-tab-state.ts'
import { toast } from '../../../../../../app/parts/toast-store.ts'
import { useT } from '../../../../../../app/words/words.tsx'
import { Actions, useAttempt } from '../../../../../../app/parts/wizard-parts.tsx'
import { now } from '../../../../../../lib/days/clock.ts'
import { addDays, isDay, latestDay, type Day } from '../../../../../../lib/days/dates.ts'
import type { FieldErrors } from '../../../../../../lib/errors.ts'
import { Button } from '../../../../../../ui/Button.tsx'
import { Checkbox } from '../../../../../../ui/Choice.tsx'
import { Field } from '../../../../../../ui/Field.tsx'
import { CheckedForm } from '../../../../../../ui/CheckedForm.tsx'
import { Skeleton } from '../../../../../../ui/Skeleton.tsx'
import { TextLink } from '../../../../../../ui/TextLink.tsx'
import { useNow } from '../../../../../../ui/use-now.ts'
import { saveClaim, startClaim, type ClaimablePolicy, type DraftView } from '../../../../contract.ts'
import { incidentDayError } from '../../../../rules/draft/cover-on-day.ts'
import { declarationKey } from '../../../../rules/draft/declarations.ts'
import { ClaimErrorSummary } from '../../claim-error-summary.tsx'
import { $draft, adopt, begin, change, flush, proceed } from '../../store/wizard-store.ts'
import { FURTHEST_DAYS, startKey, word } from './start-key.ts'
import { PoliciesNotInForce } from './policies-not-in-force.tsx'
import { PolicyChoice } from './policy-choice.tsx'
import { useClaimable } from './use-claimable-policies.ts'

interface Props {
  draft: DraftView | null
  chosen: { policy: string; day: string } | undefined
  /** The claim that this one follows. */
  after: string | undefined
  besideDrafts: boolean
  fromCheck: boolean
  /** The insured person of this policy has died. */
  died: (policy: ClaimablePolicy) => void
}

const yes = (raw: unknown): boolean => raw === true
/** What a person means by today: the day on the calendar of this device. */
export const dayHere = (): Day =>
  new Date(now() - new Date(now()).getTimezoneOffset() * 60_000).toISOString().slice(0, 10)

export function PolicyForm({ draft, chosen, after, besideDrafts, fromCheck, died }: Props) {
  const t = useT()
  const today = latestDay(useNow())
  const name = draft?.id ?? after ?? 'new'
  const [day, setDay] = useTabState(`claim:day:${name}`, chosen?.day ?? '', word)
  const [picked, pick] = useTabState(`claim:policy:${name}`, chosen?.policy ?? '', word)
  const [agreed, agree] = useTabState('claim:sensitive:new', false, yes)
  const [attempt, tryOn] = useAttempt(name, 'policy')
  const [tried, setTried] = useState<readonly string[]>()
  const [busy, setBusy] = useState(false)
  const dated = isDay(day) && day <= today
  const list = useClaimable(dated ? day : '', draft)
  const found = list.loaded.state === 'ready' ? list.loaded.data : undefined
  const [covering, others] = [found?.policies ?? [], found?.others ?? []]
  // With only one fitting policy there is nothing to choose.
  const policy =
    covering.find(({ id }) => id === picked) ?? (covering.length === 1 && found?.pages === 1 ? covering[0] : undefined)
  const noneThen = dated && found !== undefined && covering.length === 0 && list.search === ''

  const errors: FieldErrors = {}
  const wrongDay = incidentDayError(day, today)
  if (wrongDay) errors['incidentDay'] = wrongDay
  else if (found && !noneThen && !policy) errors['policy'] = 'policy_required'
  if (!draft && !agreed && covering.length > 0) errors['sensitive'] = 'consent_required'
  // What only appeared after the last try is not wrong yet: nobody could have filled it in.
  const shown =
    attempt > 0 ? Object.fromEntries(Object.entries(errors).filter(([key]) => tried?.includes(key) ?? true)) : {}
  const errorOf = (key: string): string | undefined => (shown[key] ? t(`errors:field.${shown[key]}`) : undefined)
  // Said at once: no policies are listed for such a day, and nothing else would tell why.
  const future = wrongDay === 'incident_date_future' ? t('errors:field.incident_date_future') : undefined

  async function go(): Promise<void> {
    tryOn()
    setTried(Object.keys(errors))
    if (!policy || Object.keys(errors).length > 0) return
    setBusy(true)
    try {
      await (draft ? move(draft, policy.id) : start(policy.id))
    } catch (error) {
      toast(callFailureWords(t, error), 'bad')
    }
    setBusy(false)
  }

  async function start(id: string): Promise<void> {
    const reply = await request(startClaim, {
      policy: id,
      day,
      key: startKey(`${id}:${day}`),
      sensitive: agreed,
      after,
    })
    if (!reply.ok) return toast(reply.message, 'bad')
    for (const key of [
      `claim:start:${id}:${day}`,
      `claim:day:${name}`,
      `claim:policy:${name}`,
      'claim:sensitive:new',
      `attempt:${name}:policy`,
    ])
      clearTabState(key)
    await begin(reply.data, 'sign')
  }

  async function move(current: DraftView, id: string): Promise<void> {
    if (day !== current.answers.incidentDay) change({ incidentDay: day })
    if (id !== current.policy.id) {
      if (!(await flush())) return toast(t('claimform:unsaved'), 'bad')
      const reply = await request(saveClaim, {
        id: current.id,
        base: $draft.get()?.version ?? current.version,
        patch: {},
        policy: id,
      })
      if (!reply.ok) return toast(reply.message, 'bad')
      adopt(reply.data.draft)
    }
    proceed('policy')
  }

  return (
    <CheckedForm className="grid gap-8" onSend={() => void go()}>
      {besideDrafts && <h2 className="type-h2">{t('claimform:list.new')}</h2>}
      <ClaimErrorSummary errors={shown} errorOf={errorOf} attempt={attempt} />
      <div className="grid gap-1">
        <Field
          className="max-w-md"
          id="incidentDay"
          label={t('claimform:list.day')}
          hint={t('claimform:list.dayHint')}
          error={errorOf('incidentDay') ?? future}
        >
          <LocalizedDateInput value={day} onChange={setDay} max={today} min={addDays(today, -FURTHEST_DAYS)} />
        </Field>
        <p className="flex flex-wrap gap-x-6">
          <TextLink onClick={() => setDay(dayHere())}>{t('claimform:list.today')}</TextLink>
          <TextLink onClick={() => setDay(addDays(dayHere(), -1))}>{t('claimform:list.yesterday')}</TextLink>
        </p>
      </div>
      {list.loaded.state === 'loading' && dated && <Skeleton label={t('claimform:list.loading')} rows={2} />}
      {list.loaded.state === 'failed' && <LoadFailed error={list.loaded.error} level={3} again={list.again} />}
      {found && !noneThen && dated && (
        <PolicyChoice
          {...list}
          policies={covering}
          pages={found.pages}
          day={day}
          chosen={policy?.id ?? ''}
          choose={pick}
          error={errorOf('policy')}
        />
      )}
      {noneThen && <PoliciesNotInForce policies={others} count={found?.otherCount ?? 0} day={day} none />}
      {!draft && covering.length > 0 && (
        <Checkbox id="sensitive" checked={agreed} onChange={agree} error={errorOf('sensitive')}>
          {t(declarationKey('sensitive'))}
          <span className="text-small block text-ink-2">{t(declarationKey('sensitive', 'more'))}</span>
        </Checkbox>
      )}
      {others.length > 0 && !noneThen && (
        <PoliciesNotInForce policies={others} count={found?.otherCount ?? 0} day={day} none={false} />
      )}
      {/* Apart from what every claim asks: nobody whose family is only ill should stumble over it. */}
      {!draft && policy?.death && (
        <p>
          <TextLink onClick={() => died(policy)}>{t('claimform:death.link')}</TextLink>
        </p>
      )}
      <Actions
        main={
          <Button
            look={besideDrafts ? 'line' : 'accent'}
            type="submit"
            working={busy && t('claimform:list.starting')}
            waiting={noneThen}
            onWait={() => document.getElementById('not-then')?.scrollIntoView()}
          >
            {t(
              noneThen
                ? 'claimform:list.noneThen'
                : draft || fromCheck
                  ? 'claimform:continue'
                  : besideDrafts
                    ? 'claimform:drafts.another'
                    : 'claimform:list.start',
            )}
          </Button>
        }
      />
    </CheckedForm>
  )
}
