/**
 * `/contact/undo`: opened from the message about a change. Undoes it without a login, but only by a press, because mail
 * programs open links automatically.
 */
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { request } from '../../../../app/browser-requester.ts'
import { dataOf } from '../../../../app/read-reply.ts'
import { useButtonRequest } from '../../../../app/use-button-request.ts'
import { Island, type IslandProps } from '../../../../app/island.tsx'
import { LoadFailed } from '../../../../app/load-failed.tsx'
import { endSession } from '../../../../app/session.ts'
import { useLoad } from '../../../../app/use-load.ts'
import { useLang, useT } from '../../../../app/words.tsx'
import type { Output } from '../../../../lib/contract.ts'
import { formatInstant } from '../../../../lib/dates.ts'
import { localPath } from '../../../../lib/locale.ts'
import { SITE } from '../../../../lib/site.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Notice } from '../../../../ui/Notice.tsx'
import { Skeleton } from '../../../../ui/Skeleton.tsx'
import { SummaryList } from '../../../../ui/SummaryList.tsx'
import { lookAtUndo, undoByLink, type ContactInformation } from '../../contact-calls.ts'
import { changeWords, contactWords } from '../contact-change-words.ts'

type Found = Output<typeof lookAtUndo>

export default function ContactUndoPage(props: IslandProps) {
  return (
    <Island {...props}>
      <ContactUndo />
    </Island>
  )
}

function ContactUndo() {
  const t = useT()
  const lang = useLang()
  const [code] = useState(() => new URLSearchParams(location.search).get('code') ?? '')
  const [loaded, again] = useLoad('contact-undo', async (): Promise<Found | 'unknown'> => {
    const reply = await request(lookAtUndo, { code })
    return !reply.ok && (reply.code === 'link_unknown' || reply.code === 'invalid') ? 'unknown' : dataOf(reply)
  })
  const [done, setDone] = useState<ContactInformation['contacts']>()
  const phone = SITE[lang].phone
  if (done) return <Undone contacts={done} />
  if (loaded.state === 'loading')
    return (
      <Frame title={t('contact:undo.title')}>
        <Skeleton label={t('contact:undo.loading')} rows={4} />
      </Frame>
    )
  if (loaded.state === 'failed')
    return (
      <Frame title={t('contact:undo.title')}>
        <LoadFailed error={loaded.error} again={again} />
      </Frame>
    )
  const found = loaded.data
  if (found === 'unknown')
    return <Ended title={t('contact:undo.unknown.title')} text={t('contact:undo.unknown.text', { phone })} />
  if (found.state === 'over')
    return (
      <Ended
        title={t('contact:undo.over.title')}
        text={t('contact:undo.over.text', { phone, until: formatInstant(found.until, lang) })}
      />
    )
  if (found.state === 'undone')
    return <Ended title={t('contact:undo.undone.title')} text={t('contact:undo.undone.text')} login />
  return <Ask found={found} code={code} onDone={setDone} />
}

/** The heading takes the focus when the content has been replaced. */
function Frame({ title, focus, children }: { title: string; focus?: boolean; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (focus) heading.current?.focus()
  }, [focus])
  return (
    <div className="grid max-w-2xl grid-cols-1 gap-6">
      <h1 className="type-h1" ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </div>
  )
}

function Ended({ title, text, login }: { title: string; text: string; login?: boolean }) {
  const t = useT()
  const lang = useLang()
  return (
    <Frame title={title}>
      <p className="measure">{text}</p>
      <p>
        {login ? (
          <Button look="primary" href={localPath(lang, '/login')}>
            {t('contact:undo.done.go')}
          </Button>
        ) : (
          <Button href={localPath(lang, '/home')}>{t('contact:undo.home')}</Button>
        )}
      </p>
    </Frame>
  )
}

function Ask({
  found,
  code,
  onDone,
}: {
  found: Found
  code: string
  onDone: (contacts: ContactInformation['contacts']) => void
}) {
  const t = useT()
  const lang = useLang()
  const { working, notice, run } = useButtonRequest()
  const undo = () =>
    run(async () => {
      const reply = await request(undoByLink, { code })
      if (!reply.ok) return reply.message
      // Every session of the account has ended, possibly also this browser's.
      endSession()
      onDone(reply.data.contacts)
      return undefined
    })
  const at = (instant: number) => (
    <span className="num">{t('contact:undo.beijing', { at: formatInstant(instant, lang) })}</span>
  )
  return (
    <Frame title={t('contact:undo.question')}>
      <p className="type-lead measure text-ink-2">{t('contact:undo.text')}</p>
      <SummaryList
        rows={[
          {
            id: 'what',
            term: t('contact:undo.what'),
            value: <span className="wrap-anywhere">{changeWords(t, found)}</span>,
          },
          { id: 'at', term: t('contact:undo.at'), value: at(found.at) },
          { id: 'until', term: t('contact:undo.until'), value: at(found.until) },
          {
            id: 'after',
            term: t('contact:undo.after'),
            value: <span className="num wrap-anywhere">{found.after && contactWords(t, found.after)}</span>,
          },
        ]}
      />
      {notice && (
        <Notice kind="bad" live="alert">
          {notice}
        </Notice>
      )}
      <p>
        <Button
          look="accent"
          size="lg"
          className="mobile:w-full"
          working={working && t('contact:undo.working')}
          onClick={() => void undo()}
        >
          {t('contact:undo.go')}
        </Button>
      </p>
      <p className="text-ink-2">{t('contact:undo.mine')}</p>
    </Frame>
  )
}

function Undone({ contacts }: { contacts: ContactInformation['contacts'] }) {
  const t = useT()
  const lang = useLang()
  return (
    <Frame title={t('contact:undo.done.title')} focus>
      <Notice kind="ok" live="status">
        {t('contact:undo.done.text', { contact: contactWords(t, contacts) })}
      </Notice>
      <p className="measure">{t('contact:undo.done.next', { phone: SITE[lang].phone })}</p>
      <p>
        <Button look="primary" className="mobile:w-full" href={localPath(lang, '/login')}>
          {t('contact:undo.done.go')}
        </Button>
      </p>
    </Frame>
  )
}
