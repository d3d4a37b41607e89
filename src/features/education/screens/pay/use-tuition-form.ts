/**
 * State and actions of the tuition form. Typed values stay sealed on this device until they are sent; the invoice is
 * kept only in the page.
 */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { z } from 'zod/mini'
import { browserEnvironment, request } from '../../../../app/requests/browser-requester.ts'
import { useForm } from '../../../../app/requests/use-form.ts'
import { useChosenFiles } from '../../../../app/photos/use-chosen-files.ts'
import { refusalOf } from '../../../../app/photos/upload-words.ts'
import { createTypingStore } from '../../../../app/saving/typing-store.ts'
import { createUpload } from '../../../../app/requests/upload-request.ts'
import { useLang, useT } from '../../../../app/words/words.tsx'
import { normaliseContact } from '../../../../lib/people/contact.ts'
import type { FieldErrors } from '../../../../lib/errors.ts'
import { localPath } from '../../../../lib/locale.ts'
import { formatMoney, money } from '../../../../lib/money/money.ts'
import { isCurrency } from '../../../../lib/money/currencies.ts'
import { without } from '../../../../lib/object-keys.ts'
import { readAmount, type AmountReading } from '../../../../lib/money/parse-amount.ts'
import { checkTuition, feeLimits, type ServedSchool, type TuitionDraft } from '../../rules/check-tuition.ts'
import { getTuition, submitTuition, TUITION_NUMBER, tuitionPath, type TuitionQuote } from '../../contract.ts'
import type { SchoolChoice } from './school-choice.ts'
import { useQuote } from './use-tuition-quote.ts'

const upload = createUpload(browserEnvironment)

/** The fields as typed. */
export interface TypedTuition extends Omit<TuitionDraft, 'fee'> {
  feeText: string
}
const TUITION_FIELDS = [
  'school',
  'studentNumber',
  'student',
  'reference',
  'currency',
  'fee',
  'files',
  'payer',
  'contact',
  'confirmed',
  'agreed',
] as const
const EMPTY: TypedTuition = {
  school: '',
  studentNumber: '',
  student: '',
  payer: '',
  reference: '',
  currency: '',
  feeText: '',
  contact: '',
}
const text = z.string()
const typedSchema = z.object({
  school: text,
  studentNumber: text,
  student: text,
  payer: text,
  reference: text,
  currency: text,
  feeText: text,
  contact: text,
})
// oxlint-disable-next-line promise/valid-params -- a schema's, not a promise's
const typing = createTypingStore<TypedTuition>('tuition-typing', (raw) => z.catch(z.array(typedSchema), []).parse(raw))
const DRAFT = 'tuition'
/** Error codes with words of this form; words of all others are in `errors`. */
const OWN_WORDS = [
  'school_required',
  'school_not_served',
  'student_number_required',
  'student_number_format',
  'student_required',
  'payer_required',
  'tuition_unprintable',
  'reference_characters',
  'currency_required',
  'currency_not_served',
  'mobile_or_email',
  'amount_format',
  'amount_decimals',
  'amount_whole',
  'amount_large',
  'fee_required',
  'fee_unclear',
  'fee_low',
  'fee_high',
  'invoice_required',
  'confirm_required',
  'consent_required',
]

export type TuitionForm = ReturnType<typeof useTuitionForm>

const minorOf = (reading: AmountReading): number | null => (reading.kind === 'sure' ? reading.minor : null)

