import { useEffect } from 'react'
import { request } from '../../../../app/requests/browser-requester.ts'
import { dataOf } from '../../../../app/requests/read-reply.ts'
import { useLoad } from '../../../../app/requests/use-load.ts'
import { $session } from '../../../../app/session/session.ts'
import { LoadFailed } from '../../../../app/load/load-failed.tsx'
import { useLang, useT } from '../../../../app/words/words.tsx'
import { StepHead, TextWaiting } from '../../../../app/parts/wizard-parts.tsx'
import { localPath } from '../../../../lib/locale.ts'
import { Empty } from '../../../../ui/Empty.tsx'
import { TextLink } from '../../../../ui/TextLink.tsx'
import { getDraft } from '../../contract.ts'
import { CLAIM_STEPS, type ClaimStep } from '../../list-contract.ts'
import { progressPath, supplementPath } from '../../rules/claim-paths.ts'
import { pagePath } from '../../steps.ts'
import { PhoneCode } from './phone-code.tsx'

/** `handed`: this device came by a code, so it continues here, whatever its user agent calls it. */
type Found =
  | { kind: 'draft'; step: ClaimStep; handed: boolean }
  | { kind: 'sent'; handed: boolean }
  | { kind: 'missing' }

export default function ContinueOnPhone({ id }: { id: string | null }) {
  const t = useT()
  const lang = useLang()
  const [found, again] = useLoad<Found>(id ?? '', async () => {
    if (!id) return { kind: 'missing' }
    const reply = await request(getDraft, { id, look: true })
    if (reply.ok) return { kind: 'draft', step: reply.data.step, handed: !reply.data.movable }
    if (reply.code === 'already_sent') return { kind: 'sent', handed: reply.extra['handedOver'] === true }
    return reply.code === 'not_found' || reply.code === 'invalid' ? { kind: 'missing' } : dataOf(reply)
  })
  const to = id && found.state === 'ready' ? goesTo(id, found.data) : undefined
  useEffect(() => {
    if (to) location.replace(localPath(lang, to))
  }, [to, lang])
  if (found.state === 'failed') return <LoadFailed error={found.error} level={1} again={again} />
  if (found.state === 'loading' || to) return <TextWaiting />
  if (!id || found.data.kind === 'missing') {
    return (
      <Empty
        {...(id ? { kind: 'notFound' as const } : {})}
        level={1}
        title={t(id ? 'claimform:missing.title' : 'claimform:phone.which')}
        action={
          <TextLink look="go" href={localPath(lang, pagePath('policy', undefined))}>
            {t('claimform:missing.go')}
          </TextLink>
        }
      >
        {t(id ? 'claimform:missing.text' : 'claimform:phone.whichText')}
      </Empty>
    )
  }
  const step = asked() ?? (found.data.kind === 'draft' ? found.data.step : 'documents')
  return (
    <div className="grid max-w-5xl gap-8">
      <StepHead still title={t('claimform:phone.title')} lead={t('claimform:phone.pageLead')} />
      <PhoneCode claim={id} step={step} large />
      <p>
        <TextLink href={localPath(lang, found.data.kind === 'draft' ? pagePath(step, id) : progressPath(id))}>
          {t('claimform:phone.here')}
        </TextLink>
      </p>
    </div>
  )
}

const asked = (): ClaimStep | undefined =>
  CLAIM_STEPS.find((step) => step === new URLSearchParams(location.search).get('step'))

/**
 * Where a phone continues: at the step of the draft, or at what was requested since it was sent. On the owner's desktop
 * the code is shown.
 */
function goesTo(id: string, found: Found): string | undefined {
  if (found.kind === 'missing' || ($session.get().device !== 'mobile' && !found.handed)) return undefined
  if (found.kind === 'draft') return pagePath(asked() ?? found.step, id)
  return supplementPath(id)
}
