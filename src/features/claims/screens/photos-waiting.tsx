/** Photos of a claim that no server has yet, said where they are not to be seen themselves: they go on from here, and what is left to do has its way there. */
import type { Translate } from '../../../app/i18n.ts'
import type { useUploads } from '../../../app/photos/use-uploads.ts'
import { $session } from '../../../app/session.ts'
import { useT } from '../../../app/words.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { TextLink } from '../../../ui/TextLink.tsx'

type Uploads = ReturnType<typeof useUploads>

/** What the uploads that move by themselves are doing: on their way, or waiting for the line. */
export const goingWords = (t: Translate, { disconnected }: Pick<Uploads, 'disconnected'>, count: number): string =>
  t(disconnected ? 'claims:photos.stopped' : 'claims:photos.going', { count })

/** "2 photos wait on this phone": a computer is named as one. */
export const keptWords = (t: Translate, count: number): string =>
  t($session.get().device === 'mobile' ? 'claims:photos.kept.mobile' : 'claims:photos.kept.web', { count })

interface Props {
  uploads: Uploads
  /** To where the photos are. */
  go: { href: string } | { onClick: () => void }
}

export function PhotosWaiting({ uploads, go }: Props) {
  const t = useT()
  const { going, needsYou } = uploads.standing
  if (going + needsYou === 0) return null
  const calm = needsYou === 0 && !uploads.disconnected
  return (
    <Notice kind={calm ? 'info' : 'warn'} icon={uploads.disconnected ? 'wifi-off' : 'image'} live="status" title={calm ? goingWords(t, uploads, going) : keptWords(t, going + needsYou)}>
      {needsYou > 0 && <p>{t('claims:photos.decide', { count: needsYou })}</p>}
      {going > 0 && !calm && <p>{goingWords(t, uploads, going)}</p>}
      <p className="flex flex-wrap gap-x-6">
        <TextLink look="go" {...go}>{t('claims:photos.go')}</TextLink>
        {going > 0 && uploads.disconnected && <TextLink onClick={uploads.wake}>{t('claims:photos.now')}</TextLink>}
      </p>
    </Notice>
  )
}
