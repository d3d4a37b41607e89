/** Requests the closing: with a code for this purpose only, and a checkbox. */
import { useState } from 'react'
import { request } from '../../../../../app/requests/browser-requester.ts'
import { useLang, useT } from '../../../../../app/words/words.tsx'
import type { FieldErrors } from '../../../../../lib/errors.ts'
import { SITE } from '../../../../../lib/site.ts'
import { Button } from '../../../../../ui/Button.tsx'
import { Checkbox } from '../../../../../ui/Choice.tsx'
import { closeAccount, type Closure } from '../../../closure-calls.ts'
import { sendAccountCode } from '../../../contract.ts'
import { OwnCodeForm } from '../../code-form/own-code-form.tsx'

interface Props {
  closure: Closure
  settled: (closure: Closure) => void
  look: () => Promise<void>
  close: () => void
}

export function AskToClose({ closure: { contacts, closesAt }, settled, look, close }: Props) {
  const t = useT()
  const lang = useLang()
  const [agreed, setAgreed] = useState(false)
  return (
    <section className="grid grid-cols-1 gap-5 rounded-box bg-sunk p-5" aria-labelledby="close-panel">
      <h3 className="font-semibold" id="close-panel">
        {t('closing:ask.title')}
      </h3>
      <OwnCodeForm
        id="close"
        kept="close-code"
        contacts={contacts}
        lead={t('closing:ask.text', { at: closesAt })}
        send={(channel) => request(sendAccountCode, { purpose: 'close', channel })}
        submit={(channel, code) => request(closeAccount, { channel, code, agreed: true })}
        onDone={settled}
        checks={(): FieldErrors => (agreed ? {} : { 'close-agreed': t('closing:ask.agreeFirst') })}
        handles={(code) => {
          if (code === 'obstacles') void look()
          return code === 'obstacles'
        }}
        labels={{ submit: t('closing:ask.submit'), working: t('closing:ask.working') }}
        grave
        cancel={
          <Button className="mobile:w-full" onClick={close}>
            {t('closing:ask.keep')}
          </Button>
        }
        lost={t('verificationcode:lost', { phone: SITE[lang].phone })}
      >
        {(errors) => (
          <Checkbox
            id="close-agreed"
            name="agreed"
            checked={agreed}
            onChange={setAgreed}
            error={errors['close-agreed']}
          >
            {t('closing:ask.agree')}
          </Checkbox>
        )}
      </OwnCodeForm>
    </section>
  )
}
