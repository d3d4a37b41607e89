/**
 * State and actions of the registration form. What is typed is stored sealed on this device until it is sent, once its
 * consent is ticked; the photo stays in the page.
 */
import { useEffect, useRef, useState } from 'react'
import { z } from 'zod/mini'
import { RequestFailed } from '../../../app/requests/read-reply.ts'
import { callFailureWords } from '../../../app/requests/call-failure-words.ts'
import { browserEnvironment } from '../../../app/requests/browser-requester.ts'
import { prepareFile } from '../../../app/photos/prepare-file.ts'
import { Refused, type Prepared } from '../../../app/photos/upload-types.ts'
import { refusalOf } from '../../../app/photos/upload-words.ts'
import { createTypingStore } from '../../../app/saving/typing-store.ts'
import { createUpload } from '../../../app/requests/upload-request.ts'
import { useT } from '../../../app/words/words.tsx'
import { dayOf, type Day } from '../../../lib/days/dates.ts'
import type { FieldErrors } from '../../../lib/errors.ts'
import { GENDERS, ID_TYPES } from '../../../lib/people/id-number.ts'
import { useNow } from '../../../ui/use-now.ts'
import { submitRegistration, type Overview } from '../contract.ts'
import { checkIdentity, needsGuardian, withNumber, type IdentityDraft } from '../rules/check-identity.ts'

const EMPTY: IdentityDraft = { idType: '', idName: '', idNumber: '', gender: '', birthDate: '' }
const draftSchema = z.object({
  idType: z.union([z.enum(ID_TYPES), z.literal('')]),
  idName: z.string(),
  idNumber: z.string(),
  gender: z.union([z.enum(GENDERS), z.literal('')]),
  birthDate: z.string(),
  agreed: z.literal(true),
})
const typing = createTypingStore<IdentityDraft & { agreed: true }>('credential-typing', (raw) =>
  // oxlint-disable-next-line promise/valid-params -- a schema's, not a promise's
  z.catch(z.array(draftSchema), []).parse(raw),
)
const upload = createUpload(browserEnvironment)

interface ChosenPhoto {
  name: string
  /** Set once it is ready to send. */
  prepared: Prepared | undefined
  /** Address of its thumbnail; undefined for a PDF. */
  url: string | undefined
}

export interface RegistrationFormState {
  draft: IdentityDraft
  change: (part: Partial<IdentityDraft>) => void
  /** Ticked by the person, never preselected. */
  agreed: boolean
  agree: (agreed: boolean) => void
  /** Consent of a parent or guardian; `undefined` if none is needed. */
  guardian: boolean | undefined
  guardianAgrees: (agrees: boolean) => void
  photo: ChosenPhoto | undefined
  choosePhoto: (file: File) => void
  removePhoto: () => void
  today: Day
  errors: { id: string; message: string }[]
  errorOf: (field: string) => string | undefined
  attempt: number
  notice: string
  sending: boolean
  percent: number
  send: () => void
}

