/** Which claim this is, and whom to ask about it. */
import { useLang, useT } from '../../../../../app/words/words.tsx'
import { SITE } from '../../../../../lib/site.ts'
import { Button } from '../../../../../ui/Button.tsx'
import { TextLink } from '../../../../../ui/TextLink.tsx'
import type { ClaimView } from '../../../contract.ts'
import { claimTitle } from '../../../list-contract.ts'
import { StatusBadge } from '../list/claim-list-parts.tsx'
import type { ClaimProps } from '../load-claim.tsx'
import { WithdrawClaim } from './withdraw-claim.tsx'

export function ClaimHeading({ claim }: { claim: ClaimView }) {
  const t = useT()
  return (
    <header>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-ink-2">
        <span className="web:order-last num nobr">{claim.caseNumber}</span>
        <StatusBadge claim={claim} />
      </p>
      <h1 className="mt-1 type-h1 outline-none" id="claim" tabIndex={-1}>
        {claimTitle(t, claim)}
      </h1>
    </header>
  )
}

/** The mail contains only the case number, because many machines read mail. */
export function Actions({ claim, put }: ClaimProps) {
  const t = useT()
  const { email, phone } = SITE[useLang()]
  return (
    <div className="grid justify-items-center gap-2 web:justify-items-start mobile:[&>.btn]:w-full">
      <Button icon="message-square-text" href={`mailto:${email}?subject=${encodeURIComponent(claim.caseNumber ?? '')}`}>
        {t(claim.handler ? 'claimprogress:ask.handler' : 'claimprogress:ask.us')}
      </Button>
      <TextLink href={`tel:${phone.replaceAll(' ', '')}`}>{t('claimprogress:ask.call', { phone })}</TextLink>
      <WithdrawClaim claim={claim} put={put} />
    </div>
  )
}
