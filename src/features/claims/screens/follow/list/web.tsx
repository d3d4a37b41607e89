import { useLang, useT } from '../../../../../app/words/words.tsx'
import { localPath } from '../../../../../lib/locale.ts'
import { Button } from '../../../../../ui/Button.tsx'
import { goOnPath, type ClaimRow } from '../../../list-contract.ts'
import { ClaimName, Next, SmallClock, StatusBadge, Sum, type RowsProps } from './claim-list-parts.tsx'

/** A table: what happened, the status, the clock, the amount. */
export default function ClaimsWeb({ claims, label }: RowsProps) {
  const t = useT()
  return (
    <div className="table-scroll" role="region" aria-label={label} tabIndex={0}>
      <table className="ledger ledger-list table-fixed">
        <caption className="sr-only">{label}</caption>
        <colgroup>
          <col className="w-[33%]" />
          <col className="w-[22%]" />
          <col className="w-[26%]" />
          <col className="w-[19%]" />
        </colgroup>
        <thead>
          <tr>
            {(['what', 'where', 'clock'] as const).map((id) => (
              <th key={id} scope="col">
                {t(`claimprogress:head.${id}`)}
              </th>
            ))}
            <th scope="col" className="sum">
              {t('claimprogress:head.sum')}
            </th>
          </tr>
        </thead>
        <tbody>
          {claims.map((claim) => (
            <Row key={claim.id} claim={claim} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ claim }: { claim: ClaimRow }) {
  const t = useT()
  const lang = useLang()
  const draft = claim.status === 'draft'
  return (
    <tr>
      <th scope="row">
        <ClaimName claim={claim} />
      </th>
      <td>
        <StatusBadge claim={claim} />
      </td>
      <td>
        <SmallClock claim={claim} />
        <Next claim={claim} />
      </td>
      <td className="sum">
        {draft ? (
          <Button size="sm" className="whitespace-nowrap" href={localPath(lang, goOnPath(claim))}>
            {t('claimprogress:goOn')}
          </Button>
        ) : (
          <Sum claim={claim} />
        )}
      </td>
    </tr>
  )
}
