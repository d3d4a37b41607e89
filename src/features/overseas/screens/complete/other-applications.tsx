/** The other applications of this device or login. */
import { useLang, useT } from '../../../../app/words/words.tsx'
import { formatInstant } from '../../../../lib/days/dates.ts'
import { localPath } from '../../../../lib/locale.ts'
import { TextLink } from '../../../../ui/TextLink.tsx'
import type { OverseasApplication } from '../../contract.ts'

export function OtherApplications({ applications }: { applications: readonly OverseasApplication[] }) {
  const t = useT()
  const lang = useLang()
  return (
    <section className="grid gap-2" data-no-print>
      <h2 className="type-h3">{t('referral:others')}</h2>
      <ul className="ruled">
        {applications.map(({ id, title, status, submittedAt }) => (
          <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-3">
            <span className="min-w-0">
              <TextLink href={`${localPath(lang, '/other/overseas/complete')}?id=${id}`}>{title}</TextLink>{' '}
              <span className="num nobr text-small text-ink-2">{id}</span>
            </span>
            <span className="text-small text-ink-2">
              {t(`referral:status.${status}`)}
              <span className="num ms-3">{formatInstant(submittedAt, lang)}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
