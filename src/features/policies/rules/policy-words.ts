/** A policy's names, the contents of its card, and sentences about its days. */
import { formatDay } from '../../../lib/days/dates.ts'
import { joined, type Lang } from '../../../lib/locale.ts'
import type { Translate } from '../../../app/words/translate.ts'
import type { BadgeKind } from '../../../ui/Badge.tsx'
import type { IconName } from '../../../ui/icons.ts'
import type { InsuranceCardProps } from '../../../ui/InsuranceCard.tsx'
import type { PolicyRow, PolicyStatus } from '../contract.ts'

export const STATUS_BADGE: Record<PolicyStatus, { kind: BadgeKind; icon: IconName }> = {
  valid: { kind: 'ok', icon: 'shield-check' },
  pending_activation: { kind: 'info', icon: 'clock' },
  expired: { kind: 'plain', icon: 'circle-check' },
  cancelled: { kind: 'plain', icon: 'circle-x' },
}

/** In a narrow column it breaks before its last day: Chinese lines of a list break at punctuation only. */
export const rangeWords = (t: Translate, lang: Lang, { start, end }: { start: string; end: string }): string =>
  t('policies:period.range', { start: formatDay(start, lang), end: `\u200b${formatDay(end, lang)}` })

/** Cancelled before it covered a day: nobody is helped or paid by it. */
export const neverInForce = ({ cancelled }: Pick<PolicyRow, 'cancelled'>): boolean => cancelled?.inForce === false

/** State of the cover today: "284 days left", "starts in 30 days". */
export function statusWords(
  t: Translate,
  { status, period, cancelled }: Pick<PolicyRow, 'status' | 'period' | 'cancelled'>,
): string {
  if (neverInForce({ cancelled })) return t('policies:period.never')
  if (status === 'cancelled' || status === 'expired')
    return t(`policies:period.${status === 'expired' ? 'ended' : 'cancelled'}`)
  if (status === 'pending_activation') return t('policies:period.starts', { count: period.left })
  return period.left === 0 ? t('policies:period.lastDay') : t('policies:period.left', { count: period.left })
}

export const planTitle = ({ planName, tierName }: Pick<PolicyRow, 'planName' | 'tierName'>, lang: Lang): string =>
  joined(lang, planName, tierName)

/** Who bought a policy, for its insured person in an account that did not. */
export const boughtWords = (t: Translate, { ownName }: Pick<PolicyRow, 'ownName'>): string =>
  t(ownName ? 'policies:ownOtherAccount' : 'policies:insuredBy')

/**
 * The number for everywhere, where the card has one of the country too; '' where it has not, and in a copy that a
 * device kept from before there was one.
 */
export const otherLine = ({ helpLine, helpLineAnywhere }: Pick<PolicyRow, 'helpLine' | 'helpLineAnywhere'>): string =>
  helpLineAnywhere && helpLineAnywhere !== helpLine ? helpLineAnywhere : ''

/** Contents of the insurance card of a policy. */
export function cardOf(t: Translate, lang: Lang, policy: PolicyRow): InsuranceCardProps {
  const { printed, period, status } = policy
  const waiting = status === 'pending_activation'
  const { cancelled } = policy
  return {
    plan: planTitle(policy, lang),
    name: printed.name,
    latin: printed.otherName ?? undefined,
    number: t('policies:number', { number: policy.number }),
    cover: {
      used: period.used,
      days: period.days,
      label: t('policies:period.ruler', { used: period.used, days: period.days }),
    },
    ...(neverInForce(policy)
      ? {}
      : {
          help: {
            label: t('policies:helpLine'),
            phone: policy.helpLine,
            ...(otherLine(policy)
              ? { elsewhere: { label: t('policies:helpLineElsewhere'), phone: otherLine(policy) } }
              : {}),
          },
        }),
    until: cancelled
      ? {
          label: t(cancelled.inForce ? 'policies:until' : 'policies:notInForce'),
          day: t('policies:untilCancelled', { day: formatDay(cancelled.on, lang) }),
        }
      : {
          label: t(waiting ? 'policies:from' : 'policies:until'),
          day: formatDay(waiting ? period.start : period.end, lang),
        },
  }
}
