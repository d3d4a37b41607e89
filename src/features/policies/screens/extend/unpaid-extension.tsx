/** An extension that waits to be paid: pay it, or give it up. */
import { useState } from 'react'
import { request } from '../../../../app/requests/browser-requester.ts'
import { callFailureWords } from '../../../../app/requests/call-failure-words.ts'
import { toast } from '../../../../app/parts/toast-store.ts'
import { useLang, useT } from '../../../../app/words/words.tsx'
import { formatDay } from '../../../../lib/days/dates.ts'
import { localPath } from '../../../../lib/locale.ts'
import { formatMoney } from '../../../../lib/money/money.ts'
import { Button } from '../../../../ui/Button.tsx'
import { TextLink } from '../../../../ui/TextLink.tsx'
import { cancelExtension } from '../../extension-calls.ts'
import { payPage } from './extension-pay-path.ts'
import type { ExtensionPage, PendingExtension } from './props.ts'

export function Pending({
  page,
  pending,
  again,
}: {
  page: ExtensionPage
  pending: PendingExtension
  again: () => void
}) {
  const t = useT()
  const lang = useLang()
  const [busy, setBusy] = useState(false)

  async function drop(): Promise<void> {
    setBusy(true)
    try {
      const reply = await request(cancelExtension, { id: pending.id })
      toast(reply.ok ? t('extension:pending.dropped') : reply.message, reply.ok ? 'plain' : 'bad')
      again()
    } catch (error) {
      toast(callFailureWords(t, error), 'bad')
    }
    setBusy(false)
  }

  const values = {
    day: formatDay(pending.ends, lang),
    amount: formatMoney(pending.premium, lang),
    at: pending.payUntil,
  }
  return (
    <section className="grid max-w-prose justify-items-start gap-5">
      <h1 className="type-h1">{t('extension:pending.title')}</h1>
      <p className="type-lead measure">{t('extension:pending.text', values)}</p>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3 mobile:w-full mobile:flex-col mobile:items-stretch">
        {!page.blocked && (
          <Button look="accent" size="lg" href={payPage(lang, `extension.${pending.id}`)}>
            {t('extension:pending.pay')}
          </Button>
        )}
        <Button onClick={() => void drop()} working={busy && t('extension:pending.dropping')}>
          {t('extension:pending.drop')}
        </Button>
        <TextLink href={localPath(lang, `/insurance-policy/details?id=${page.id}`)}>{t('extension:back')}</TextLink>
      </div>
    </section>
  )
}
