/** Title, tax number and email of an invoice. Nothing is checked before sending; the server reports errors by field. */
import { ContactInput } from '../../../app/parts/contact-input.tsx'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { callFailureWords } from '../../../app/requests/call-failure-words.ts'
import { toast } from '../../../app/parts/toast-store.ts'
import { useLang, useT } from '../../../app/words/words.tsx'
import { keysOf } from '../../../lib/object-keys.ts'
import { SITE } from '../../../lib/site.ts'
import { Button } from '../../../ui/Button.tsx'
import { Checkbox, RadioGroup } from '../../../ui/Choice.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { Field, FieldGroup } from '../../../ui/Field.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'
import { TITLE_NAME_MOST, type InvoiceView, type TitleKind } from '../contract.ts'

export interface TypedInvoiceTitle {
  title: TitleKind
  name: string
  taxNumber: string
  numberConfirmed: boolean
  email: string
  unused: boolean
}

/** Result of sending a title; `fields`: code by field. */
type SentTitle = { ok: true } | { ok: false; message: string; fields: Readonly<Record<string, string>> }

interface Props {
  view: InvoiceView
  may: Exclude<InvoiceView['may'], 'nothing'>
  /** For a payer with a link: a personal title is their own name, which they type. */
  payer?: boolean
  send: (typed: TypedInvoiceTitle) => Promise<SentTitle>
  /** Absent where the form is the whole page. */
  close?: () => void
}

const ID = {
  title: 'invoice-title',
  name: 'invoice-name',
  taxNumber: 'invoice-tax-number',
  email: 'invoice-email',
  unused: 'invoice-unused',
} as const
type FieldName = keyof typeof ID
const FIELDS = keysOf(ID)

const taxNumberRule = () => import('../rules/tax-number.ts')

