/**
 * `/unsubscribe?code=…`: the link in a mail that may be switched off. Needs no login, but a press, because mail
 * programs open links automatically.
 */
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { request } from '../../../../app/browser-requester.ts'
import { dataOf } from '../../../../app/read-reply.ts'
import { useButtonRequest } from '../../../../app/use-button-request.ts'
import { Island, type IslandProps } from '../../../../app/island.tsx'
import { LoadFailed } from '../../../../app/load-failed.tsx'
import { useLoad } from '../../../../app/use-load.ts'
import { useLang, useT } from '../../../../app/words.tsx'
import { localPath } from '../../../../lib/locale.ts'
import { SITE } from '../../../../lib/site.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Notice } from '../../../../ui/Notice.tsx'
import { Skeleton } from '../../../../ui/Skeleton.tsx'
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
  const [code] = useState(() => new URLSearchParams(location.search).get('code') ?? '')
  const [loaded, again] = useLoad('unsubscribe', async (): Promise<UnsubscribeState | 'unknown'> => {
    const reply = await request(lookAtUnsubscribe, { code })
    return !reply.ok && (reply.code === 'link_unknown' || reply.code === 'invalid') ? 'unknown' : dataOf(reply)
  })
  if (loaded.state === 'loading')
    return (
      <Frame title={t('unsubscribe:title')}>
        <Skeleton label={t('unsubscribe:loading')} rows={3} />
      </Frame>
    )
  if (loaded.state === 'failed')
    return (
      <Frame title={t('unsubscribe:title')}>
        <LoadFailed error={loaded.error} again={again} />
      </Frame>
    )
  return loaded.data === 'unknown' ? <Unknown /> : <Choice found={loaded.data} code={code} />
}

/** The heading takes the focus when the content has been replaced. */
function Frame({ title, focus, children }: { title: string; focus?: boolean; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (focus) heading.current?.focus()
  }, [focus, title])
  return (
    <div className="grid max-w-2xl grid-cols-1 gap-6">
      <h1 className="type-h1" ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </div>
  )
}

function Unknown() {
  const t = useT()
  const lang = useLang()
  return (
    <Frame title={t('unsubscribe:unknown.title')}>
      <p className="measure">{t('unsubscribe:unknown.text', { phone: SITE[lang].phone })}</p>
      <p>
        <Button href={localPath(lang, '/home')}>{t('unsubscribe:home')}</Button>
      </p>
    </Frame>
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
    <Frame
      title={t(off ? 'unsubscribe:off.title' : pressed ? 'unsubscribe:on.title' : 'unsubscribe:ask.title')}
      focus={pressed}
    >
      <p className="type-lead measure text-ink-2 wrap-anywhere">
        {t(off ? 'unsubscribe:off.text' : pressed ? 'unsubscribe:on.text' : 'unsubscribe:ask.text', { mailbox, what })}
      </p>
      <p className="measure">{t('unsubscribe:stays')}</p>
      {notice && (
        <Notice kind="bad" live="alert">
          {notice}
        </Notice>
      )}
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
    </Frame>
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
