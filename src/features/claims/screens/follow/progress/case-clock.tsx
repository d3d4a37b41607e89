/** The clock: how many days of the promise are used, and what that means for the person. */
import { useLang, useT } from '../../../../../app/words/words.tsx'
import { dayOf, formatNear, type Day } from '../../../../../lib/days/dates.ts'
import { SITE } from '../../../../../lib/site.ts'
import { Badge, type BadgeKind } from '../../../../../ui/Badge.tsx'
import type { IconName } from '../../../../../ui/icons.ts'
import { Ruler } from '../../../../../ui/Ruler.tsx'
import { useNow } from '../../../../../ui/use-now.ts'
import type { Clock } from '../../../rules/promise-clock-schema.ts'
import { clockDay, clockShape, lateDays } from '../../../list-contract.ts'

const BADGE: Record<Clock['state'], { kind: BadgeKind; icon: IconName }> = {
  running: { kind: 'info', icon: 'clock' },
  stopped: { kind: 'warn', icon: 'pause' },
  late: { kind: 'bad', icon: 'clock-alert' },
  done: { kind: 'ok', icon: 'check' },
}

/** `insurer`: the name of the insurer, who decides and pays. */
export function CaseClock({ clock, insurer }: { clock: Clock; insurer: string }) {
  const t = useT()
  const lang = useLang()
  const today = dayOf(useNow())
  const { state, day, of, kind } = clock
  const near = (it: Day): string => formatNear(it, lang, today)
  const late = lateDays(clock)
  const badge =
    state === 'late'
      ? t('claimprogress:late', { count: late })
      : t(`claimprogress:clock.state.${state === 'done' && day > of ? 'over' : state}`)
  return (
    <section>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 className="type-h2">{t(`claimprogress:clock.title.${kind}`)}</h2>
        <Badge {...BADGE[state]}>{badge}</Badge>
      </div>
      <p className="type-figure mt-2">
        {t('claimprogress:clock.day', { day })}{' '}
        <span className="font-normal text-ink-2">{t('claimprogress:clock.of', { of })}</span>
      </p>
      <p className="measure mt-1 text-ink-2">{words(t, clock, insurer, lang)}</p>
      <div className="mt-4">
        <Ruler {...clockShape(clock)} state={state === 'done' ? 'running' : state} label={clockDay(t, clock)} />
        <p className="mt-1.5 flex justify-between gap-3 text-small text-ink-2" aria-hidden="true">
          <span>{near(clock.startedOn)}</span>
          {clock.stoppedOn && state === 'stopped' && (
            <span className="font-semibold text-base-content">
              {t('claimprogress:clock.stoppedOn', { day: near(clock.stoppedOn) })}
            </span>
          )}
          <span>{state === 'stopped' ? t(`claimprogress:clock.end.${kind}`) : near(clock.dueOn)}</span>
        </p>
      </div>
    </section>
  )
}

function words(t: ReturnType<typeof useT>, clock: Clock, insurer: string, lang: ReturnType<typeof useLang>): string {
  const { state, kind, day, of, complex, dueOn } = clock
  if (state === 'stopped') return t(`claimprogress:clock.stopped.${kind}`, { count: Math.max(1, of - day) })
  if (state === 'late') return t(`claimprogress:clock.late.${kind}`, { insurer, due: dueOn, phone: SITE[lang].phone })
  if (state === 'done') return t(`claimprogress:clock.done.${kind}`, { day, of })
  return t(kind === 'decision' && complex ? 'claimprogress:clock.complex' : `claimprogress:clock.running.${kind}`, {
    insurer,
    due: dueOn,
    of,
  })
}
