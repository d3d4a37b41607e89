import { useLang, useT } from '../../../../../app/words/words.tsx'
import { localPath } from '../../../../../lib/locale.ts'
import { Empty } from '../../../../../ui/Empty.tsx'
import { TextLink } from '../../../../../ui/TextLink.tsx'
import { progressPath } from '../../../rules/claim-paths.ts'

/** Nothing is asked for (any more): says so, and links back. */
export function NothingRequested({ id }: { id: string }) {
  const t = useT()
  const lang = useLang()
  return (
    <Empty
      level={1}
      title={t('claimprogress:asked.nothing')}
      action={
        <TextLink look="go" href={localPath(lang, progressPath(id))}>
          {t('claimprogress:facts.progress')}
        </TextLink>
      }
    >
      {t('claimprogress:asked.nothingText')}
    </Empty>
  )
}
