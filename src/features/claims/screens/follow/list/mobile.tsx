import { useLang, useT } from '../../../../../app/words/words.tsx'
import { localPath } from '../../../../../lib/locale.ts'
import { Button } from '../../../../../ui/Button.tsx'
import { goOnPath, type ClaimRow } from '../../../list-contract.ts'
import { ClaimName, Next, SmallClock, StatusBadge, Sum, type RowsProps } from './claim-list-parts.tsx'

/** Rows: what happened, the status, who acts by when. How many days a closed claim took is shown with its result. */
export default function ClaimsMobile({ claims, label }: RowsProps) {
  return (
    <ul className="ruled" aria-label={label}>
      {claims.map((claim) => (
        <Row key={claim.id} claim={claim} />
      ))}
    </ul>
  )
}

function Row({ claim }: { claim: ClaimRow }) {
  const t = useT()
  const lang = useLang()
  const draft = claim.status === 'draft'
  return (
    <li className="grid gap-2 py-4">
      <div>
        <ClaimName claim={claim} />
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
        <StatusBadge claim={claim} />
        {claim.clock && claim.clock.state !== 'done' && <SmallClock claim={claim} />}
      </div>
      <Next claim={claim} />
      {!draft && (
        <p className="num text-small">
          <Sum claim={claim} />
        </p>
      )}
      {draft && (
        <div>
          <Button size="sm" href={localPath(lang, goOnPath(claim))}>
            {t('claimprogress:goOn')}
          </Button>
        </div>
      )}
    </li>
  )
}
