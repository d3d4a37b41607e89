/** Every consent that the person gave, loaded when asked for; those that something still depends on can be withdrawn. */
import { useRef, useState } from 'react'
import { callFailureWords } from '../../../../app/call-failure-words.ts'
import { request } from '../../../../app/browser-requester.ts'
import { dataOf } from '../../../../app/read-reply.ts'
import { LoadFailed } from '../../../../app/load-failed.tsx'
import { toast } from '../../../../app/toast-store.ts'
import { useLoad } from '../../../../app/use-load.ts'
import { useLang, useT } from '../../../../app/words.tsx'
import { dayOf, formatDay } from '../../../../lib/dates.ts'
import { localPath, sentences } from '../../../../lib/locale.ts'
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
        {t('account:mine.consents.text')}{' '}
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
  const lang = useLang()
  const [consents, setConsents] = useState(loaded)
  const [asked, setAsked] = useState<Consent>()
  const [busy, setBusy] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const day = (at: number): string => formatDay(dayOf(at), lang)

  async function withdraw({ id }: Consent): Promise<void> {
    setBusy(true)
    try {
      const reply = await request(withdrawConsent, { id })
      if (reply.ok) setConsents(reply.data.consents)
      toast(reply.ok ? t('account:mine.consents.done') : reply.message, reply.ok ? 'plain' : 'bad')
      setAsked(undefined)
      list.current?.focus()
    } catch (error) {
      toast(callFailureWords(t, error), 'bad')
    }
    setBusy(false)
  }

  if (consents.length === 0) return <p className="text-ink-2">{t('account:mine.consents.none')}</p>
  return (
    <>
      <ul className="ruled" ref={list} tabIndex={-1} aria-label={t('account:mine.consents.title')}>
        {consents.map((it) => (
          <li key={it.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4">
            <div className="min-w-52 flex-1">
              <p className="font-semibold">{t(`account:mine.consents.kind.${it.kind}`)}</p>
              <p className="num break-keep wrap-anywhere text-small text-ink-2">{it.about}</p>
              <p className="num text-small text-ink-2">
                {it.withdrawnAt === null
                  ? sentences(
                      lang,
                      t('account:mine.consents.given', { day: day(it.at) }),
                      it.effect === 'done' ? t('account:mine.consents.kept') : undefined,
                    )
                  : t('account:mine.consents.withdrawn', { day: day(it.withdrawnAt) })}
              </p>
            </div>
            {it.withdrawnAt === null && it.effect !== 'done' && (
              <Button size="sm" onClick={() => setAsked(it)}>
                {t('account:mine.consents.withdraw')}
                <span className="sr-only">
                  {' '}
                  {t(`account:mine.consents.kind.${it.kind}`)}, {it.about}
                </span>
              </Button>
            )}
          </li>
        ))}
      </ul>
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
