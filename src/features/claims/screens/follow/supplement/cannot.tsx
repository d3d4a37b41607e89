/** "I cannot get this document": why, in the person's own words; somebody then decides without it or asks for another. */
import { useState } from 'react'
import { request } from '../../../../../app/client.ts'
import { failedWords } from '../../../../../app/failed.ts'
import { toast } from '../../../../../app/toast.ts'
import { useT } from '../../../../../app/words.tsx'
import { Button } from '../../../../../ui/Button.tsx'
import { Field } from '../../../../../ui/Field.tsx'
import { Notice } from '../../../../../ui/Notice.tsx'
import { TextArea } from '../../../../../ui/TextInput.tsx'
import { TextLink } from '../../../../../ui/TextLink.tsx'
import { itemUnavailable, type RequestItem } from '../../../contract.ts'
import type { ClaimProps } from '../with-claim.tsx'

const WHY_MOST = 1000

export function Cannot({ claim, put, item }: ClaimProps & { item: RequestItem }) {
  const t = useT()
  const [open, setOpen] = useState(() => location.hash === '#cannot')
  const [why, setWhy] = useState('')
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)

  async function say(text: string): Promise<void> {
    setBusy(true)
    try {
      const reply = await request(itemUnavailable, { id: claim.id, item: item.id, why: text })
      if (reply.ok) {
        put(reply.data)
        setOpen(false)
        setWhy('')
      } else toast(reply.message, 'bad')
    } catch (thrown) {
      toast(failedWords(t, thrown), 'bad')
    }
    setBusy(false)
  }

  function send(): void {
    const text = why.trim()
    setError(text === '' ? t('follow:cannot.error') : '')
    if (text !== '') void say(text)
    else document.getElementById('cannot-why')?.focus()
  }

  if (item.unavailable) {
    return (
      <section id="cannot">
        <Notice title={t('follow:cannot.told')}>{item.unavailable}</Notice>
        <TextLink onClick={() => void say('')}>{t('follow:cannot.back')}</TextLink>
      </section>
    )
  }
  if (!open) return <section id="cannot"><TextLink onClick={() => setOpen(true)}>{t('follow:need.cannot')}</TextLink></section>
  return (
    <section id="cannot" className="grid max-w-xl scroll-mt-20 gap-4">
      <div>
        <h2 className="type-h3">{t('follow:cannot.title')}</h2>
        <p className="mt-1 text-ink-2">{t('follow:cannot.text')}</p>
      </div>
      <Field id="cannot-why" label={t('follow:cannot.why')} hint={t('follow:cannot.hint')} error={error || undefined}>
        <TextArea value={why} onChange={setWhy} rows={3} maxLength={WHY_MOST} />
      </Field>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <Button working={busy && t('follow:sending')} onClick={send}>{t('follow:cannot.send')}</Button>
        <TextLink onClick={() => setOpen(false)}>{t('follow:cannot.no')}</TextLink>
      </div>
    </section>
  )
}
