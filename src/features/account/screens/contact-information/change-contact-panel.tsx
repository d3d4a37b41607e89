/** Changes, adds or removes one contact: first a code to a contact in use, then the new one. */
import { useState } from 'react'
import { request } from '../../../../app/requests/browser-requester.ts'
import { useButtonRequest } from '../../../../app/requests/use-button-request.ts'
import { useTabState, clearTabState } from '../../../../app/storage/use-tab-state.ts'
import { useLang, useT } from '../../../../app/words/words.tsx'
import { CHANNELS, channelOf, emailSchema, mobileSchema, type Channel } from '../../../../lib/people/contact.ts'
import { LIMITS } from '../../../../lib/limits-and-periods.ts'
import { SITE } from '../../../../lib/site.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Field } from '../../../../ui/Field.tsx'
import { CheckedForm } from '../../../../ui/CheckedForm.tsx'
import { FailedNotice, Notice } from '../../../../ui/Notice.tsx'
import { TextInput } from '../../../../ui/TextInput.tsx'
import {
  changeContact,
  confirmContact,
  dropContact,
  sendConfirmation,
  sendContactCode,
  type ContactInformation,
} from '../../contact-calls.ts'
import { CodeField, FormProblems } from '../code-form/code-field.tsx'
import { OwnCodeForm } from '../code-form/own-code-form.tsx'
import { useCodeForm } from '../code-form/use-code-form.ts'

export type Mode = 'change' | 'remove'

interface Props {
  channel: Channel
  mode: Mode
  information: ContactInformation
  /** Takes over the server's reply; `done` once the change is made. */
  take: (information: ContactInformation, done?: { destination: string | null }) => void
  close: () => void
}

/** Each contact has its own: what was typed for one is not offered for the other. */
const keptOf = (channel: Channel) =>
  ({ confirm: 'contact-confirm', code: `contact-code-${channel}`, destination: `contact-new-${channel}` }) as const

const forgetPanel = (): void =>
  CHANNELS.flatMap((channel) => Object.values(keptOf(channel))).forEach((name) => clearTabState(name))

/** The button that opened the panel is gone, and the focus with it. */
function takeFocus(heading: HTMLElement | null): void {
  if (document.activeElement === document.body) heading?.focus({ preventScroll: true })
}

export default function ContactPanel({ close, ...rest }: Props) {
  const t = useT()
  const props: Props = {
    ...rest,
    close: () => {
      close()
      document.getElementById('contact-information')?.focus()
    },
  }
  const { channel, mode, information } = props
  const heading = mode === 'remove' ? 'remove' : information.contacts[channel] === null ? 'add' : 'change'
  // If a code was given a moment ago, on signing in, only one step remains.
  const [oneStep] = useState(information.confirmed)
  return (
    <section className="grid grid-cols-1 gap-5 rounded-box bg-sunk p-5" aria-labelledby="contact-panel">
      <div className="grid gap-1">
        {!(oneStep && information.confirmed) && (
          <p className="num text-small text-ink-2">{t('contact:step', { number: information.confirmed ? 2 : 1 })}</p>
        )}
        <h3 className="font-semibold outline-none" id="contact-panel" tabIndex={-1} ref={takeFocus}>
          {t(`contact:heading.${heading}.${channel}`)}
        </h3>
      </div>
      {!information.confirmed ? (
        <Confirm {...props} />
      ) : mode === 'remove' ? (
        <Remove {...props} />
      ) : (
        <Replace {...props} />
      )}
    </section>
  )
}

function Confirm({ channel, information, take, close }: Props) {
  const t = useT()
  const lang = useLang()
  const own = CHANNELS.flatMap((it) => {
    const masked = information.contacts[it]
    return masked === null ? [] : [{ channel: it, masked }]
  })
  return (
    <OwnCodeForm
      id="confirm"
      kept={keptOf(channel).confirm}
      contacts={own}
      first={channel}
      lead={t('contact:confirm.text')}
      send={(to) => request(sendConfirmation, { channel: to })}
      submit={(to, code) => request(confirmContact, { channel: to, code })}
      onDone={take}
      labels={{ submit: t('contact:confirm.submit'), working: t('contact:confirm.working') }}
      cancel={
        <Button className="mobile:w-full" onClick={close}>
          {t('contact:close')}
        </Button>
      }
      lost={t(own.length > 1 ? 'contact:confirm.lostOther' : 'contact:confirm.lost', { phone: SITE[lang].phone })}
    />
  )
}

