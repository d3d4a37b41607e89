/** State of the latest registration, with its next step, and the earlier ones. */
import { useLang, useT } from '../../../app/words/words.tsx'
import { formatInstant } from '../../../lib/days/dates.ts'
import { localPath } from '../../../lib/locale.ts'
import { Badge, type BadgeKind } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { CodeSection, type CodeFormProps } from './code-form.tsx'
import type { Registration, RegistrationStatus } from '../contract.ts'

interface Props extends Pick<CodeFormProps, 'onOpened' | 'reload'> {
  latest: Registration
  policies: number
}

export function Standing({ latest, policies, onOpened, reload }: Props) {
  const t = useT()
  const lang = useLang()
  if (latest.status === 'submitted') {
    return (
      <>
        <Notice kind="info" icon="clock" live="status" title={t('credentials:checking.title')}>
          {t('credentials:checking.text', { at: latest.dueAt })}
        </Notice>
        <CodeSection key={latest.id} tries={latest.codeTries} onOpened={onOpened} reload={reload} />
      </>
    )
  }
  if (latest.status === 'rejected' || latest.status === 'revoked') {
    return (
      <Notice kind="bad" live="status" title={t(`credentials:${latest.status}.title`)}>
        {t(`credentials:reason.${latest.reason ?? 'not_verifiable'}`)}
      </Notice>
    )
  }
  return (
    <div className="grid justify-items-start gap-5">
      <Notice kind="ok" live="status" title={t('credentials:approved.title')}>
        {t('credentials:approved.text', { count: policies, number: policies })}
      </Notice>
      {policies > 0 && (
        <Button look="accent" href={localPath(lang, '/insurance-policy/list')}>
          {t('credentials:approved.go')}
        </Button>
      )}
    </div>
  )
}

const KINDS: Record<RegistrationStatus, BadgeKind> = {
  submitted: 'info',
  approved: 'ok',
  rejected: 'bad',
  revoked: 'bad',
}

export function RegistrationRecord({ registrations }: { registrations: readonly Registration[] }) {
  const t = useT()
  const lang = useLang()
  return (
    <section className="grid gap-3">
      <h2 className="type-h3">{t('credentials:record.title')}</h2>
      <ul className="ruled">
        {registrations.map(({ id, status, idType, idNumber, submittedAt, reason }) => (
          <li key={id} className="grid gap-1 py-4">
            <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
              <span>
                {t(`credentials:idTypes.${idType}`)} <span className="num nobr">{idNumber}</span>
              </span>
              <Badge kind={KINDS[status]}>{t(`credentials:record.status.${status}`)}</Badge>
            </p>
            <p className="num text-small text-ink-2">
              {t('credentials:record.sent', { at: formatInstant(submittedAt, lang) })}
            </p>
            {reason && <p className="text-small text-ink-2">{t(`credentials:reason.${reason}`)}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}