export function useRegistrationForm(userId: string, onSent: (overview: Overview) => void): RegistrationFormState {
  const t = useT()
  const today = dayOf(useNow())
  const [draft, setDraft] = useState(EMPTY)
  const [photo, setPhoto] = useState<ChosenPhoto>()
  const [agreed, setAgreed] = useState(false)
  const [guardian, setGuardian] = useState(false)
  const [codes, setCodes] = useState<FieldErrors>({})
  const [attempt, setAttempt] = useState(0)
  const [notice, setNotice] = useState('')
  const [sending, setSending] = useState(false)
  const [percent, setPercent] = useState(0)
  // Kept while nothing changes, so that a lost reply does not cause a second registration.
  const key = useRef('')
  const chosen = useRef(0)

  useEffect(() => {
    void typing.take(userId).then((kept) => {
      const last = kept.at(-1)
      if (!last) return
      const { agreed: given, ...typed } = last
      setDraft(typed)
      setAgreed(given)
    })
  }, [userId])
  useEffect(
    () => () => {
      if (photo?.url) URL.revokeObjectURL(photo.url)
    },
    [photo?.url],
  )

  const change = (part: Partial<IdentityDraft>): void => {
    const next = withNumber({ ...draft, ...part }, today)
    setDraft(next)
    key.current = ''
    if (agreed) void typing.keep(userId, [{ ...next, agreed }])
    setCodes((now) => Object.fromEntries(Object.entries(now).filter(([field]) => !(field in part))))
  }

  const agree = (yes: boolean): void => {
    setAgreed(yes)
    void typing.keep(userId, yes ? [{ ...draft, agreed: yes }] : [])
    setCodes(({ agreed: _, ...rest }) => rest)
  }
  const minor = needsGuardian(draft, today)
  const guardianAgrees = (yes: boolean): void => {
    setGuardian(yes)
    setCodes(({ guardian: _, ...rest }) => rest)
  }
  const removePhoto = (): void => {
    chosen.current += 1
    key.current = ''
    setPhoto(undefined)
  }
  function choosePhoto(file: File): void {
    removePhoto()
    const turn = chosen.current
    setPhoto({ name: file.name, prepared: undefined, url: undefined })
    setCodes(({ photo: _, ...rest }) => rest)
    prepareFile(file).then(
      (prepared) => {
        if (turn === chosen.current)
          setPhoto({ name: file.name, prepared, url: prepared.thumb ? URL.createObjectURL(prepared.thumb) : undefined })
      },
      (error: unknown) => {
        if (turn !== chosen.current) return
        setPhoto(undefined)
        setCodes((now) => ({ ...now, photo: error instanceof Refused ? error.code : 'file_broken' }))
      },
    )
  }

  const refuse = (fields: FieldErrors): void => {
    setCodes(fields)
    setAttempt((n) => n + 1)
  }
  async function deliver(prepared: Prepared, complete: z.output<typeof completeDraft>): Promise<void> {
    key.current ||= crypto.randomUUID()
    const reply = await upload(
      submitRegistration,
      { ...complete, agreed, guardian: minor && guardian, key: key.current, sha256: prepared.sha256 },
      {
        files: { photo: prepared.blob },
        onProgress: (sent, total) => setPercent(total > 0 ? Math.round((sent / total) * 100) : 0),
      },
    )
    if (reply.ok) {
      await typing.forget(userId)
      return onSent(reply.data)
    }
    const { file, ...fields } = reply.fields
    if (reply.code === 'invalid') refuse({ ...fields, ...(file ? { photo: file } : {}) })
    else setNotice(reply.message)
  }

  function send(): void {
    if (sending) return
    setNotice('')
    const fields = {
      ...checkIdentity(draft, today),
      ...(photo?.prepared ? {} : { photo: photo ? 'photo_preparing' : 'photo_required' }),
      ...(minor && !guardian ? { guardian: 'guardian_agreement_required' } : {}),
      ...(agreed ? {} : { agreed: 'agreement_required' }),
    }
    const complete = completeDraft.safeParse(draft)
    if (Object.keys(fields).length > 0 || !complete.success || !photo?.prepared) return refuse(fields)
    setCodes({})
    setSending(true)
    setPercent(0)
    deliver(photo.prepared, complete.data)
      .catch((error: unknown) => {
        if (!(error instanceof RequestFailed)) throw error
        setNotice(callFailureWords(t, error))
      })
      .finally(() => setSending(false))
  }

  const errorOf = (field: string): string | undefined => {
    const code = codes[field]
    if (!code) return undefined
    if (field === 'agreed') return t('credentials:consentRequired')
    if (field === 'guardian') return t('credentials:guardianRequired')
    return field === 'photo' && !code.startsWith('photo_') ? refusalOf(t, code, null) : t(`errors:field.${code}`)
  }
  const errors = FIELDS.flatMap((id) => {
    const message = errorOf(id)
    return message ? [{ id, message }] : []
  })
  return {
    draft,
    change,
    agreed,
    agree,
    guardian: minor ? guardian : undefined,
    guardianAgrees,
    photo,
    choosePhoto,
    removePhoto,
    today,
    errors,
    errorOf,
    attempt,
    notice,
    sending,
    percent,
    send,
  }
}

const FIELDS = ['agreed', 'idType', 'idNumber', 'idName', 'birthDate', 'gender', 'photo', 'guardian'] as const
const completeDraft = z.object({
  idType: z.enum(ID_TYPES),
  idName: z.string(),
  idNumber: z.string(),
  gender: z.enum(GENDERS),
  birthDate: z.string(),
})
