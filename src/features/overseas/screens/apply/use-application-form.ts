/** State and actions of the application form. Typed values stay sealed on this device until the application is sent. */
import { useEffect, useState } from 'react'
import { z } from 'zod/mini'
import { request } from '../../../../app/requests/browser-requester.ts'
import { useForm } from '../../../../app/requests/use-form.ts'
import type { Translate } from '../../../../app/words/translate.ts'
import { createTypingStore } from '../../../../app/saving/typing-store.ts'
import { useLang, useT } from '../../../../app/words/words.tsx'
import { normaliseContact } from '../../../../lib/people/contact.ts'
import { dayOf } from '../../../../lib/days/dates.ts'
import { localPath } from '../../../../lib/locale.ts'
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

function wordsOf(t: Translate, limits: ApplicationLimits, code: string): string {
  const own = OWN_WORDS.find((it) => it === code)
  return own ? t(`referral:field.${own}`, limitValues(t, limits)) : t(`errors:field.${code}`)
}

export type ApplicationForm = ReturnType<typeof useApplicationForm>

export function useApplicationForm({ slug, limits, consent }: AppliedProduct) {
  const t = useT()
  const lang = useLang()
  const today = dayOf(useNow())
  const [draft, setDraft] = useState(EMPTY)
  // Never ticked in advance.
  const [agreed, setAgreed] = useState(false)
  const form = useForm(FIELDS, (_, code) => wordsOf(t, limits, code))

  useEffect(() => {
    void typing.take(slug).then((kept) => {
      const last = kept.at(-1)
      if (last) setDraft(last)
    })
  }, [slug])

  function change(part: Partial<ApplicationDraft>): void {
    const next = { ...draft, ...part }
    setDraft(next)
    void typing.keep(slug, [next])
    form.changed(Object.keys(part))
  }
  function agree(yes: boolean): void {
    setAgreed(yes)
    form.mark('agreed')
  }

  async function deliver(): Promise<true | void> {
    const reply = await request(applyOverseas, {
      ...draft,
      product: slug,
      agreed,
      consent: consent.sha256,
      key: form.key(),
    })
    if (!reply.ok) return form.refused(reply)
    await typing.forget(slug)
    location.assign(`${localPath(lang, '/other/overseas/complete')}?id=${reply.data.id}`)
    return true
  }

  const send = (): void => {
    const wrong = checkApplication({ ...draft, contact: normaliseContact(draft.contact) }, limits, today)
    void form.send({ ...wrong, ...(agreed ? {} : { agreed: 'consent_required' }) }, deliver)
  }

  return { ...form, draft, change, agreed, agree, today, send }
}
