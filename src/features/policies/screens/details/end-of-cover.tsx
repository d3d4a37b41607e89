/** What the buyer can do about the end of a policy: extend it or cancel it. */
import type { DetailsProps } from './props.ts'
import { useLang, useT } from '../../../../app/words/words.tsx'
import { formatDay } from '../../../../lib/days/dates.ts'
import { localPath } from '../../../../lib/locale.ts'
import { Button } from '../../../../ui/Button.tsx'
import { useEffect, useRef, useState } from 'react'
import { lazyPart } from '../../../../app/load/lazy.tsx'
import { useLinkedHeading } from '../../../../app/address/use-linked-heading.ts'

export default function EndOfCover({ policy, again }: DetailsProps) {
  return (
    <>
      <NextTerm policy={policy} />
      <Surrender policy={policy} again={again} />
    </>
  )
}

/**
 * The buyer's link to the extension; none while cancelling is requested, or once the next term is bought. Whether the
 * policy can be extended is decided on the page that it opens.
 */
function NextTerm({ policy }: Pick<DetailsProps, 'policy'>) {
  const t = useT()
  const lang = useLang()
  const { id, role, status, period, surrender, next } = policy
  if (
    role !== 'buyer' ||
    next !== null ||
    (surrender && surrender.status !== 'rejected') ||
    (status !== 'valid' && status !== 'pending_activation')
  )
    return null
  return (
    <section id="extend" data-no-print>
      <h2 className="type-h3">{t('policies:extend.title')}</h2>
      <p className="mt-1 mb-4 measure text-ink-2">{t('policies:extend.lead', { day: formatDay(period.end, lang) })}</p>
      <Button size="sm" href={localPath(lang, `/insurance-policy/extend?id=${id}`)}>
        {t('policies:extend.open')}
      </Button>
    </section>
  )
}

/** Loaded on first use: few cancel. */
const SurrenderRequest = lazyPart(() => import('./surrender-request-state.tsx'), null)
const SurrenderDialog = lazyPart(() => import('./surrender-dialog.tsx'), null)

/** Cancelling the policy: the state of a request, or the button to make one. Only the buyer sees this. */
function Surrender({ policy, again }: DetailsProps) {
  const t = useT()
  const [asking, setAsking] = useState(false)
  const heading = useLinkedHeading('surrender')
  const acted = useRef(false)
  const done = (): void => {
    acted.current = true
    again()
  }
  // The button that was pressed is gone: what became of the request stands under the heading.
  useEffect(() => {
    if (acted.current) heading.current?.focus()
    acted.current = false
  }, [policy, heading])
  const { role, status, surrender } = policy
  const possible =
    (status === 'valid' || status === 'pending_activation') && (surrender === null || surrender.status === 'rejected')
  if (role !== 'buyer' || (!possible && !surrender)) return null
  return (
    <section id="surrender" data-no-print={surrender ? undefined : true}>
      <h2 className="type-h3" ref={heading} tabIndex={-1}>
        {t('policies:surrender.title')}
      </h2>
      {surrender && <SurrenderRequest policy={policy} surrender={surrender} done={done} />}
      {possible && (
        <>
          <p className="mt-1 mb-4 measure text-ink-2">
            {t('policies:surrender.lead')}
            {policy.next && ` ${t('policies:surrender.nextStays', { number: policy.next.number })}`}
          </p>
          <Button size="sm" onClick={() => setAsking(true)}>
            {t('policies:surrender.open')}
          </Button>
          {asking && <SurrenderDialog id={policy.id} close={() => setAsking(false)} done={done} />}
        </>
      )}
    </section>
  )
}
