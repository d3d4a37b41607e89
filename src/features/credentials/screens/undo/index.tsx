/** `/credential/undo`: the policyholder ends the access of somebody they do not know, from the message about it. */
import { useState } from 'react'
import { request } from '../../../../app/requests/browser-requester.ts'
import { useButtonRequest } from '../../../../app/requests/use-button-request.ts'
import { Island, type IslandProps } from '../../../../app/load/island.tsx'
import { LinkEnded, LinkFrame, LinkPage, LinkQuestion } from '../../../../app/parts/link-page.tsx'
import { useLang, useT } from '../../../../app/words/words.tsx'
import type { Output } from '../../../../lib/contract.ts'
import { formatInstant } from '../../../../lib/days/dates.ts'
import { SITE } from '../../../../lib/site.ts'
import { Notice } from '../../../../ui/Notice.tsx'
import { lookAtAccess, undoAccess } from '../../contract.ts'

type Found = Output<typeof lookAtAccess>

export default function CredentialUndoPage(props: IslandProps) {
  return (
    <Island {...props}>
      <CredentialUndo />
    </Island>
  )
}

function CredentialUndo() {
  const t = useT()
  const lang = useLang()
  return (
    <LinkPage
      id="credential-undo"
      title={t('credentials:undo.title')}
      loading={t('credentials:undo.loading')}
      look={(code) => request(lookAtAccess, { code })}
      unknown={
        <LinkEnded
          title={t('credentials:undo.unknown.title')}
          text={t('credentials:undo.unknown.text', { phone: SITE[lang].phone })}
          go={t('credentials:undo.home')}
        />
      }
    >
      {(found, code) => <Access found={found} code={code} />}
    </LinkPage>
  )
}

function Access({ found, code }: { found: Found; code: string }) {
  const t = useT()
  const lang = useLang()
  const [done, setDone] = useState(false)
  const { number, until } = found
  if (done) return <Done number={number} />
  if (found.state === 'open') return <Ask found={found} code={code} onDone={() => setDone(true)} />
  return (
    <LinkEnded
      title={t(`credentials:undo.${found.state}.title`)}
      text={t(`credentials:undo.${found.state}.text`, {
        number,
        phone: SITE[lang].phone,
        until: formatInstant(until, lang),
      })}
      go={t('credentials:undo.home')}
    />
  )
}

function Ask({ found, code, onDone }: { found: Found; code: string; onDone: () => void }) {
  const t = useT()
  const lang = useLang()
  const { working, notice, run } = useButtonRequest()
  const end = () =>
    run(async () => {
      const reply = await request(undoAccess, { code })
      if (!reply.ok) return reply.message
      onDone()
      return undefined
    })
  const { number, account, at, until } = found
  return (
    <LinkQuestion
      title={t('credentials:undo.question')}
      text={t('credentials:undo.text')}
      rows={[
        { id: 'policy', term: t('credentials:undo.policy'), value: <span className="num">{number}</span> },
        ...(account === null
          ? []
          : [
              {
                id: 'account',
                term: t('credentials:undo.account'),
                value: <span className="num wrap-anywhere">{account}</span>,
              },
            ]),
        {
          id: 'at',
          term: t('credentials:undo.at'),
          value: <span className="num">{t('credentials:undo.since', { at: formatInstant(at, lang) })}</span>,
        },
        {
          id: 'until',
          term: t('credentials:undo.until'),
          value: <span className="num">{t('app:until', { at: until })}</span>,
        },
      ]}
      notice={notice}
      working={working && t('credentials:undo.working')}
      go={t('credentials:undo.go')}
      onGo={() => void end()}
      mine={t('credentials:undo.mine')}
    />
  )
}

function Done({ number }: { number: string }) {
  const t = useT()
  const lang = useLang()
  return (
    <LinkFrame title={t('credentials:undo.done.title')} focus>
      <Notice kind="ok" live="status">
        {t('credentials:undo.done.text', { number })}
      </Notice>
      <p className="measure">{t('credentials:undo.done.next', { phone: SITE[lang].phone })}</p>
    </LinkFrame>
  )
}
