import type { ReactNode } from 'react'
import { useLang, useT } from '../../../../app/words/words.tsx'
import { localPath } from '../../../../lib/locale.ts'
import type { ClaimView } from '../../contract.ts'
import { claimTitle } from '../../list-contract.ts'
import { progressPath } from '../../rules/claim-paths.ts'

/** Heading of a page about a part of a claim: which claim, a link back to it, and the zone of the page's times. */
export function PartHead({ claim, title, children }: { claim: ClaimView; title: string; children?: ReactNode }) {
  const t = useT()
  const lang = useLang()
  return (
    <header className="mb-8 mobile:mb-6">
      <p className="flex flex-wrap gap-x-3 text-small text-ink-2">
        <a className="link" href={localPath(lang, progressPath(claim.id))}>
          {claimTitle(t, claim)}
        </a>
        <span className="num nobr">{claim.caseNumber}</span>
      </p>
      <h1 className="mt-1 type-h1">{title}</h1>
      <p className="mt-1 text-micro text-ink-3">{t('app:zone')}</p>
      {children}
    </header>
  )
}
