/** The button that withdraws an application, after a confirmation. */
import { useState } from 'react'
import { request } from '../../../../app/requests/browser-requester.ts'
import { callFailureWords } from '../../../../app/requests/call-failure-words.ts'
import { useT } from '../../../../app/words/words.tsx'
import { Button } from '../../../../ui/Button.tsx'
import { Dialog } from '../../../../ui/Dialog.tsx'
import { FailedNotice } from '../../../../ui/Notice.tsx'
import { withdrawApplication, type OverseasApplication } from '../../contract.ts'

interface Props {
  application: OverseasApplication
  replace: (applications: OverseasApplication[]) => void
}

export function WithdrawButton({ application: { id, insurer, status }, replace }: Props) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  async function withdraw(): Promise<void> {
    setBusy(true)
    setProblem('')
    try {
      const reply = await request(withdrawApplication, { id })
      if (reply.ok) return replace(reply.data.applications)
      setProblem(reply.message)
    } catch (error) {
      setProblem(callFailureWords(t, error))
    }
    setBusy(false)
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('referral:withdraw.open')}</Button>
      <Dialog
        open={open}
        onClose={busy ? () => undefined : () => setOpen(false)}
        title={t('referral:withdraw.ask')}
        actions={
          <>
            <Button onClick={() => setOpen(false)}>{t('referral:withdraw.no')}</Button>
            <Button look="bad" working={busy && t('referral:withdraw.working')} onClick={() => void withdraw()}>
              {t('referral:withdraw.yes')}
            </Button>
          </>
        }
      >
        {t(`referral:withdraw.${status === 'referred' ? 'referred' : 'submitted'}`, { insurer })}
        <FailedNotice>{problem}</FailedNotice>
      </Dialog>
    </>
  )
}
