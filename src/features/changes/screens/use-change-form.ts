/** State and actions of a change request's form. Values stay in the page: they are personal, and quickly typed again. */
import { useState } from 'react'
import { browserEnvironment } from '../../../app/requests/browser-requester.ts'
import type { Prepared } from '../../../app/photos/upload-types.ts'
import { useChosenFiles } from '../../../app/photos/use-chosen-files.ts'
import { refusalOf } from '../../../app/photos/upload-words.ts'
import { useForm } from '../../../app/requests/use-form.ts'
import { createUpload } from '../../../app/requests/upload-request.ts'
import { useT } from '../../../app/words/words.tsx'
import type { FieldErrors } from '../../../lib/errors.ts'
import { LIMITS } from '../../../lib/limits-and-periods.ts'
import { attachToChange, submitChange, type ChangeablePolicy, type ChangeItem } from '../contract.ts'
import { requiredProof } from '../rules/required-proof.ts'
import type { ChangeDraft } from './change-draft.ts'
import { useChangeEffect } from './use-change-effect.ts'

const upload = createUpload(browserEnvironment)

const FIELDS = ['policy', 'item', 'side', 'sensitive', 'value', 'files'] as const
/** Words of this form where the common ones are about a purchase. */
const OWN = ['unchanged', 'name_unprintable', 'same_person', 'side_unfit']

/** Key of the words about a new value, where the common ones do not fit this form. */
function valueKey(code: string, what: string, idType: string | undefined): string | undefined {
  if (OWN.includes(code)) return `changes:value.${code}`
  if (code === 'required')
    return `changes:required.${what === 'id_number' && idType === 'passport' ? 'passport_number' : what}`
  return code === 'phone_format' ? 'errors:field.mobile_format' : undefined
}

export type ChangeFormState = ReturnType<typeof useChangeForm>

export function useChangeForm(policies: readonly ChangeablePolicy[], named: string | undefined, onSent: () => void) {
  const t = useT()
  const free = policies.filter(({ open }) => !open)
  const first = free.find(({ id }) => id === named) ?? (free.length === 1 ? free[0] : undefined)
  const [draft, setDraft] = useState<ChangeDraft>({
    policy: first?.id ?? '',
    who: 'insured',
    item: '',
    side: '',
    value: '',
  })
  const [consented, setConsented] = useState(false)

  const chosen = policies.find(({ id }) => id === draft.policy)
  const person = chosen?.people.find(({ who }) => who === draft.who) ?? chosen?.people[0]
  const sides = person?.sides.filter((it) => it.item === draft.item) ?? []
  const side = sides.find((it) => it.side === draft.side)
  /** An item is chosen, and which name or number where there are several. */
  const decided = draft.item !== '' && (sides.length === 0 || side !== undefined)
  /** Of a resident's ID number, which is corrected instead. */
  const follows = person?.idType === 'resident_id' && (draft.item === 'birth_date' || draft.item === 'gender')
  const { effect, again: weighAgain } = useChangeEffect(draft, person?.idType)
  const form = useForm(FIELDS, (field, code) => {
    if (field === 'sensitive') return t('changes:consent.missing')
    const own = field === 'value' ? valueKey(code, side?.what ?? draft.item, person?.idType) : undefined
    return field === 'files' && code.startsWith('file_')
      ? refusalOf(t, code, null)
      : t(own ?? `errors:field.${code}`, { photos: LIMITS.maxPhotos })
  })
  const difference = effect.state === 'known' ? (effect.view.difference?.amount ?? 0) : 0

  const change = (part: Partial<ChangeDraft>): void => {
    // Another item, side or person has another value, so the value is cleared.
    setDraft((now) => ({ ...now, ...('value' in part ? {} : { side: '', value: '' }), ...part }))
    form.changed([...Object.keys(part), 'value'])
  }

  /** Withdrawing the consent clears what was typed. */
  const consent = (yes: boolean): void => {
    setConsented(yes)
    change({ value: '' })
    form.changed(FIELDS)
  }

  const chosenFiles = useChosenFiles((code) => form.mark('files', code))
  const { files, ready } = chosenFiles

  async function deliver(item: ChangeItem, prepared: readonly Prepared[]): Promise<void> {
    const [one, ...more] = prepared
    if (!one) return
    // A repeated try: files chosen since then are added to a request that may have arrived; a stored file is not stored
    // again.
    const again = form.wasSent()
    const reply = await upload(
      submitChange,
      {
        ...draft,
        item,
        side: draft.side || 'id',
        difference,
        sensitive: consented,
        key: form.key(),
        sha256: one.sha256,
      },
      { files: { file: one.blob } },
    )
    if (!reply.ok) {
      form.refused(reply)
      // Shown again, to be sent by someone who has read the new amount.
      if (reply.code === 'changed') weighAgain()
      return
    }
    for (const next of again ? prepared : more) {
      const added = await upload(
        attachToChange,
        { id: reply.data.id, sha256: next.sha256 },
        { files: { file: next.blob } },
      )
      if (!added.ok) {
        // The request exists under this key: another try sends only what is missing.
        form.say(added.fields['file'] ? refusalOf(t, added.fields['file'], null) : added.message)
        return
      }
    }
    onSent()
  }

  function send(): void {
    const fields: FieldErrors = {
      ...(draft.policy ? {} : { policy: 'policy_required' }),
      ...(draft.item ? {} : { item: 'select_required' }),
      ...(draft.item && !decided ? { side: 'select_required' } : {}),
      ...(draft.item && !consented ? { sensitive: 'consent_required' } : {}),
      ...(consented && decided && !draft.value.trim() ? { value: 'required' } : {}),
      ...(!consented || !decided
        ? {}
        : files.length < requiredProof(draft.item).files
          ? { files: 'attachment_required' }
          : ready.length < files.length
            ? { files: 'files_pending' }
            : {}),
    }
    void form.send(fields, async () => {
      if (draft.item) await deliver(draft.item, ready)
    })
  }

  return {
    ...form,
    free,
    draft,
    change,
    consented,
    consent,
    chosenFiles,
    send,
    chosen,
    person,
    sides,
    follows,
    side,
    decided,
    effect,
    weighAgain,
  }
}
