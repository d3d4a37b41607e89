/**
 * "You are entering the purchase" (domain §4.1, 1): a dialog over the first page that is read, with its own
 * confirmation.
 */
import { useEffect, useState } from 'react'
import { request } from '../../../../../app/requests/browser-requester.ts'
import { callFailureWords } from '../../../../../app/requests/call-failure-words.ts'
import { useLoad } from '../../../../../app/requests/use-load.ts'
import { toast } from '../../../../../app/parts/toast-store.ts'
import { useLang, useT } from '../../../../../app/words/words.tsx'
import { localPath } from '../../../../../lib/locale.ts'
import { Button } from '../../../../../ui/Button.tsx'
import { Dialog } from '../../../../../ui/Dialog.tsx'
import { TextLink } from '../../../../../ui/TextLink.tsx'
import { useNow } from '../../../../../ui/use-now.ts'
import { readPage, type Answers } from '../../../contract.ts'
import { insuredDraft } from '../../../rules/people-draft.ts'
import { loadOrderText } from '../load-order-text.ts'
import { planAddress } from '../plan-address.ts'
import { StepTrouble } from '../step-errors.tsx'
import { act, proceed } from '../wizard-store.ts'
import { TextSections } from '../purchase-text-sections.tsx'
import type { StepProps } from '../props.ts'

/**
 * Before anything is read or typed: days, a tier or an age that cannot be bought are said at once, and changed where
 * the price was asked for. What a school or a partner filled in is corrected in the application itself.
 */
export default function EnteringPurchaseDialog(props: StepProps) {
  const { priceError, reads, campaign, prefill, answers } = props.order
  const begun = reads.length > 0 || insuredDraft(answers.people).idName !== ''
  return priceError && !begun && !campaign && !prefill ? (
    <CannotBuy reason={priceError} answers={answers} />
  ) : (
    <EnterPurchase {...props} />
  )
}

function CannotBuy({ reason, answers }: { reason: string; answers: Answers }) {
  const t = useT()
  const lang = useLang()
  return (
    <Dialog
      open
      alert
      title={t('confirm:cannotBuy.title')}
      actions={
        <Button look="accent" href={localPath(lang, planAddress(answers))}>
          {t('confirm:cannotBuy.change')}
        </Button>
      }
    >
      <p className="mb-2 font-semibold text-base-content">{t(`plans:plan.reason.${reason}`)}</p>
      <p>{t('confirm:cannotBuy.text')}</p>
    </Dialog>
  )
}

function EnterPurchase({ order, fromCheck }: StepProps) {
  const t = useT()
  const lang = useLang()
  const openedAt = useNow(null)
  const [busy, setBusy] = useState(false)
  const [text, again] = useLoad(`${order.id}:enter:${order.clauseVersion}`, () => loadOrderText(order.id, 'enter'))
  // The page below stays the same, so its heading does not take the focus by itself when the dialog is gone.
  useEffect(() => () => document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true }), [])
  if (text.state === 'failed') return <StepTrouble error={text.error} again={again} />
  if (text.state === 'loading') return null
  const { sha256, title, lead, sections, button } = text.data

  async function start(): Promise<void> {
    if (order.reads.some(({ page }) => page === 'enter')) return proceed(order, 'enter', fromCheck)
    setBusy(true)
    try {
      const reply = await act((now) =>
        request(readPage, { id: now.id, version: now.version, page: 'enter', sha256, openedAt }),
      )
      if (reply?.ok) return proceed(reply.data, 'enter', fromCheck)
      if (reply?.code === 'text_changed') again()
      else if (reply) toast(reply.message, 'bad')
    } catch (error) {
      toast(callFailureWords(t, error), 'bad')
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      title={title}
      actions={
        <>
          <Button look="accent" onClick={() => void start()} working={busy && t('confirm:saving')}>
            {button ?? t('confirm:continue')}
          </Button>
          <TextLink href={localPath(lang, planAddress(order.answers))}>{t('confirm:enter.away')}</TextLink>
        </>
      }
    >
      <div className="grid gap-4 text-small">
        <p>{lead}</p>
        <div className="[&_h2]:text-small [&_h2]:font-semibold [&>div]:gap-3 [&_section]:gap-1">
          <TextSections sections={sections} />
        </div>
      </div>
    </Dialog>
  )
}
