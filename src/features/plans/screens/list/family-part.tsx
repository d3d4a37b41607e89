/** Below the finder: the family to be insured, asked only of those who want to insure one. */
import { useStore } from '@nanostores/react'
import { useT } from '../../../../app/words/words.tsx'
import type { Day } from '../../../../lib/days/dates.ts'
import { optionalPart } from '../../../../app/load/lazy.tsx'
import { $search, change } from './search-store.ts'

/** Loaded after the rest: most insure only themselves. */
const FamilyBirths = optionalPart(() => import('../family-births.tsx'))

export function FamilyPart({ today }: { today: Day }) {
  const t = useT()
  const { family } = useStore($search)
  return (
    <details className="needs-script" open={family.length > 0 || undefined}>
      <summary className="link-text">{t('plans:family.question')}</summary>
      <div className="grid max-w-md gap-3 pt-3">
        <p className="text-small text-ink-2">{t('plans:family.hint')}</p>
        {today && <FamilyBirths family={family} change={(all) => change({ family: all })} today={today} />}
      </div>
    </details>
  )
}
