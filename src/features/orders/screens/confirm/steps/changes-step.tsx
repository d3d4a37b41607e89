/** Shown when the tier was changed after the pages were read: only the changes, read and confirmed in one go. */
import { useState } from 'react'
import { request } from '../../../../../app/requests/browser-requester.ts'
import { callFailureWords } from '../../../../../app/requests/call-failure-words.ts'
import { useLoad } from '../../../../../app/requests/use-load.ts'
import { toast } from '../../../../../app/parts/toast-store.ts'
import { Actions, StepHead, TextWaiting } from '../../../../../app/parts/wizard-parts.tsx'
import { useLang, useT } from '../../../../../app/words/words.tsx'
import { HTML_LANG } from '../../../../../lib/locale.ts'
import { Button } from '../../../../../ui/Button.tsx'
import { TextLink } from '../../../../../ui/TextLink.tsx'
import { useNow } from '../../../../../ui/use-now.ts'
import { READ_PAGES, readPage, type PageText, type ReadPage } from '../../../contract.ts'
import { differences, type Change } from '../../../rules/text-differences.ts'
import { loadOrderText } from '../load-order-text.ts'
import { StepTrouble } from '../step-errors.tsx'
import { $wizard, act, proceed } from '../wizard-store.ts'
import type { StepProps } from '../props.ts'
import { readOn, useSeen } from './read-step.tsx'

interface Changed {
  page: ReadPage
  tier: string
  was: PageText
  now: PageText
}

export default function ChangesStep(props: StepProps) {
  const {
    id,
    stale,
    answers: { trip },
  } = props.order
  const [pages, again] = useLoad(`${id}:changes:${trip.tier}`, async () => {
    const inOrder = READ_PAGES.flatMap((page) => stale.filter((one) => one.page === page))
    const found = await Promise.all(
      inOrder.map(async ({ page, tier }) => {
        const [was, now] = await Promise.all([loadOrderText(id, page, tier), loadOrderText(id, page)])
        return { page, tier, was, now }
      }),
    )
    return found
  })
  if (pages.state === 'loading') return <TextWaiting />
  if (pages.state === 'failed') return <StepTrouble error={pages.error} again={again} />
  return <Reading {...props} pages={pages.data} again={again} />
}

function Reading({
  order,
  plan,
  fromCheck,
  pages,
  again,
}: StepProps & { pages: readonly Changed[]; again: () => void }) {
  const t = useT()
  const lang = useLang()
  const openedAt = useNow(null)
  const [busy, setBusy] = useState(false)
  const { end, seen } = useSeen()
  const nameOf = (tier: string): string => plan.tierNames[tier] ?? ''
  const now = nameOf(order.answers.trip.tier)
  const was = nameOf(pages[0]?.tier ?? '')
  const parts = pages.map((page) => ({
    ...page,
    parts: differences(page.was, page.now, { was: nameOf(page.tier) || '—', now }),
  }))
  const unchanged = parts.filter((page) => page.parts.length === 0)

  async function confirm(): Promise<void> {
    setBusy(true)
    try {
      for (const {
        page,
        now: { sha256 },
      } of pages) {
        const reply = await act((held) =>
          request(readPage, { id: held.id, version: held.version, page, sha256, openedAt, shown: 'differences' }),
        )
        if (!reply?.ok) {
          if (reply?.code === 'text_changed') again()
          else if (reply) toast(reply.message, 'bad')
          return
        }
        $wizard.setKey('order', reply.data)
        if (page === pages.at(-1)?.page) proceed(reply.data, 'people', fromCheck)
      }
    } catch (error) {
      toast(callFailureWords(t, error), 'bad')
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <StepHead
        title={t(`confirm:changes.${was ? 'title' : 'chosen'}`, { tier: now })}
        lead={t('confirm:changes.lead')}
      />
      {parts
        .filter((page) => page.parts.length > 0)
        .map((page) => (
          <section key={page.page} className="grid gap-6">
            <h2 className="type-h2 border-b border-ink pb-3">{page.now.title}</h2>
            {page.parts.map(({ title, changes }) => (
              <div key={title} className="grid gap-3">
                {title && <h3 className="type-h3">{title}</h3>}
                {changes.map((change) => (
                  <Sides key={change.now + change.was} change={change} was={was} now={now} />
                ))}
              </div>
            ))}
          </section>
        ))}
      <p className="measure text-ink-2" ref={end}>
        {unchanged.length > 0 &&
          t('confirm:changes.nameOnly', {
            pages: new Intl.ListFormat(HTML_LANG[lang], { type: 'unit' }).format(
              unchanged.map((page) => page.now.title),
            ),
          })}
      </p>
      <Actions
        main={
          <Button
            look="accent"
            onClick={() => (seen ? void confirm() : readOn())}
            working={busy && t('confirm:saving')}
          >
            {t(seen ? 'confirm:changes.confirm' : 'confirm:read.on')}
          </Button>
        }
        side={<TextLink onClick={() => $wizard.setKey('changes', false)}>{t('confirm:changes.back')}</TextLink>}
        hint={seen ? undefined : t('confirm:read.hint')}
      />
    </>
  )
}

/** The same passage in both tiers. */
function Sides({ change, was, now }: { change: Change; was: string; now: string }) {
  const t = useT()
  return (
    <dl className="measure grid gap-x-4 gap-y-1 border-b border-line pb-3 sm:grid-cols-[8rem_minmax(0,1fr)]">
      <dt className="text-small text-ink-2">{now}</dt>
      <dd className="font-semibold">{change.now || t('confirm:changes.gone')}</dd>
      <dt className="text-small text-ink-3">{was || t('confirm:changes.before')}</dt>
      <dd className="text-ink-2">{change.was || t('confirm:changes.none')}</dd>
    </dl>
  )
}
