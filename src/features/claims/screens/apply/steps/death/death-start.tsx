/** Beginning the claim after a death, on a page of its own: the day, and the consent that every claim needs. */
import { useState } from 'react'
import { LocalizedDateInput } from '../../../../../../app/parts/localized-date-input.tsx'
import { request } from '../../../../../../app/requests/browser-requester.ts'
import { callFailureWords } from '../../../../../../app/requests/call-failure-words.ts'
import { Actions, StepForm, StepHead, useAttempt } from '../../../../../../app/parts/wizard-parts.tsx'
import { clearTabState, useTabState } from '../../../../../../app/storage/use-tab-state.ts'
import { toast } from '../../../../../../app/parts/toast-store.ts'
import { useLang, useT } from '../../../../../../app/words/words.tsx'
import { addDays, latestDay } from '../../../../../../lib/days/dates.ts'
import type { FieldErrors } from '../../../../../../lib/errors.ts'
import { joined } from '../../../../../../lib/locale.ts'
import { serviceLine } from '../../../../../../lib/site.ts'
import { Button } from '../../../../../../ui/Button.tsx'
import { Checkbox } from '../../../../../../ui/Choice.tsx'
import { Field } from '../../../../../../ui/Field.tsx'
import { TextLink } from '../../../../../../ui/TextLink.tsx'
import { useBackCloses } from '../../../../../../ui/use-back-closes.ts'
import { useNow } from '../../../../../../ui/use-now.ts'
import { startClaim, type ClaimablePolicy } from '../../../../contract.ts'
import { coverOn, incidentDayError } from '../../../../rules/draft/cover-on-day.ts'
import { declarationKey } from '../../../../rules/draft/declarations.ts'
import { ClaimErrorSummary } from '../../claim-error-summary.tsx'
import { useFieldErrorWords } from '../../field-error-words.ts'
import { begin } from '../../store/wizard-store.ts'
import { FURTHEST_DAYS, startKey, word } from '../start/start-key.ts'

interface Props {
  policy: ClaimablePolicy
  /** Back to the choice of policy. */
  close: () => void
}

export default function DeathStart({ policy, close }: Props) {
  const t = useT()
  const lang = useLang()
  const today = latestDay(useNow())
  useBackCloses(true, close)
  const [day, setDay] = useTabState(`claim:death:${policy.id}`, '', word)
  const [agreed, agree] = useState(false)
  const [busy, setBusy] = useState(false)
  const [attempt, tryOn] = useAttempt(policy.id, 'death:start')
  const wordsOf = useFieldErrorWords(policy, { incidentDay: day })

  const errors: FieldErrors = {}
  const wrongDay = incidentDayError(day, today)
  if (wrongDay) errors['incidentDay'] = wrongDay
  else if (coverOn(policy, day, '') !== 'covered') errors['incidentDay'] = 'not_covered_then'
  if (!agreed) errors['sensitive'] = 'consent_required'
  const shown = attempt > 0 ? errors : {}
  const errorOf = (key: string): string | undefined => (shown[key] ? wordsOf(shown[key]) : undefined)

  async function start(): Promise<void> {
    tryOn()
    if (Object.keys(errors).length > 0) return
    setBusy(true)
    try {
      const key = startKey(`${policy.id}:${day}:death`)
      const reply = await request(startClaim, { policy: policy.id, day, key, sensitive: agreed, death: true })
      if (reply.ok) {
        for (const name of [`claim:start:${policy.id}:${day}:death`, `claim:death:${policy.id}`]) clearTabState(name)
        await begin(reply.data, 'sign')
      } else toast(reply.message, 'bad')
    } catch (error) {
      toast(callFailureWords(t, error), 'bad')
    }
    setBusy(false)
  }

  return (
    <StepForm onGo={() => void start()}>
      <StepHead
        still={false}
        title={t('claimform:death.start')}
        lead={t('claimform:death.startLead', { phone: serviceLine(lang) })}
      />
      <ClaimErrorSummary errors={shown} errorOf={errorOf} attempt={attempt} />
      <p>
        <span className="font-semibold">{policy.insured}</span>
        <span className="block text-small text-ink-2">
          {joined(lang, policy.planName, policy.tierName)} · <span className="nobr">{policy.number}</span>
        </span>
      </p>
      <Field
        className="max-w-md"
        id="incidentDay"
        label={t('claimform:field.deathDay')}
        hint={t('claimform:death.startDayHint')}
        error={errorOf('incidentDay')}
      >
        <LocalizedDateInput value={day} onChange={setDay} max={today} min={addDays(today, -FURTHEST_DAYS)} />
      </Field>
      <Checkbox id="sensitive" checked={agreed} onChange={agree} error={errorOf('sensitive')}>
        {t(declarationKey('sensitive'))}
        <span className="text-small block text-ink-2">{t(declarationKey('sensitive', 'more'))}</span>
      </Checkbox>
      <Actions
        main={
          <Button look="primary" type="submit" working={busy && t('claimform:list.starting')}>
            {t('claimform:continue')}
          </Button>
        }
        side={<TextLink onClick={close}>{t('claimform:death.startBack')}</TextLink>}
      />
    </StepForm>
  )
}
