/**
 * `/contact/undo`: opened from the message about a change. Undoes it without a login, but only by a press, because mail
 * programs open links automatically.
 */
import { useState } from 'react'
import { request } from '../../../../app/requests/browser-requester.ts'
import { useButtonRequest } from '../../../../app/requests/use-button-request.ts'
import { Island, type IslandProps } from '../../../../app/load/island.tsx'
import { LinkEnded, LinkFrame, LinkPage, LinkQuestion } from '../../../../app/parts/link-page.tsx'
import { endSession } from '../../../../app/session/session.ts'
import { useLang, useT } from '../../../../app/words/words.tsx'
import type { Output } from '../../../../lib/contract.ts'
import { formatInstant } from '../../../../lib/days/dates.ts'
import { localPath } from '../../../../lib/locale.ts'
import { serviceLine, SITE } from '../../../../lib/site.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Notice } from '../../../../ui/Notice.tsx'
import type { ContactInformation } from '../../contact-calls.ts'
import { lookAtUndo, undoByLink } from '../../contact-undo-calls.ts'
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
  const phone = SITE[lang].phone
  return (
    <LinkPage
      id="contact-undo"
      title={t('contact:undo.title')}
      loading={t('contact:undo.loading')}
      look={(code) => request(lookAtUndo, { code })}
      unknown={
        <LinkEnded
          title={t('contact:undo.unknown.title')}
          text={t('contact:undo.unknown.text', { phone })}
          go={t('contact:undo.home')}
        />
      }
    >
      {(found, code) => <Change found={found} code={code} />}
    </LinkPage>
  )
}

function Change({ found, code }: { found: Found; code: string }) {
  const t = useT()
  const lang = useLang()
  const [done, setDone] = useState<ContactInformation['contacts']>()
  if (done) return <Undone contacts={done} />
  if (found.state === 'over')
    return (
      <LinkEnded
        title={t('contact:undo.over.title')}
        text={t('contact:undo.over.text', { line: serviceLine(lang), until: formatInstant(found.until, lang) })}
        go={t('contact:undo.home')}
      />
    )
  if (found.state === 'undone')
    return (
      <LinkEnded
        title={t('contact:undo.undone.title')}
        text={t('contact:undo.undone.text')}
        path="/login"
        go={t('contact:undo.done.go')}
      />
    )
  return <Ask found={found} code={code} onDone={setDone} />
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
  return (
    <LinkQuestion
      title={t('contact:undo.question')}
      text={t('contact:undo.text')}
      rows={[
        {
          id: 'what',
          term: t('contact:undo.what'),
          value: <span className="wrap-anywhere">{changeWords(t, found)}</span>,
        },
        {
          id: 'at',
          term: t('contact:undo.at'),
          value: <span className="num">{t('contact:undo.beijing', { at: formatInstant(found.at, lang) })}</span>,
        },
        {
          id: 'until',
          term: t('contact:undo.until'),
          value: <span className="num">{t('app:until', { at: found.until })}</span>,
        },
        {
          id: 'after',
          term: t('contact:undo.after'),
          value: <span className="num wrap-anywhere">{found.after && contactWords(t, found.after)}</span>,
        },
      ]}
      notice={notice}
      working={working && t('contact:undo.working')}
      go={t('contact:undo.go')}
      onGo={() => void undo()}
      mine={t('contact:undo.mine')}
    />
  )
}

function Undone({ contacts }: { contacts: ContactInformation['contacts'] }) {
  const t = useT()
  const lang = useLang()
  return (
    <LinkFrame title={t('contact:undo.done.title')} focus>
      <Notice kind="ok" live="status">
        {t('contact:undo.done.text', { contact: contactWords(t, contacts) })}
      </Notice>
      <p className="measure">{t('contact:undo.done.next', { phone: SITE[lang].phone })}</p>
      <p>
        <Button look="primary" className="mobile:w-full" href={localPath(lang, '/login')}>
          {t('contact:undo.done.go')}
        </Button>
      </p>
    </LinkFrame>
  )
}