export function useTuitionForm(
  schools: readonly SchoolChoice[],
  { from, chosen }: { from: string | undefined; chosen: string | undefined },
) {
  const t = useT()
  const lang = useLang()
  const named = schools.find(({ slug }) => slug === chosen)
  const [draft, setDraft] = useState(() => (named ? { ...EMPTY, ...withSchool(named) } : EMPTY))
  const [earlier, setEarlier] = useState<string>()
  const [confirmed, setConfirmed] = useState(false)
  const [agreed, setAgreed] = useState(false)
  // Stored values that arrive late must not overwrite what was typed in the meantime.
  const touched = useRef(false)
  const school = schools.find(({ slug }) => slug === draft.school)
  const reading = isCurrency(draft.currency) ? readAmount(draft.feeText, draft.currency) : undefined
  const fee = reading ? minorOf(reading) : null
  const { quote, again } = useQuote(school, draft.currency, fee)
  const form = useForm(TUITION_FIELDS, (field, code) => {
    if (field === 'files' && code.startsWith('file_')) return refusalOf(t, code, null)
    return OWN_WORDS.includes(code)
      ? t(`education:field.${code}`, figuresOf(t, lang, school, draft.currency, reading))
      : t(`errors:field.${code}`)
  })
  const chosenFiles = useChosenFiles((code) => form.mark('files', code))

  const start = useEffectEvent(begin)
  useEffect(() => {
    void start().then((first) => {
      if (first && !touched.current) setDraft(first)
    })
  }, [from, chosen])

  /**
   * Initial values: those of an earlier payment; otherwise those stored on this device, with the chosen school if there
   * is one.
   */
  async function begin(): Promise<TypedTuition | undefined> {
    if (from !== undefined && TUITION_NUMBER.test(from)) {
      const reply = await request(getTuition, { id: from }).catch(() => undefined)
      if (reply?.ok) {
        setEarlier(from)
        const {
          order: {
            school: { slug },
            studentNumber,
            student,
            payer,
            reference,
            quote: { fee: was },
          },
        } = reply.data
        // The reply contains only the masked contact, so it must be typed again.
        return {
          school: schools.some((it) => it.slug === slug) ? slug : '',
          studentNumber,
          student,
          payer,
          reference,
          currency: was.currency,
          feeText: formatMoney(was, 'en', { style: 'bare' }),
          contact: '',
        }
      }
    }
    const kept = (await typing.take(DRAFT)).at(-1)
    return named ? { ...(kept ?? EMPTY), ...withSchool(named) } : kept
  }

  function change(part: Partial<TypedTuition>): void {
    const next = {
      ...draft,
      ...part,
      ...('school' in part ? withSchool(schools.find(({ slug }) => slug === part.school)) : {}),
    }
    setDraft(next)
    // A consent for one school is none for another.
    if ('school' in part) setAgreed(false)
    touched.current = true
    void typing.keep(DRAFT, [next])
    form.changed([
      ...Object.keys(part).map((field) => (field === 'feeText' ? 'fee' : field)),
      ...('school' in part ? ['currency', 'studentNumber', 'fee'] : []),
      ...('currency' in part ? ['fee'] : []),
    ])
  }
  function confirm(yes: boolean): void {
    setConfirmed(yes)
    form.mark('confirmed')
  }
  function agree(yes: boolean): void {
    setAgreed(yes)
    form.mark('agreed')
  }
  async function deliver(quoted: TuitionQuote, file: { blob: Blob; sha256: string }): Promise<true | void> {
    const reply = await upload(
      submitTuition,
      {
        ...without(draft, 'feeText'),
        currency: quoted.fee.currency,
        fee: quoted.fee.amount,
        amount: quoted.amount.amount,
        confirmed,
        agreed,
        key: form.key(),
        sha256: file.sha256,
      },
      { files: { file: file.blob } },
    )
    if (reply.ok) {
      await typing.forget(DRAFT)
      location.assign(localPath(lang, tuitionPath(reply.data.id)))
      return true
    }
    form.refused(reply)
    if (reply.code === 'changed' || reply.code === 'no_rate') again()
    if (reply.code === 'changed') form.say(t('education:changed'))
  }

  function send(): void {
    const [file] = chosenFiles.ready
    const fields: Record<string, string | undefined> = {
      ...checkTuition({ ...draft, fee, contact: normaliseContact(draft.contact) }, school),
      // Without a currency an amount cannot be read, but it is not missing either.
      ...(!reading && draft.feeText.trim() !== '' ? { fee: undefined } : {}),
      ...(reading?.kind === 'wrong'
        ? { fee: reading.code }
        : reading?.kind === 'unclear'
          ? { fee: 'fee_unclear' }
          : {}),
      ...(chosenFiles.files.length === 0 ? { files: 'invoice_required' } : !file ? { files: 'files_pending' } : {}),
      ...(confirmed ? {} : { confirmed: 'confirm_required' }),
      ...(agreed ? {} : { agreed: 'consent_required' }),
    }
    void form.send(withoutUndefined(fields), async () => {
      if (quote.state !== 'known')
        return form.say(quote.state === 'no_rate' ? t('education:quote.no_rate') : t('education:quote.failed'))
      return file && deliver(quote.quote, file)
    })
  }

  return {
    ...form,
    draft,
    change,
    school,
    earlier,
    confirmed,
    confirm,
    agreed,
    agree,
    chosenFiles,
    quote,
    again,
    send,
  }
}

const withoutUndefined = (fields: Record<string, string | undefined>): FieldErrors =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([field, code]) => (code === undefined ? [] : [[field, code] as const])),
  )

/** A change of school resets the currency; a school's only currency is chosen automatically. */
function withSchool(school: ServedSchool | undefined): Pick<TypedTuition, 'school' | 'currency'> {
  const [only, ...more] = Object.keys(school?.currencies ?? {})
  return { school: school?.slug ?? '', currency: only !== undefined && more.length === 0 ? only : '' }
}

/** Figures quoted in error messages. */
function figuresOf(
  t: ReturnType<typeof useT>,
  lang: ReturnType<typeof useLang>,
  school: ServedSchool | undefined,
  currency: string,
  reading: AmountReading | undefined,
): Record<string, string> {
  const limits = school && feeLimits(school, currency)
  const [first] = reading?.kind === 'unclear' ? reading.choices : []
  return {
    ...(limits ? { least: formatMoney(limits.least, lang), most: formatMoney(limits.most, lang) } : {}),
    ...(school ? { shape: numberShape(t, school) } : {}),
    example:
      first !== undefined && isCurrency(currency)
        ? formatMoney(money(first, currency), lang, { style: 'bare' })
        : (school?.studentNumber.example ?? ''),
  }
}

const numberShape = (t: ReturnType<typeof useT>, { studentNumber: { from, to, letters } }: ServedSchool): string =>
  t(`education:shape.${letters ? 'mixed' : 'digits'}${from === to ? '' : 'Range'}`, { from, to })
