/**
 * State and actions of the registration form. What is typed is stored sealed on this device until it is sent, once its
 * consent is ticked; the photo stays in the page.
 */
import { useEffect, useRef, useState } from 'react'
import { z } from 'zod/mini'
import { browserEnvironment } from '../../../app/requests/browser-requester.ts'
import { prepareFile } from '../../../app/photos/prepare-file.ts'
import { Refused, type Prepared } from '../../../app/photos/upload-types.ts'
import { refusalOf } from '../../../app/photos/upload-words.ts'
import { createTypingStore } from '../../../app/saving/typing-store.ts'
import { useForm } from '../../../app/requests/use-form.ts'
import { createUpload } from '../../../app/requests/upload-request.ts'
import { useT } from '../../../app/words/words.tsx'
import { dayOf, type Day } from '../../../lib/days/dates.ts'
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

export type RegistrationFormState = ReturnType<typeof useRegistrationForm>

/** `pageDay`: the day that the page was built for, whose privacy policy it leads to. */
export function useRegistrationForm(userId: string, pageDay: Day, onSent: (overview: Overview) => void) {
  const t = useT()
  const today = dayOf(useNow())
  const [draft, setDraft] = useState(EMPTY)
  const [photo, setPhoto] = useState<ChosenPhoto>()
  // Ticked by the person, never preselected.
  const [agreed, setAgreed] = useState(false)
  const [guardian, setGuardian] = useState(false)
  const form = useForm(FIELDS, (field, code) => {
    if (field === 'agreed') return t('credentials:consentRequired')
    if (field === 'guardian') return t('credentials:guardianRequired')
    return field === 'photo' && !code.startsWith('photo_') ? refusalOf(t, code, null) : t(`errors:field.${code}`)
  })
  const [percent, setPercent] = useState(0)
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
    if (agreed) void typing.keep(userId, [{ ...next, agreed }])
    form.changed(Object.keys(part))
  }

  const agree = (yes: boolean): void => {
    setAgreed(yes)
    void typing.keep(userId, yes ? [{ ...draft, agreed: yes }] : [])
    form.mark('agreed')
  }
  const minor = needsGuardian(draft, today)
  const guardianAgrees = (yes: boolean): void => {
    setGuardian(yes)
    form.mark('guardian')
  }
  const removePhoto = (): void => {
    chosen.current += 1
    form.changed(['photo'])
    setPhoto(undefined)
  }
  function choosePhoto(file: File): void {
    removePhoto()
    const turn = chosen.current
    setPhoto({ name: file.name, prepared: undefined, url: undefined })
    prepareFile(file).then(
      (prepared) => {
        if (turn === chosen.current)
          setPhoto({ name: file.name, prepared, url: prepared.thumb ? URL.createObjectURL(prepared.thumb) : undefined })
      },
      (error: unknown) => {
        if (turn !== chosen.current) return
        setPhoto(undefined)
        form.mark('photo', error instanceof Refused ? error.code : 'file_broken')
      },
    )
  }

  async function deliver(prepared: Prepared, complete: z.output<typeof completeDraft>): Promise<void> {
    setPercent(0)
    const reply = await upload(
      submitRegistration,
      { ...complete, agreed, pageDay, guardian: minor && guardian, key: form.key(), sha256: prepared.sha256 },
      {
        files: { photo: prepared.blob },
        onProgress: (sent, total) => setPercent(total > 0 ? Math.round((sent / total) * 100) : 0),
      },
    )
    if (!reply.ok) return form.refused(reply, 'photo')
    await typing.forget(userId)
    onSent(reply.data)
  }

  function send(): void {
    const complete = completeDraft.safeParse(draft)
    const wrong = {
      ...checkIdentity(draft, today),
      ...(photo?.prepared ? {} : { photo: photo ? 'photo_preparing' : 'photo_required' }),
      ...(minor && !guardian ? { guardian: 'guardian_agreement_required' } : {}),
      ...(agreed ? {} : { agreed: 'agreement_required' }),
    }
    void form.send(wrong, async () => {
      if (complete.success && photo?.prepared) await deliver(photo.prepared, complete.data)
    })
  }

  return {
    ...form,
    draft,
    change,
    agreed,
    agree,
    /** Consent of a parent or guardian; undefined if none is needed. */
    guardian: minor ? guardian : undefined,
    guardianAgrees,
    photo,
    choosePhoto,
    removePhoto,
    today,
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
