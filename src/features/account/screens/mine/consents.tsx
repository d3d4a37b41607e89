/** Every consent that the person gave, loaded when asked for; those that something still depends on can be withdrawn. */
import { useRef, useState } from 'react'
import { callFailureWords } from '../../../../app/requests/call-failure-words.ts'
import { request } from '../../../../app/requests/browser-requester.ts'
import { dataOf } from '../../../../app/requests/read-reply.ts'
import { LoadFailed } from '../../../../app/load/load-failed.tsx'
import { toast } from '../../../../app/parts/toast-store.ts'
import { useLoad } from '../../../../app/requests/use-load.ts'
import { Gap, useLang, useT } from '../../../../app/words/words.tsx'
import { dayOf, formatDay } from '../../../../lib/days/dates.ts'
import { localPath } from '../../../../lib/locale.ts'
import { Accordion } from '../../../../ui/Accordion.tsx'
import { Button } from '../../../../ui/Button.tsx'
import { Dialog } from '../../../../ui/Dialog.tsx'
import { Skeleton } from '../../../../ui/Skeleton.tsx'
import { TextLink } from '../../../../ui/TextLink.tsx'
import { givenConsents, withdrawConsent, type Consent } from '../../consent-calls.ts'

export default function Consents() {
  const t = useT()
  const lang = useLang()
  const [open, setOpen] = useState(false)
  return (
    <section>
      <h2 className="type-h3">{t('account:mine.consents.title')}</h2>
      <p className="mt-1 mb-4 measure text-ink-2">
        {t('account:mine.consents.text')}
        <Gap />
        <TextLink look="inline" href={localPath(lang, '/information/content/personal-information-consent')}>
          {t('account:mine.consents.more')}
        </TextLink>
      </p>
      {open ? <List /> : <Button onClick={() => setOpen(true)}>{t('account:mine.consents.show')}</Button>}
    </section>
  )
}

function List() {
  const t = useT()
  const [loaded, again] = useLoad('consents', async () => {
    const reply = await request(givenConsents, {})
    return dataOf(reply).consents
  })
  if (loaded.state === 'loading') return <Skeleton label={t('account:mine.consents.loading')} rows={4} />
  if (loaded.state === 'failed') return <LoadFailed error={loaded.error} again={again} level={3} />
  return <Given loaded={loaded.data} />
}

function Given({ loaded }: { loaded: readonly Consent[] }) {
  const t = useT()
  const [consents, setConsents] = useState(loaded)
  const [asked, setAsked] = useState<Consent>()
  const [busy, setBusy] = useState(false)
  const list = useRef<HTMLDivElement>(null)

  async function withdraw({ id }: Consent): Promise<void> {
    setBusy(true)
    try {
      const reply = await request(withdrawConsent, { id })
      if (reply.ok) setConsents(reply.data.consents)
      toast(reply.ok ? t('account:mine.consents.done') : reply.message, reply.ok ? 'plain' : 'bad')
      setAsked(undefined)
      // What lies behind the dialog takes no focus before it is gone.
      requestAnimationFrame(() => list.current?.focus())
    } catch (error) {
      toast(callFailureWords(t, error), 'bad')
    }
    setBusy(false)
  }

  if (consents.length === 0) return <p className="text-ink-2">{t('account:mine.consents.none')}</p>
  const standing = consents.filter((it) => it.withdrawnAt === null && it.effect !== 'done')
  const past = consents.filter((it) => !standing.includes(it))
  return (
    <>
      <div ref={list} tabIndex={-1}>
        {standing.length === 0 && <p className="text-ink-2">{t('account:mine.consents.noneStands')}</p>}
        <ul className="ruled">
          {standing.map((it) => (
            <li key={it.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4">
              <What consent={it} />
              <Button size="sm" onClick={() => setAsked(it)}>
                {t('account:mine.consents.withdraw')}
                <span className="sr-only">
                  {' '}
                  {t(`account:mine.consents.kind.${it.kind}`)}, {it.about}
                </span>
              </Button>
            </li>
          ))}
        </ul>
      </div>
      {past.length > 0 && <Past consents={past} />}
      {asked && (
        <Dialog
          open
          onClose={() => setAsked(undefined)}
          title={t('account:mine.consents.ask')}
          actions={
            <>
              <Button
                look={asked.effect === 'ends' ? 'bad' : 'primary'}
                working={busy && t('account:mine.consents.working')}
                onClick={() => void withdraw(asked)}
              >
                {t('account:mine.consents.withdraw')}
              </Button>
              <Button onClick={() => setAsked(undefined)}>{t('account:mine.consents.keep')}</Button>
            </>
          }
        >
          <p className="mb-3 font-semibold">
            {t(`account:mine.consents.kind.${asked.kind}`)} · {asked.about}
          </p>
          <p className="mb-3">{t(`account:mine.consents.follows.${asked.kind}`)}</p>
          <p className="text-small text-ink-2">{t('account:mine.consents.future')}</p>
        </Dialog>
      )}
    </>
  )
}

function What({ consent: { kind, about, at, withdrawnAt } }: { consent: Consent }) {
  const t = useT()
  const lang = useLang()
  const day = formatDay(dayOf(withdrawnAt ?? at), lang)
  return (
    <div className="min-w-52 flex-1">
      <p className="font-semibold">{t(`account:mine.consents.kind.${kind}`)}</p>
      <p className="num break-keep wrap-anywhere text-small text-ink-2">{about}</p>
      <p className="num text-small text-ink-2">
        {t(`account:mine.consents.${withdrawnAt === null ? 'given' : 'withdrawn'}`, { day })}
      </p>
    </div>
  )
}

function Past({ consents }: { consents: readonly Consent[] }) {
  const t = useT()
  return (
    <Accordion title={t('account:mine.consents.past', { count: consents.length })}>
      <p className="mb-2 text-small text-ink-2">{t('account:mine.consents.kept')}</p>
      <ul className="ruled">
        {consents.map((it) => (
          <li key={it.id} className="py-3">
            <What consent={it} />
          </li>
        ))}
      </ul>
    </Accordion>
  )
}
