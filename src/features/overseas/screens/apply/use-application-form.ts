/** State and actions of the application form. Typed values stay sealed on this device until the application is sent. */
import { useEffect, useRef, useState } from 'react'
import { z } from 'zod/mini'
import { request } from '../../../../app/requests/browser-requester.ts'
import { callFailureWords } from '../../../../app/requests/call-failure-words.ts'
import type { Translate } from '../../../../app/words/translate.ts'
import { createTypingStore } from '../../../../app/saving/typing-store.ts'
import { useLang, useT } from '../../../../app/words/words.tsx'
import { normaliseContact } from '../../../../lib/people/contact.ts'
import { dayOf, type Day } from '../../../../lib/days/dates.ts'
import type { FieldErrors } from '../../../../lib/errors.ts'
import { localPath } from '../../../../lib/locale.ts'
import { pathFor } from '../../../../routes.ts'
import { useNow } from '../../../../ui/use-now.ts'
import { checkApplication, type ApplicationDraft, type ApplicationLimits } from '../../rules/check-application.ts'
import { applyOverseas } from '../../contract.ts'
import { limitValues } from '../../rules/length-words.ts'

/** The product's data for the form, created at build time. */
export interface AppliedProduct {
  slug: string
  insurer: string
  limits: ApplicationLimits
  countries: readonly { id: string; name: string }[]
  consent: { rows: readonly { term: string; text: string }[]; box: string; sha256: string }
}

const FIELDS = [
  'name',
  'birthDate',
  'nationality',
  'institution',
  'country',
  'start',
  'end',
  'contact',
  'message',
  'agreed',
] as const
const EMPTY: ApplicationDraft = {
  name: '',
  birthDate: '',
  nationality: '',
  institution: '',
  country: '',
  start: '',
  end: '',
  contact: '',
  message: '',
}
const text = z.string()
const draftSchema = z.object({
  name: text,
  birthDate: text,
  nationality: text,
  institution: text,
  country: text,
  start: text,
  end: text,
  contact: text,
  message: text,
})
const typing = createTypingStore<ApplicationDraft>('overseas-typing', (raw) =>
  // oxlint-disable-next-line promise/valid-params -- a schema's, not a promise's
  z.catch(z.array(draftSchema), []).parse(raw),
)

/** Error codes whose words quote figures of the product; words of all others are in `errors`. */
const OWN_WORDS = [
  'passport_name_required',
  'country_required',
  'start_required',
  'end_required',
  'too_many_days',
  'age_outside',
  'consent_required',
] as const

function wordsOf(t: Translate, limits: ApplicationLimits, code: string | undefined): string | undefined {
  const own = OWN_WORDS.find((it) => it === code)
  return own ? t(`referral:field.${own}`, limitValues(t, limits)) : code && t(`errors:field.${code}`)
}

export interface ApplicationForm {
  draft: ApplicationDraft
  change: (part: Partial<ApplicationDraft>) => void
  /** Never ticked in advance. */
  agreed: boolean
  agree: (agreed: boolean) => void
  today: Day
  errors: { id: string; message: string }[]
  errorOf: (field: string) => string | undefined
  attempt: number
  notice: string
  sending: boolean
  send: () => void
}

export function useApplicationForm({ slug, limits, consent }: AppliedProduct): ApplicationForm {
  const t = useT()
  const lang = useLang()
  const today = dayOf(useNow())
  const [draft, setDraft] = useState(EMPTY)
  const [agreed, setAgreed] = useState(false)
  const [codes, setCodes] = useState<FieldErrors>({})
  const [attempt, setAttempt] = useState(0)
  const [notice, setNotice] = useState('')
  const [sending, setSending] = useState(false)
  // Kept until something changes, so that sending again after a lost reply creates no second application.
  const key = useRef('')

  useEffect(() => {
    void typing.take(slug).then((kept) => {
      const last = kept.at(-1)
      if (last) setDraft(last)
    })
  }, [slug])

  function change(part: Partial<ApplicationDraft>): void {
    const next = { ...draft, ...part }
    setDraft(next)
    key.current = ''
    void typing.keep(slug, [next])
    setCodes((now) => Object.fromEntries(Object.entries(now).filter(([field]) => !(field in part))))
  }
  function agree(yes: boolean): void {
    setAgreed(yes)
    setCodes(({ agreed: _, ...rest }) => rest)
  }
  function refuse(fields: FieldErrors): void {
    setCodes(fields)
    setAttempt((n) => n + 1)
  }

  async function deliver(): Promise<void> {
    key.current ||= crypto.randomUUID()
    const reply = await request(applyOverseas, {
      ...draft,
      product: slug,
      agreed,
      consent: consent.sha256,
      key: key.current,
    })
    if (reply.ok) {
      await typing.forget(slug)
      return location.assign(`${localPath(lang, pathFor('overseas.complete'))}?id=${reply.data.id}`)
    }
    setSending(false)
    if (reply.code === 'invalid') refuse(reply.fields)
    else setNotice(reply.message)
  }

  function send(): void {
    if (sending) return
    setNotice('')
    const fields = {
      ...checkApplication({ ...draft, contact: normaliseContact(draft.contact) }, limits, today),
      ...(agreed ? {} : { agreed: 'consent_required' }),
    }
    if (Object.keys(fields).length > 0) return refuse(fields)
    setCodes({})
    setSending(true)
    deliver().catch((error: unknown) => {
      setSending(false)
      setNotice(callFailureWords(t, error))
    })
  }

  const errorOf = (field: string): string | undefined => wordsOf(t, limits, codes[field])
  const errors = FIELDS.flatMap((id) => {
    const message = errorOf(id)
    return message ? [{ id, message }] : []
  })
  return { draft, change, agreed, agree, today, errors, errorOf, attempt, notice, sending, send }
}
