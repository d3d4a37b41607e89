/**
 * Mails to this address were returned, or its owner marked them as spam: only codes are sent there, until one of them
 * is entered.
 */
import { request } from '../../../../app/requests/browser-requester.ts'
import { useLang, useT } from '../../../../app/words/words.tsx'
import { dayOf, formatDay } from '../../../../lib/days/dates.ts'
import { SITE } from '../../../../lib/site.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Notice } from '../../../../ui/Notice.tsx'
import { confirmReach, sendReachCode, type ContactInformation } from '../../contact-calls.ts'
import { OwnCodeForm } from '../code-form/own-code-form.tsx'

interface Props {
  trouble: NonNullable<ContactInformation['mailTrouble']>
  email: string
  /** A code is being requested: kept by the page over a change of language. */
  open: boolean
  setOpen: (open: boolean) => void
  onDone: (information: ContactInformation) => void
}

export default function MailTrouble({ trouble: { reason, since }, email, open, setOpen, onDone }: Props) {
  const t = useT()
  const lang = useLang()
  return (
    <div className="grid grid-cols-1 gap-4">
      <Notice kind="warn" title={t(`contact:trouble.${reason}.title`)}>
        <p>{t(`contact:trouble.${reason}.text`, { day: formatDay(dayOf(since), lang) })}</p>
      </Notice>
      {open ? (
        <section className="grid grid-cols-1 gap-5 rounded-box bg-sunk p-5" aria-labelledby="reach-panel">
          <h3 className="font-semibold" id="reach-panel">
            {t('contact:trouble.heading')}
          </h3>
          <OwnCodeForm
            id="reach"
            kept="contact-reach-code"
            contacts={[{ channel: 'email', masked: email }]}
            lead={t('contact:trouble.lead')}
            send={() => request(sendReachCode, {})}
            submit={(_, code) => request(confirmReach, { code })}
            onDone={onDone}
            labels={{ submit: t('contact:trouble.submit'), working: t('contact:trouble.working') }}
            cancel={
              <Button className="mobile:w-full" onClick={() => setOpen(false)}>
                {t('contact:close')}
              </Button>
            }
            lost={t('contact:trouble.lost', { phone: SITE[lang].phone })}
          />
        </section>
      ) : (
        <p>
          <Button look="primary" size="sm" className="mobile:w-full" onClick={() => setOpen(true)}>
            {t('contact:trouble.go')}
          </Button>
        </p>
      )}
    </div>
  )
}
