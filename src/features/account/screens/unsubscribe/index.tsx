/**
 * `/unsubscribe?code=…`: the link in a mail that may be switched off. Needs no login, but a press, because mail
 * programs open links automatically.
 */
import { useState } from 'react'
import { request } from '../../../../app/requests/browser-requester.ts'
import { useButtonRequest } from '../../../../app/requests/use-button-request.ts'
import { Island, type IslandProps } from '../../../../app/load/island.tsx'
import { LinkEnded, LinkFrame, LinkPage } from '../../../../app/parts/link-page.tsx'
import { useLang, useT } from '../../../../app/words/words.tsx'
import { localPath } from '../../../../lib/locale.ts'
import { SITE } from '../../../../lib/site.ts'
import { Button } from '../../../../ui/Button.tsx'
import { FailedNotice } from '../../../../ui/Notice.tsx'
import { TextLink } from '../../../../ui/TextLink.tsx'
import { lookAtUnsubscribe, setUnsubscribe, type UnsubscribeState } from '../../unsubscribe-calls.ts'

export default function UnsubscribePage(props: IslandProps) {
  return (
    <Island {...props}>
      <Unsubscribe />
    </Island>
  )
}

function Unsubscribe() {
  const t = useT()
  const lang = useLang()
  return (
    <LinkPage
      id="unsubscribe"
      title={t('unsubscribe:title')}
      loading={t('unsubscribe:loading')}
      look={(code) => request(lookAtUnsubscribe, { code })}
      unknown={
        <LinkEnded
          title={t('unsubscribe:unknown.title')}
          text={t('unsubscribe:unknown.text', { phone: SITE[lang].phone })}
          go={t('unsubscribe:home')}
        />
      }
    >
      {(found, code) => <Choice found={found} code={code} />}
    </LinkPage>
  )
}

function Choice({ found, code }: { found: UnsubscribeState; code: string }) {
  const t = useT()
  const [state, setState] = useState(found)
  const [pressed, setPressed] = useState(false)
  const { working, notice, run } = useButtonRequest()
  const { mailbox, off, kind } = state
  const choose = () =>
    run(async () => {
      const reply = await request(setUnsubscribe, { code, off: !off })
      if (!reply.ok) return reply.message
      setState(reply.data)
      setPressed(true)
      return undefined
    })
  const what = t(`unsubscribe:kind.${kind}`)
  return (
    <LinkFrame
      title={t(off ? 'unsubscribe:off.title' : pressed ? 'unsubscribe:on.title' : 'unsubscribe:ask.title')}
      focus={pressed}
    >
      <p className="type-lead measure text-ink-2 wrap-anywhere">
        {t(off ? 'unsubscribe:off.text' : pressed ? 'unsubscribe:on.text' : 'unsubscribe:ask.text', { mailbox, what })}
      </p>
      <p className="measure">{t('unsubscribe:stays')}</p>
      <FailedNotice>{notice}</FailedNotice>
      <p>
        <Button
          look={off ? 'line' : 'primary'}
          className="mobile:w-full"
          working={working && t('unsubscribe:working')}
          onClick={() => void choose()}
        >
          {t(off ? 'unsubscribe:off.go' : 'unsubscribe:ask.go')}
        </Button>
      </p>
      <Mine />
    </LinkFrame>
  )
}

/** Link to all kinds of messages, for people with an account. */
function Mine() {
  const t = useT()
  const lang = useLang()
  return (
    <p>
      <TextLink look="go" href={localPath(lang, '/personal/mine')}>
        {t('unsubscribe:mine')}
      </TextLink>
    </p>
  )
}
