/**
 * The price of tuition here: the fee itself in CNY, any other at the rate published for today, with nothing added
 * (decision 0082).
 */
import { dayOf } from '../../../lib/days/dates.ts'
import type { Lang } from '../../../lib/locale.ts'
import { convert, money, type Currency, type Money } from '../../../lib/money/money.ts'
import { Refusal } from '../../../server/http/call-handlers.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { type SheetRate, claimRate } from '../../policies/server/door.ts'
import { feeLimits } from '../rules/check-tuition.ts'
import type { TuitionQuote } from '../contract.ts'
import { findServedSchool } from '../content/load-schools.ts'
import { quoteUntil } from './when-tuition-is-due.ts'
import type { EducationOrderTable } from '../tables.ts'

export interface Quote {
  fee: Money
  amount: Money
  /** `null` where the fee is in CNY. */
  rate: SheetRate | null
  until: number
}

/** Refuses by field what is not served or outside the limits, and `no_rate` if no rate was published for today yet. */
export async function quoteNow(
  deps: Deps,
  { school: slug, currency, fee: minor }: { school: string; currency: Currency; fee: number },
): Promise<Quote> {
  const school = findServedSchool(slug)
  if (!school) throw new Refusal('invalid', { fields: { school: 'school_not_served' } })
  const limits = feeLimits(school, currency)
  if (!limits) throw new Refusal('invalid', { fields: { currency: 'currency_not_served' } })
  if (minor < limits.least.amount) throw new Refusal('invalid', { fields: { fee: 'fee_low' } })
  if (minor > limits.most.amount) throw new Refusal('invalid', { fields: { fee: 'fee_high' } })
  const now = deps.clock()
  const today = dayOf(now)
  const fee = money(minor, currency)
  if (currency === 'CNY') return { fee, amount: fee, rate: null, until: quoteUntil(now) }
  const rate = await claimRate(deps, deps.db, { from: currency, to: 'CNY', day: today })
  // Claims may use an earlier day's rate; a price uses only the rate of its own day.
  if (!rate || rate.day !== today) throw new Refusal('no_rate')
  return { fee, amount: convert(fee, rate, 'CNY'), rate, until: quoteUntil(now) }
}

export const quoteColumns = ({ fee, amount, rate, until }: Quote) => ({
  fee_minor: fee.amount,
  fee_currency: fee.currency,
  amount_minor: amount.amount,
  pay_until: until,
  rate: rate?.rate ?? null,
  rate_per: rate?.per ?? null,
  rate_day: rate?.day ?? null,
  rate_source_en: rate?.source.en ?? null,
  rate_source_cn: rate?.source.cn ?? null,
})

export const quoteView = ({ fee, amount, rate, until }: Quote, lang: Lang): TuitionQuote => ({
  fee,
  amount,
  until,
  rate: rate && { rate: rate.rate, per: rate.per, day: rate.day, source: rate.source[lang] },
})

/** The quote that an order was sent with. */
export function quoteOf(row: EducationOrderTable, lang: Lang): TuitionQuote {
  const { rate, rate_per: per, rate_day: day } = row
  return {
    fee: money(row.fee_minor, row.fee_currency),
    amount: money(row.amount_minor, 'CNY'),
    until: row.pay_until,
    rate:
      rate === null || per === null || day === null
        ? null
        : { rate, per, day, source: (lang === 'cn' ? row.rate_source_cn : row.rate_source_en) ?? '' },
  }
}
