/**
 * The buyer's link to the extension; none while cancelling is requested, or once the next term is bought. Whether the
 * policy can be extended is decided on the page that it opens.
 */
import { useLang, useT } from '../../../../app/words/words.tsx'
import { formatDay } from '../../../../lib/days/dates.ts'
import { localPath } from '../../../../lib/locale.ts'
import { Button } from '../../../../ui/Button.tsx'
import type { DetailsProps } from './props.ts'

export function NextTerm({ policy }: Pick<DetailsProps, 'policy'>) {
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
    <section id="extend">
      <h2 className="type-h3">{t('policies:extend.title')}</h2>
      <p className="mt-1 mb-4 measure text-ink-2">{t('policies:extend.lead', { day: formatDay(period.end, lang) })}</p>
      <Button size="sm" href={localPath(lang, `/insurance-policy/extend?id=${id}`)}>
        {t('policies:extend.open')}
      </Button>
    </section>
  )
}