function Replace({ channel, information, take, close }: Props) {
  const t = useT()
  const lang = useLang()
  const [destination, setDestination] = useTabState<string>(keptOf(channel).destination, '', String)
  const form = useCodeForm({
    kept: keptOf(channel).code,
    codeId: 'new-code',
    destination: () => {
      if (
        destination.trim() &&
        channelOf(destination) !== channel &&
        (channel === 'mobile' || /^[\d\s+-]+$/.test(destination))
      )
        return { field: 'destination', error: t(`contact:refused.other_channel.${channel}`) }
      const parsed = (channel === 'email' ? emailSchema : mobileSchema).safeParse(destination)
      if (parsed.success) return { to: parsed.data }
      const code = parsed.error.issues[0]?.message ?? 'invalid'
      return { field: 'destination', error: t(`errors:field.${code === 'phone_format' ? 'mobile_format' : code}`) }
    },
    send: () => request(sendContactCode, { destination }),
    submit: (code) => request(changeContact, { destination, code }),
    onDone: (next) => {
      forgetPanel()
      take(next, { destination })
    },
    handles: (code) => {
      if (code === 'confirm_first') take({ ...information, confirmed: false })
      return code === 'confirm_first'
    },
    words: (code) =>
      code === 'unchanged' || code === 'taken' ? t(`contact:refused.${code}`, { phone: SITE[lang].phone }) : undefined,
  })
  const adds = information.contacts[channel] === null
  return (
    <CheckedForm
      className="grid grid-cols-1 gap-5"
      onSend={() => void (form.sentTo || form.code ? form.submit() : form.send())}
    >
      <FormProblems form={form} />
      <Field
        id="destination"
        label={t(`contact:new.${channel}`)}
        hint={t(`contact:new.${channel}Hint`)}
        error={form.errors['destination']}
      >
        <TextInput
          name={channel}
          value={destination}
          onChange={setDestination}
          maxLength={254}
          inputMode={channel === 'mobile' ? 'tel' : 'email'}
          autoComplete={channel === 'mobile' ? 'tel-national' : 'email'}
          required
        />
      </Field>
      <CodeField id="new-code" form={form} />
      <Notice icon="info">
        {t(adds ? 'contact:new.addText' : 'contact:new.text', { days: LIMITS.contactUndoDays })}
      </Notice>
      <p className="flex flex-wrap gap-3">
        <Button
          look="primary"
          type="submit"
          className="mobile:w-full"
          working={form.busy === 'submitting' && t('contact:new.working')}
        >
          {t('contact:new.submit')}
        </Button>
        <Button className="mobile:w-full" onClick={close}>
          {t('contact:close')}
        </Button>
      </p>
    </CheckedForm>
  )
}

function Remove({ channel, information, take, close }: Props) {
  const t = useT()
  const { working, notice, run } = useButtonRequest()
  const other = CHANNELS.map((it) => (it === channel ? null : information.contacts[it])).find((it) => it !== null) ?? ''
  const remove = () =>
    run(async () => {
      const reply = await request(dropContact, { channel })
      if (reply.ok) {
        forgetPanel()
        take(reply.data, { destination: null })
      } else if (reply.code === 'confirm_first') take({ ...information, confirmed: false })
      else return reply.message
      return undefined
    })
  return (
    <div className="grid grid-cols-1 gap-5">
      <FailedNotice>{notice}</FailedNotice>
      <p className="text-ink-2">{t('contact:removal.text', { days: LIMITS.contactUndoDays, other })}</p>
      <p className="flex flex-wrap gap-3">
        <Button className="mobile:w-full" onClick={close}>
          {t('contact:close')}
        </Button>
        <Button
          look="bad"
          className="mobile:w-full"
          working={working && t('contact:removal.working')}
          onClick={() => void remove()}
        >
          {t('contact:removal.submit')}
        </Button>
      </p>
    </div>
  )
}
