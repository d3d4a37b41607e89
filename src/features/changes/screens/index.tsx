/**
 * `/personal/modify`: changes a policy's people, and shows the state of earlier requests. One arrangement: a short
 * column on both devices.
 */
import { pageSearch } from '../../../app/address/page-address.ts'
import { useEffect, useState } from 'react'
import { request } from '../../../app/requests/browser-requester.ts'
import { dataOf } from '../../../app/requests/read-reply.ts'
import { Island, type IslandProps } from '../../../app/load/island.tsx'
import { LOAD_MS } from '../../../app/storage/storage-keys.ts'
import { withTimeLimit } from '../../../app/requests/time-limit.ts'
import { LoadFailed } from '../../../app/load/load-failed.tsx'
import { PersonalFrame } from '../../../app/session/personal-frame.tsx'
import { useLang, useT } from '../../../app/words/words.tsx'
import { localPath } from '../../../lib/locale.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import ContactInformation from '../../account/screens/contact-information/index.tsx'
import { listChanges, type ChangesOverview } from '../contract.ts'
import { ChangeRecord } from './change-record.tsx'

type Form = (typeof import('./change-form.tsx'))['default']

export default function ModifyPage(props: IslandProps) {
  return (
    <Island {...props}>
      <PersonalFrame path="/personal/modify">
        <Modify />
      </PersonalFrame>
    </Island>
  )
}

function Modify() {
  const t = useT()
  const [overview, setOverview] = useState<ChangesOverview>()
  const [form, setForm] = useState<{ Form: Form }>()
  const [contacts, setContacts] = useState(false)
  const [failed, setFailed] = useState<{ error: unknown }>()
  const [sent, setSent] = useState(0)
  const [round, setRound] = useState(0)
  const [named] = useState(() => new URLSearchParams(pageSearch()).get('policy') ?? undefined)
  useEffect(() => {
    let gone = false
    const policy = named && /^[0-9a-z]{26}$/.test(named) ? named : undefined
    // The form comes with what it shows: later, it would move the requests below it.
    Promise.all([request(listChanges, policy ? { policy } : {}), withTimeLimit(import('./change-form.tsx'), LOAD_MS)])
      .then(([reply, { default: Form }]) => {
        if (gone) return
        setOverview(dataOf(reply))
        setForm({ Form })
        setFailed(undefined)
      })
      .catch((error: unknown) => !gone && setFailed({ error }))
    return () => {
      gone = true
    }
  }, [named, round])
  const onSent = (): void => {
    setSent((n) => n + 1)
    setRound((n) => n + 1)
    scrollTo({ top: 0 })
  }
  return (
    <div className="grid max-w-2xl grid-cols-1 gap-10">
      <header className="grid gap-2">
        <h1 className="type-h1 mobile:sr-only">{t('changes:title')}</h1>
      </header>
      <ContactInformation onShown={() => setContacts(true)} />
      {contacts && failed && !overview && (
        <LoadFailed
          {...failed}
          again={() => {
            setFailed(undefined)
            setRound((n) => n + 1)
          }}
        />
      )}
      {contacts && !overview && !failed && <Skeleton label={t('changes:loading')} rows={5} />}
      {overview && form && contacts && (
        <>
          {sent > 0 && (
            <Notice kind="ok" live="status" title={t('changes:sent.title')}>
              {t('changes:sent.text')}
            </Notice>
          )}
          <section className="grid gap-5">
            <div className="grid gap-1">
              <h2 className="type-h3">{t('changes:ask')}</h2>
              <p className="measure text-ink-2">{t('changes:lead')}</p>
            </div>
            <Ask key={sent} form={form.Form} overview={overview} named={named} onSent={onSent} />
          </section>
          <ChangeRecord changes={overview.changes} take={setOverview} />
        </>
      )}
    </div>
  )
}

function Ask({
  form: ChangeForm,
  overview: { policies },
  named,
  onSent,
}: {
  form: Form
  overview: ChangesOverview
  named: string | undefined
  onSent: () => void
}) {
  const t = useT()
  const lang = useLang()
  if (policies.some(({ open }) => !open))
    return (
      <ChangeForm
        key={policies
          .filter(({ open }) => !open)
          .map(({ id }) => id)
          .join()}
        policies={policies}
        named={named}
        onSent={onSent}
      />
    )
  if (policies.length > 0) return <p className="text-ink-2">{t('changes:allOpen')}</p>
  return (
    <div className="grid justify-items-start gap-4">
      <p className="text-ink-2">{t('changes:noPolicy')}</p>
      <Button href={localPath(lang, '/insurance-policy/list')}>{t('changes:toPolicies')}</Button>
    </div>
  )
}
