/** A link by which somebody else pays: created, copied or shared, ended. */
import { useCallback, useEffect, useState } from 'react'
import { RequestFailed } from '../../../../app/requests/api.ts'
import { request } from '../../../../app/requests/browser-requester.ts'
import { callFailureWords } from '../../../../app/requests/call-failure-words.ts'
import { richText } from '../../../../app/parts/rich-text.tsx'
import type { Translate } from '../../../../app/words/translate.ts'
import { Gap, useLang, useT } from '../../../../app/words/words.tsx'
import { LinkToShare } from '../../../../ui/LinkToShare.tsx'
import { FailedNotice, Notice } from '../../../../ui/Notice.tsx'
import { Skeleton } from '../../../../ui/Skeleton.tsx'
import { TextLink } from '../../../../ui/TextLink.tsx'
import { payEndLink, payLink } from '../../contract.ts'
import { timeLeft } from '../pay-deadline.tsx'
import type { SomebodyElseProps } from './props.ts'

type State =
  | { is: 'making' }
  | { is: 'failed'; message: string }
  | { is: 'ended' }
  | { is: 'open'; url: string; expiresAt: number }

const wordsToShare = (t: Translate) => ({
  copy: t('payer:else.copy'),
  copied: t('payer:else.copied.yes'),
  notCopied: t('payer:else.copied.no'),
  share: t('payer:else.shareButton'),
  title: t('payer:else.share'),
})

export default function PaymentLink({ which: { order, pay }, skew }: SomebodyElseProps) {
  const t = useT()
  const lang = useLang()
  const [state, setState] = useState<State>({ is: 'making' })
  const [ending, setEnding] = useState(false)
  const [problem, setProblem] = useState('')
  const make = useCallback(
    () =>
      request(payLink, { order, pay }).then(
        (reply) =>
          setState(
            reply.ok
              ? { is: 'open', url: reply.data.url, expiresAt: reply.data.expiresAt }
              : { is: 'failed', message: reply.message },
          ),
        (error: unknown) => {
          if (!(error instanceof RequestFailed)) throw error
          setState({
            is: 'failed',
            message: error.code === 'offline' ? t('payer:else.offline') : callFailureWords(t, error),
          })
        },
      ),
    [order, pay, t],
  )
  // In another language the link opens the page in that language.
  useEffect(() => void make(), [make, lang])
  const again = (): void => {
    setState({ is: 'making' })
    void make()
  }

  async function end(): Promise<void> {
    if (ending) return
    setEnding(true)
    setProblem('')
    try {
      const reply = await request(payEndLink, { order, pay })
      if (reply.ok) setState({ is: 'ended' })
      else setProblem(reply.message)
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error
      setProblem(error.code === 'offline' ? t('payer:else.offline') : callFailureWords(t, error))
    }
    setEnding(false)
  }

  if (state.is === 'making') return <Skeleton label={t('payer:else.making')} rows={1} />
  if (state.is === 'failed' || state.is === 'ended') {
    const failed = state.is === 'failed'
    return (
      <Notice kind={failed ? 'warn' : 'ok'} live={failed ? 'alert' : 'status'}>
        {failed ? state.message : t('payer:else.ended')}
        <Gap />
        <TextLink look="inline" onClick={again}>
          {t(failed ? 'ui:tryAgain' : 'payer:else.again')}
        </TextLink>
      </Notice>
    )
  }
  const { url, expiresAt } = state
  return (
    <div className="grid gap-3">
      <LinkToShare url={url} words={wordsToShare(t)} />
      <p className="text-small text-ink-2">
        {richText(t('payer:else.until', { at: expiresAt }), timeLeft(expiresAt, skew, again))}
      </p>
      <FailedNotice>{problem}</FailedNotice>
      <p>
        <TextLink onClick={() => void end()}>{ending ? t('payer:else.ending') : t('payer:else.end')}</TextLink>
      </p>
    </div>
  )
}
