/** State of the copy, and what can be done: none yet, being made, ready until a day, failed. */
import { Gap, useT, useLang } from '../../../../../app/words/words.tsx'
import { formatFileSize } from '../../../../../lib/text/file-size.ts'
import { formatInstant, lastWholeDay } from '../../../../../lib/days/dates.ts'
import { LIMITS } from '../../../../../lib/limits-and-periods.ts'
import { SITE } from '../../../../../lib/site.ts'
import { Button } from '../../../../../ui/Button.tsx'
import { Notice } from '../../../../../ui/Notice.tsx'
import { TextLink } from '../../../../../ui/TextLink.tsx'
import type { DataExports } from '../../../contract.ts'
import { CopyDownload } from './copy-download.tsx'
import { FiguresWithUnits } from '../../../../../ui/FiguresWithUnits.tsx'

interface Props {
  copies: DataExports
  ask: () => Promise<void>
  asking: boolean
  look: () => Promise<DataExports | undefined>
  onGone: () => void
}

export function CopyState({ copies, ask, asking, look, onGone }: Props) {
  const t = useT()
  const lang = useLang()
  const { latest, contacts } = copies
  const contact = contacts[0]?.masked ?? ''
  const again = (
    <p>
      <Button className="mobile:w-full" working={asking && t('datacopy:asking')} onClick={() => void ask()}>
        {t(latest ? 'datacopy:failed.again' : 'datacopy:ask')}
      </Button>
    </p>
  )
  if (!latest) {
    return (
      <>
        <p className="measure">
          <FiguresWithUnits>{t('datacopy:how', { contact, days: LIMITS.exportDays })}</FiguresWithUnits>
        </p>
        {again}
      </>
    )
  }
  if (latest.status === 'requested') {
    return (
      <Notice kind="info" icon="clock" live="status" title={t('datacopy:made.title')}>
        {t('datacopy:made.text', { at: formatInstant(latest.requestedAt, lang), contact })}
      </Notice>
    )
  }
  if (latest.status === 'failed') {
    return (
      <>
        <Notice kind="bad" title={t('datacopy:failed.title')}>
          {t('datacopy:failed.text', { email: SITE[lang].privacyEmail })}
        </Notice>
        {again}
      </>
    )
  }
  return (
    <>
      <Notice kind="ok" live="status" title={t('datacopy:ready.title')}>
        {t('datacopy:ready.text', {
          at: formatInstant(latest.requestedAt, lang),
          day: lastWholeDay(latest.expiresAt ?? 0),
          size: formatFileSize(latest.bytes ?? 0),
        })}
      </Notice>
      <CopyDownload key={latest.id} id={latest.id} contacts={contacts} look={look} onGone={onGone} />
      <p className="text-small text-ink-2">
        {t('datacopy:ready.new')}
        <Gap />
        <TextLink look="inline" onClick={asking ? undefined : () => void ask()}>
          {t('datacopy:ready.ask')}
        </TextLink>
      </p>
    </>
  )
}
