/** The student's own applications in this campaign: the state of each, and what she can do now. */
import { useLang, useT } from '../../../../app/words/words.tsx'
import { localPath } from '../../../../lib/locale.ts'
import { formatMoney } from '../../../../lib/money/money.ts'
import { Button } from '../../../../ui/Button.tsx'
import { TextLink } from '../../../../ui/TextLink.tsx'
import { checkstandPath, orderAgainPath, orderPath } from '../../../orders/list-contract.ts'
import { applicationStage } from '../../rules/application-stage.ts'
import type { CampaignView, OwnApplication } from '../../contract.ts'

export function OwnApplications({ campaign }: { campaign: CampaignView }) {
  const t = useT()
  return (
    <section className="grid gap-4">
      <h2 className="type-h2">{t('collection:mine.title')}</h2>
      <ul className="grid gap-4">
        {campaign.mine.map((one) => (
          <li key={one.id} className="panel grid gap-3 p-5">
            <Application one={one} campaign={campaign} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Application({ one, campaign }: { one: OwnApplication; campaign: CampaignView }) {
  const t = useT()
  const lang = useLang()
  const stage = applicationStage(one.status, campaign.payer)
  const sum = one.premium ? formatMoney(one.premium, lang) : ''
  const to = (path: string): string => localPath(lang, path)
  return (
    <>
      <div className="grid gap-1">
        <h3 className="type-h3">{t(`collection:mine.${stage}.title`)}</h3>
        <p className="text-small text-ink-2">
          {one.insured && <span className="me-3">{one.insured}</span>}
          <span className="num nobr">{one.id}</span>
        </p>
      </div>
      <p className="measure">{t(`collection:mine.${stage}.text`, { sum, until: one.payUntil, name: campaign.name })}</p>
      {stage === 'draft' && (
        <p>
          <Button look="accent" href={to(orderPath(one.id))}>
            {t('collection:mine.draft.go')}
          </Button>
        </p>
      )}
      {stage === 'to_pay' && (
        <p>
          <Button look="accent" href={to(checkstandPath(one.id))}>
            {t('collection:mine.to_pay.go', { sum })}
          </Button>
        </p>
      )}
      {stage === 'paid' && (
        <p>
          <TextLink look="go" href={`${to('/h5/details')}?order=${one.id}`}>
            {t('collection:mine.paid.go')}
          </TextLink>
        </p>
      )}
      {stage === 'closed' && campaign.standing === 'open' && (
        <p>
          <Button look="primary" href={to(orderAgainPath(one.id))}>
            {t('collection:mine.closed.go')}
          </Button>
        </p>
      )}
      {(stage === 'school_pays' || stage === 'review') && (
        <p>
          <TextLink look="go" href={to(orderPath(one.id))}>
            {t('collection:mine.see')}
          </TextLink>
        </p>
      )}
    </>
  )
}
