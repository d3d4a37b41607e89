/** Withdrawing a claim before a decision (spec §4), after a dialog that explains the consequences. */
import { useId, useState } from 'react'
import { request } from '../../../../../app/requests/browser-requester.ts'
import { callFailureWords } from '../../../../../app/requests/call-failure-words.ts'
import { clearTabState, useTabState } from '../../../../../app/storage/use-tab-state.ts'
import { toast } from '../../../../../app/parts/toast-store.ts'
import { useT } from '../../../../../app/words/words.tsx'
import { addMonths, dayOf } from '../../../../../lib/days/dates.ts'
import { LIMITS } from '../../../../../lib/limits-and-periods.ts'
import { Button } from '../../../../../ui/Button.tsx'
import { Dialog } from '../../../../../ui/Dialog.tsx'
import { Field } from '../../../../../ui/Field.tsx'
import { TextArea } from '../../../../../ui/TextInput.tsx'
import { TextLink } from '../../../../../ui/TextLink.tsx'
import { getClaim, withdrawClaim } from '../../../contract.ts'
import type { ClaimProps } from '../load-claim.tsx'

/** The longest reason that the call accepts. */
const WHY_MOST = 500

export function WithdrawClaim({ claim, put }: ClaimProps) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const key = `withdraw-${claim.id}`
  const [why, setWhy] = useTabState(key, '', String)
  const id = useId()
  if (!claim.may.withdraw) return null
  const until = addMonths(claim.incidentDay ?? dayOf(claim.submittedAt ?? claim.createdAt), LIMITS.actionYears * 12)

  async function withdraw(): Promise<void> {
    setBusy(true)
    try {
      const reply = await request(withdrawClaim, { id: claim.id, version: claim.version, why })
      if (reply.ok) {
        clearTabState(key)
        put(reply.data)
        toast(t('claimprogress:withdraw.done'))
        // The link with the focus is gone, so the focus moves to the claim's state at the top.
        requestAnimationFrame(() => document.getElementById('claim')?.focus())
      } else {
        toast(reply.message, 'bad')
        // Someone else changed it first: shows the current state.
        const now = await request(getClaim, { id: claim.id })
        if (now.ok) put(now.data)
      }
      setOpen(false)
    } catch (error) {
      toast(callFailureWords(t, error), 'bad')
    }
    setBusy(false)
  }

  return (
    <>
      <TextLink onClick={() => setOpen(true)}>{t('claimprogress:withdraw.ask')}</TextLink>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('claimprogress:withdraw.title')}
        actions={
          <>
            <Button look="bad" working={busy && t('claimprogress:withdraw.working')} onClick={() => void withdraw()}>
              {t('claimprogress:withdraw.yes')}
            </Button>
            <Button onClick={() => setOpen(false)}>{t('claimprogress:withdraw.no')}</Button>
          </>
        }
      >
        <ul className="prose-list mb-5 list-disc">
          <li>{t('claimprogress:withdraw.stops')}</li>
          <li>{t('claimprogress:withdraw.again', { until })}</li>
          <li>{t('claimprogress:withdraw.kept', { years: LIMITS.recordYearsShort })}</li>
        </ul>
        <Field id={id} label={t('claimprogress:withdraw.why')}>
          <TextArea value={why} onChange={setWhy} rows={2} maxLength={WHY_MOST} />
        </Field>
      </Dialog>
    </>
  )
}
