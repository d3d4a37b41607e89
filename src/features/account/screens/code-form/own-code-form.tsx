/**
 * Sends a code to one of the person's own contacts, and runs what it allows: used before anything that a stolen session
 * alone must not do.
 */
import { useState, type ReactNode } from 'react'
import type { z } from 'zod/mini'
import type { Reply } from '../../../../app/requests/read-reply.ts'
import { clearTabState } from '../../../../app/storage/use-tab-state.ts'
import { useT } from '../../../../app/words/words.tsx'
import type { Channel } from '../../../../lib/people/contact.ts'
import type { Call } from '../../../../lib/contract.ts'
import type { FieldErrors } from '../../../../lib/errors.ts'
import { Button } from '../../../../ui/Button.tsx'
import { RadioGroup } from '../../../../ui/Choice.tsx'
import { FieldGroup } from '../../../../ui/Field.tsx'
import { CheckedForm } from '../../../../ui/CheckedForm.tsx'
import { CodeField, FormProblems } from './code-field.tsx'
import { useCodeForm, type CodeFormOptions } from './use-code-form.ts'

interface Props<T> extends Pick<CodeFormOptions<T>, 'kept' | 'handles' | 'words' | 'checks'> {
  /** Prefix of the ids of its fields. */
  id: string
  /** Masked on the server. */
  contacts: readonly { channel: Channel; masked: string }[]
  /** The contact that is selected first, if the account has it. */
  first?: Channel
  lead: ReactNode
  send: (to: Channel) => ReturnType<CodeFormOptions<T>['send']>
  submit: (to: Channel, code: string) => Promise<Reply<Call & { output: z.ZodMiniType<T> }>>
  onDone: (data: T) => void
  labels: { submit: string; working: string }
  /** What it submits cannot be undone. */
  grave?: boolean
  cancel: ReactNode
  /** Shown to people who can read none of the contacts. */
  lost: ReactNode
  /** Rendered between the code and the buttons. */
  children?: (errors: FieldErrors) => ReactNode
}

export function OwnCodeForm<T>({
  id,
  kept,
  contacts,
  first,
  lead,
  send,
  submit,
  onDone,
  handles,
  words,
  checks,
  labels,
  grave,
  cancel,
  lost,
  children,
}: Props<T>) {
  const t = useT()
  const [to, setTo] = useState<Channel>(
    (contacts.find(({ channel }) => channel === first) ?? contacts[0])?.channel ?? 'email',
  )
  const destination = contacts.find(({ channel }) => channel === to)?.masked ?? ''
  const form = useCodeForm<T>({
    kept,
    codeId: `${id}-code`,
    destination: () => ({ to: destination }),
    send: () => send(to),
    submit: (code) => submit(to, code),
    onDone: (data) => {
      clearTabState(kept)
      onDone(data)
    },
    ...(handles ? { handles } : {}),
    ...(words ? { words } : {}),
    ...(checks ? { checks } : {}),
  })
  return (
    <CheckedForm
      className="grid grid-cols-1 gap-5"
      onSend={() => void (form.sentTo || form.code ? form.submit() : form.send())}
    >
      <p className="text-ink-2">{lead}</p>
      <FormProblems form={form} />
      {contacts.length > 1 ? (
        <FieldGroup id={`${id}-to`} label={t('verificationcode:sendTo')}>
          <RadioGroup
            name={`${id}-to`}
            value={to}
            onChange={setTo}
            options={contacts.map(({ channel, masked }) => ({
              value: channel,
              label: <span className="num">{masked}</span>,
            }))}
          />
        </FieldGroup>
      ) : (
        <p>
          {t('verificationcode:sendTo')} <span className="num font-semibold">{destination}</span>
        </p>
      )}
      <CodeField id={`${id}-code`} form={form} />
      {children?.(form.errors)}
      <p className="flex flex-wrap gap-3">
        <Button
          look={grave ? 'bad' : 'primary'}
          type="submit"
          className="mobile:w-full"
          working={form.busy === 'submitting' && labels.working}
        >
          {labels.submit}
        </Button>
        {cancel}
      </p>
      <p className="text-small text-ink-2">{lost}</p>
    </CheckedForm>
  )
}
