/** Activity of a case, newest first: each line is a sentence with its actor and its time or, if `brief`, its day. */
import { useLang, useT } from '../../../../app/words/words.tsx'
import { dayOf, formatInstant, formatNear } from '../../../../lib/days/dates.ts'
import type { ActivityView } from '../../contract.ts'
import { useNow } from '../../../../ui/use-now.ts'

export function ActivityList({
  activity,
  insurer,
  brief = false,
}: {
  activity: readonly ActivityView[]
  insurer: string
  brief?: boolean
}) {
  const t = useT()
  const lang = useLang()
  const today = dayOf(useNow())
  return (
    <ol className="ruled">
      {activity.map(({ id, at, by, kind, values }) => (
        <li key={id} className="py-3">
          <p>{t(`claims:activity.${kind}`, { insurer, ...values })}</p>
          <p className="num text-small text-ink-2">
            <time dateTime={new Date(at).toISOString()}>
              {brief ? formatNear(dayOf(at), lang, today) : formatInstant(at, lang)}
            </time>
            <span className="sr-only"> {t(`claimprogress:activity.by.${by}`)}</span>
          </p>
        </li>
      ))}
    </ol>
  )
}
