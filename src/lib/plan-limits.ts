/**
 * What plans and their prices are limited by. Part of `LIMITS`; its own module, so that the list of plans does not load
 * the whole table. Money is in whole CNY. Sources: domain §3.1, §3.2.
 */
export const PLAN_LIMITS = {
  adultAge: 18,
  /** The latest start of cover, in days from today: a tariff is valid for a year. */
  startAheadDays: 366,
  /** Children of a student that one order insures. */
  childrenInOrder: 8,
  /** Net premium as a percentage of the premium: what is left after an expense loading of 35 %. */
  netPremiumPercent: 65,
  /** Most that all death benefits of a minor may add up to, air crash and natural disaster apart (保监发〔2015〕90号). */
  minorDeathUnder10: 200_000,
  minorDeath10To17: 500_000,
} as const