export default function InvoiceForm({ view, may, payer = false, send: sendTitle, close }: Props) {
  const t = useT()
  const lang = useLang()
  const [title, setTitle] = useState<TitleKind>(view.title?.kind ?? 'personal')
  const [name, setName] = useState(view.title?.kind === 'organisation' || payer ? (view.title?.name ?? '') : '')
  const [taxNumber, setTaxNumber] = useState(view.title?.taxNumber ?? '')
  const [numberConfirmed, setNumberConfirmed] = useState(false)
  const [email, setEmail] = useState(view.askedBy === 'payer' ? '' : view.email)
  const [unused, setUnused] = useState(false)
  const [errors, setErrors] = useState<{ [field in FieldName]?: string | undefined }>({})
  const [refusal, setRefusal] = useState('')
  const [attempt, setAttempt] = useState(0)
  const [busy, setBusy] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  // If the person opened the form, the focus moves into it; on a page that begins with it, it does not.
  const opened = close !== undefined
  useEffect(() => {
    if (opened) heading.current?.focus()
  }, [opened])

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setRefusal('')
    try {
      const reply = await sendTitle({ title, name, taxNumber, numberConfirmed, email, unused })
      if (reply.ok) {
        // On a payer's page the page's title shows the result.
        if (!payer) toast(t(`invoices:form.done.${may}`), 'plain')
        close?.()
        return
      }
      const found = Object.fromEntries(
        FIELDS.flatMap((field) => (reply.fields[field] ? [[field, reply.fields[field]]] : [])),
      ) as typeof errors
      setErrors(found)
      setRefusal(Object.keys(found).length === 0 ? reply.message : '')
      setAttempt((n) => n + 1)
    } catch (error) {
      toast(callFailureWords(t, error), 'bad')
    }
    setBusy(false)
  }

  // A refused number is looked at while it is typed: on leaving the field, the button would move under the press.
  async function recheck(number: string): Promise<void> {
    if (!errors.taxNumber) return
    const rule = await taxNumberRule().catch(() => undefined)
    if (rule) setErrors((before) => ({ ...before, taxNumber: rule.taxNumberError(number) }))
  }

  // Heading level below the page's title, or inside a section.
  const Heading = opened ? 'h3' : 'h2'
  const words = (field: FieldName): string | undefined => errors[field] && t(`invoices:error.${errors[field]}`)
  const listed = FIELDS.flatMap((field) => {
    const message = words(field)
    return message ? [{ id: ID[field], message }] : []
  })
  return (
    <form
      className="panel grid max-w-160 gap-6 p-5 web:p-7"
      noValidate
      onSubmit={(event) => void send(event)}
      aria-labelledby="invoice-form"
    >
      <div>
        <Heading className="type-h3" id="invoice-form" ref={heading} tabIndex={-1}>
          {t(`invoices:form.title.${may}`, { about: view.about })}
        </Heading>
        {may === 'retitle' && (
          <p className="mt-1 measure text-ink-2">{t('invoices:form.retitleLead', { left: view.changesLeft })}</p>
        )}
      </div>
      {listed.length > 0 && (
        <ErrorSummary title={t('invoices:form.errors', { count: listed.length })} errors={listed} attempt={attempt} />
      )}
      {refusal && (
        <Notice kind="warn" live="alert">
          {refusal}
        </Notice>
      )}
      <FieldGroup id={ID.title} label={t('invoices:form.kind')}>
        <RadioGroup
          name="title"
          value={title}
          onChange={setTitle}
          options={[
            {
              value: 'personal',
              label: t('invoices:form.personal'),
              hint: payer ? t('invoices:form.payerHint') : t('invoices:form.personalHint', { name: view.policyholder }),
            },
            {
              value: 'organisation',
              label: t('invoices:form.organisation'),
              hint: t('invoices:form.organisationHint'),
            },
          ]}
        />
      </FieldGroup>
      {payer && title === 'personal' && (
        <Field
          id={ID.name}
          label={t('invoices:form.payerName')}
          hint={t('invoices:form.payerNameHint')}
          error={words('name')}
        >
          <TextInput name="name" autoComplete="name" maxLength={TITLE_NAME_MOST} value={name} onChange={setName} />
        </Field>
      )}
      {title === 'organisation' && (
        <>
          <Field id={ID.name} label={t('invoices:form.name')} hint={t('invoices:form.nameHint')} error={words('name')}>
            <TextInput
              name="organization"
              autoComplete="organization"
              maxLength={TITLE_NAME_MOST}
              value={name}
              onChange={setName}
            />
          </Field>
          <Field
            id={ID.taxNumber}
            label={t('invoices:form.taxNumber')}
            hint={t('invoices:form.taxNumberHint')}
            error={words('taxNumber')}
          >
            <TextInput
              name="tax-number"
              autoComplete="off"
              code
              maxLength={40}
              value={taxNumber}
              onChange={(value) => {
                setTaxNumber(value)
                setNumberConfirmed(false)
                void recheck(value).catch(() => undefined)
              }}
            />
          </Field>
          {(errors.taxNumber === 'tax_number_unusual' || numberConfirmed) && (
            <Checkbox checked={numberConfirmed} onChange={setNumberConfirmed}>
              {t('invoices:form.confirm')}
            </Checkbox>
          )}
        </>
      )}
      <Field id={ID.email} label={t('invoices:form.email')} hint={t('invoices:form.emailHint')} error={words('email')}>
        <ContactInput
          kind="email"
          type="email"
          inputMode="email"
          name="email"
          autoComplete="email"
          value={email}
          onChange={setEmail}
        />
      </Field>
      {may === 'retitle' && (
        <div>
          <Checkbox id={ID.unused} checked={unused} onChange={setUnused} error={words('unused')}>
            {t('invoices:form.unused')}
          </Checkbox>
          <p className="text-small text-ink-2">{t('invoices:form.usedElse', { email: SITE[lang].email })}</p>
        </div>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" look="primary" working={busy && t('invoices:form.working')}>
          {t(`invoices:form.send.${may}`)}
        </Button>
        {close && <Button onClick={close}>{t('invoices:form.cancel')}</Button>}
      </div>
    </form>
  )
}
