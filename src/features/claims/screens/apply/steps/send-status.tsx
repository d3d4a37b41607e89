/** The result of "Send the claim", shown above the button, where the person looks after pressing it. */
import { useStore } from '@nanostores/react'
import { useT } from '../../../../../app/words/words.tsx'
import { Notice, type NoticeProps } from '../../../../../ui/Notice.tsx'
import { TextLink } from '../../../../../ui/TextLink.tsx'
import { $sending, cancel } from '../store/submission-in-browser.ts'
import { keptOnDeviceWords } from '../../photos-waiting.tsx'
import type { SendState } from '../store/submission.ts'

const LOOK: Record<Exclude<SendState, 'idle' | 'sending'>, Pick<NoticeProps, 'kind' | 'icon'>> = {
  waiting: { kind: 'warn', icon: 'wifi-off' },
  checking: { kind: 'warn', icon: 'search' },
  uploads: { kind: 'warn' },
  undecided: { kind: 'warn' },
  changed: { kind: 'warn' },
  expired: { kind: 'warn' },
  refused: { kind: 'bad' },
}

export function SendStatus({ claim }: { claim: string }) {
  const t = useT()
  const { claim: of, state, message, uploads } = useStore($sending)
  if (of !== claim || state === 'idle' || state === 'sending') return null
  const text =
    state === 'refused'
      ? message
      : state === 'uploads'
        ? keptOnDeviceWords(t, uploads)
        : t(`claimform:send.${state}.text`)
  return (
    <Notice {...LOOK[state]} live="alert" title={t(`claimform:send.${state === 'uploads' ? 'refused' : state}.title`)}>
      {text}
      {state === 'waiting' && (
        <>
          {' '}
          <TextLink look="inline" onClick={() => cancel()}>
            {t('claimform:send.waiting.cancel')}
          </TextLink>
        </>
      )}
    </Notice>
  )
}
