/** What happened in a case, newest first; each line a sentence with its actor, with its instant. */
import { useLang, useT } from '../../../../app/words.tsx'
import { formatInstant } from '../../../../lib/dates.ts'
import type { ActivityView } from '../../contract.ts'

export function ActivityList({ activity, insurer }: { activity: readonly ActivityView[]; insurer: string }) {
  const t = useT()
  const lang = useLang()
  return (
    <ol className="ruled">
      {activity.map(({ id, at, by, kind, values }) => (
        <li key={id} className="py-3">
          <p>{t(`claims:activity.${kind}`, { insurer, ...values })}</p>
          <p className="num text-small text-ink-2">
            <time dateTime={new Date(at).toISOString()}>{formatInstant(at, lang)}</time>
            <span className="sr-only"> {t(`follow:activity.by.${by}`)}</span>
          </p>
        </li>
      ))}
    </ol>
  )
}
