import { useT } from '../../../../app/words/words.tsx'
import { Skeleton } from '../../../../ui/Skeleton.tsx'

/** Shown until the overview is loaded: it has the page's h1, which later says how much waits. */
export function OverviewSkeleton() {
  const t = useT()
  return (
    <>
      <h1 className="sr-only">{t('app:personal.title')}</h1>
      <Skeleton label={t('account:overview.loading')} rows={4} />
    </>
  )
}
