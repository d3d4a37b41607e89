/** The numbered steps of the case: sentences that say who acts, and since or by when. */
import { useLang, useT } from '../../../../../app/words/words.tsx'
import { dayOf, formatNear, type Day } from '../../../../../lib/days/dates.ts'
import { LIMITS } from '../../../../../lib/limits-and-periods.ts'
import { formatMoney } from '../../../../../lib/money/money.ts'
import { StatusTimeline } from '../../../../../ui/StatusTimeline.tsx'
import { useNow } from '../../../../../ui/use-now.ts'
import type { ClaimView } from '../../../contract.ts'
import { acceptedOf, documentLines, paymentsOf, promiseWords } from '../claim-selectors.ts'
import { joinStatements } from '../text-format.ts'

type Step = ClaimView['steps'][number]

export function CaseSteps({ claim }: { claim: ClaimView }) {
  const t = useT()
  const when = useWhen(claim)
  const { accepted, all } = acceptedOf(documentLines(claim))
  return (
    <section>
      <h2 className="mb-4 type-h2">{t('claimprogress:steps.title')}</h2>
      <StatusTimeline
        label={t('claimprogress:steps.title')}
        steps={claim.steps.map((step, i) => ({
          id: `${step.id}-${i}`,
          state: step.state,
          title: returned(claim, step)
            ? t('claimprogress:steps.payment.back')
            : t(`claimprogress:steps.${wordsOf(claim, step)}.${step.state === 'late' ? 'now' : step.state}`, {
                insurer: claim.policy.insurerName,
              }),
          when: when(step),
          ...(step.id === 'checking' && step.state === 'now' && accepted > 0
            ? { children: t('claimprogress:steps.accepted', { accepted, count: all }) }
            : {}),
        }))}
      />
    </section>
  )
}

/** After a death each heir's account is paid, not a single one, and often we opened the claim for the family. */
const wordsOf = ({ type }: ClaimView, { id }: Step): Step['id'] | 'heirs' | 'received' =>
  type !== 'death' ? id : id === 'payment' ? 'heirs' : id === 'sent' ? 'received' : id

/** The bank returned the money: it is not on its way, and the person has to act. */
const returned = ({ status }: ClaimView, { id, state }: Step): boolean =>
  id === 'payment' && state !== 'done' && status === 'payment_failed'

/** The payments of the decision whose last payment arrived at an instant. */
function paidBy(claim: ClaimView, at: number): ClaimView['payments'] {
  const decision = claim.decisions.find((it) => paymentsOf(claim, it).some(({ settledAt }) => settledAt === at))
  return decision ? paymentsOf(claim, decision).filter(({ status }) => status === 'paid') : []
}

/** When the step happened, or by when it will. */
function useWhen(claim: ClaimView): (step: Step) => string | undefined {
  const t = useT()
  const lang = useLang()
  const today = dayOf(useNow())
  const near = (day: Day): string => formatNear(day, lang, today)
  const { clock, handler } = claim
  const by = (day: Day, coming = 'claimprogress:steps.by'): string => t(promiseWords(day, today, coming), { day })

  /** Where the money goes, or went: the account as it was last given. */
  function account(): string | undefined {
    const { bank, tail } = claim.account ?? { bank: '', tail: '' }
    return tail === '' ? undefined : t('claimprogress:steps.payment.to', { bank, tail })
  }

  function now({ id, at, dueOn }: Step): string | undefined {
    const since = at === null ? undefined : t('claimprogress:steps.since', { day: near(dayOf(at)) })
    if ((id === 'checking' || id === 'review') && clock?.state === 'stopped' && clock.stoppedOn)
      return joinStatements(lang, since, t('claimprogress:steps.waiting', { day: near(clock.stoppedOn) }))
    return (
      joinStatements(lang, since, dueOn ? by(dueOn) : undefined, id === 'payment' ? account() : undefined) || undefined
    )
  }

  function next({ id, dueOn }: Step): string | undefined {
    if (id === 'payment' && claim.type === 'death')
      return t('claimprogress:steps.heirs.when', { days: LIMITS.paymentDays })
    if (id === 'payment' && claim.accountReturned)
      return t('claimprogress:steps.payment.whenReplaced', { days: LIMITS.paymentDays })
    if (id === 'payment')
      return t('claimprogress:steps.payment.when', { days: LIMITS.paymentDays, tail: claim.account?.tail ?? '' })
    if (id !== 'decision') return dueOn ? by(dueOn) : undefined
    if (clock?.kind === 'decision' && clock.state === 'stopped')
      return t('claimprogress:steps.decision.stopped', { count: Math.max(1, clock.of - clock.day) })
    return dueOn ? by(dueOn, 'claimprogress:steps.decision.when') : undefined
  }

  function done({ id, at }: Step): string | undefined {
    if (at === null) return undefined
    const day = near(dayOf(at))
    if (id === 'registered' && handler !== null)
      return joinStatements(
        lang,
        day,
        handler === '' ? t('claimprogress:team') : t('claimprogress:steps.handler', { name: handler }),
      )
    const paid = paidBy(claim, at)
    const [first] = paid
    if (id === 'payment' && first)
      return joinStatements(
        lang,
        day,
        formatMoney({ ...first.amount, amount: paid.reduce((sum, it) => sum + it.amount.amount, 0) }, lang),
        account(),
      )
    const decided = id === 'decision' || id === 'review' ? claim.decisions.find((it) => it.at === at) : undefined
    return decided ? joinStatements(lang, day, t(`claimprogress:outcome.${decided.outcome}`)) : day
  }

  return (step) => {
    if (step.state === 'done') return done(step)
    if (returned(claim, step))
      return clock?.stoppedOn ? t('claimprogress:steps.waitingAccount', { day: near(clock.stoppedOn) }) : undefined
    if (step.state === 'next') return next(step)
    if (step.state === 'late') return step.dueOn ? t('claimprogress:steps.late', { day: step.dueOn }) : undefined
    return now(step)
  }
}
