/** "Save and leave": says where to find the application again, and sends its link to an address that the person chooses. */
import { ContactInput } from '../../../../../app/parts/contact-input.tsx'
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { request } from '../../../../../app/requests/browser-requester.ts'
import { callFailureWords } from '../../../../../app/requests/call-failure-words.ts'
import { $isLogin } from '../../../../../app/session/session.ts'
import { useT } from '../../../../../app/words/words.tsx'
import { LIMITS } from '../../../../../lib/limits-and-periods.ts'
import { Button } from '../../../../../ui/Button.tsx'
import { Dialog } from '../../../../../ui/Dialog.tsx'
import { Field } from '../../../../../ui/Field.tsx'
import { CheckedForm } from '../../../../../ui/CheckedForm.tsx'
import type { OrderView } from '../../../contract.ts'
import { sendOrderLink } from '../../../draft-link-call.ts'
import { $answers, $leaving, leave } from '../wizard-store.ts'

export default function SaveAndLeave({ order }: { order: OrderView }) {
  const t = useT()
  const href = useStore($leaving)
  const stay = (): void => $leaving.set(null)
  return (
    <Dialog
      open={href !== null}
      onClose={stay}
      title={t('confirm:leave.title')}
      actions={
        <>
          <Button onClick={stay}>{t('confirm:leave.stay')}</Button>
          <Button look="primary" onClick={() => href !== null && void leave(href)}>
            {t('confirm:leave.go')}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <p>{t('confirm:leave.here', { days: LIMITS.deviceDays })}</p>
        {$isLogin.get() ? <p>{t('confirm:leave.account')}</p> : <SendLink order={order} />}
      </div>
    </Dialog>
  )
}

/** The address is chosen by the person: the one typed into the form is only a suggestion. */
function SendLink({ order }: { order: OrderView }) {
  const t = useT()
  const { email = '', mobile = '' } = useStore($answers)?.people.policyholder ?? {}
  const [to, setTo] = useState<string>()
  const [said, setSaid] = useState<{ sent?: string; error?: string; busy?: boolean }>({})
  const value = to ?? (email.trim() || mobile.trim())

  async function send(): Promise<void> {
    setSaid({ busy: true })
    try {
      const reply = await request(sendOrderLink, { id: order.id, to: value })
      if (reply.ok) return setSaid({ sent: reply.data.to })
      const code = reply.fields['to']
      setSaid({ error: code ? t(`errors:field.${code}`) : reply.message })
    } catch (error) {
      setSaid({ error: callFailureWords(t, error) })
    }
  }

  return (
    <CheckedForm className="grid gap-3 border-t border-line pt-4" onSend={() => void send()}>
      <Field id="leave.to" label={t('confirm:leave.to')} hint={t('confirm:leave.elsewhere')} error={said.error}>
        <ContactInput
          kind="either"
          value={value}
          onChange={(text) => {
            setTo(text)
            setSaid({})
          }}
          autoComplete="email"
          maxLength={254}
        />
      </Field>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <Button type="submit" icon="send" working={said.busy && t('confirm:leave.sending')}>
          {t('confirm:leave.send')}
        </Button>
        <p className="text-ok empty:hidden" role="status">
          {said.sent && t('confirm:leave.sent', { to: said.sent })}
        </p>
      </div>
    </CheckedForm>
  )
}
