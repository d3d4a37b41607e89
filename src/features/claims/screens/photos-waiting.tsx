/**
 * Photos of a claim that are not on any server yet, announced on pages that do not list them: uploading continues from
 * here, and a link leads to what needs the person.
 */
import type { Translate } from '../../../app/words/translate.ts'
import type { useUploads } from '../../../app/photos/use-uploads.ts'
import { $session } from '../../../app/session/session.ts'
import { useT } from '../../../app/words/words.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { TextLink } from '../../../ui/TextLink.tsx'

type Uploads = ReturnType<typeof useUploads>

/** The state of uploads that need no action: being sent, or waiting for a connection. */
export const sendingWords = (t: Translate, { disconnected }: Pick<Uploads, 'disconnected'>, count: number): string =>
  t(disconnected ? 'claims:photos.stopped' : 'claims:photos.going', { count })

/** "2 photos wait on this phone": a computer is called one. */
export const keptOnDeviceWords = (t: Translate, count: number): string =>
  t($session.get().device === 'mobile' ? 'claims:photos.kept.mobile' : 'claims:photos.kept.web', { count })

interface Props {
  uploads: Uploads
  /** Leads to the photos. */
  go: { href: string } | { onClick: () => void }
}

export function PhotosWaiting({ uploads, go }: Props) {
  const t = useT()
  const { going, needsYou } = uploads.standing
  if (going + needsYou === 0) return null
  const calm = needsYou === 0 && !uploads.disconnected
  return (
    <Notice
      kind={calm ? 'info' : 'warn'}
      icon={uploads.disconnected ? 'wifi-off' : 'image'}
      live="status"
      title={calm ? sendingWords(t, uploads, going) : keptOnDeviceWords(t, going + needsYou)}
    >
      {needsYou > 0 && <p>{t('claims:photos.decide', { count: needsYou })}</p>}
      {going > 0 && !calm && <p>{sendingWords(t, uploads, going)}</p>}
      <p className="flex flex-wrap gap-x-6">
        <TextLink look="go" {...go}>
          {t('claims:photos.go')}
        </TextLink>
        {going > 0 && uploads.disconnected && <TextLink onClick={uploads.wake}>{t('claims:photos.now')}</TextLink>}
      </p>
    </Notice>
  )
}
